import { AllowedMentionsTypes, MessageFlags } from 'discord.js';
import { emptyMessage, refuseAny, type ShapeFault } from '../refusal.ts';
import { componentFaults } from './components.ts';
import { embedFaults } from './embeds.ts';
import { isRecord } from './json.ts';
import type { BodySchema, MessageBody } from './schemas.ts';
import { checkShape } from './shape.ts';

type Path = readonly (string | number)[];

const SENT_FLAGS =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.IsVoiceMessage |
  MessageFlags.SuppressNotifications;

// EPHEMERAL on an edit is let through and has no effect: the first answer has settled that.
const EDIT_FLAGS = MessageFlags.SuppressEmbeds | MessageFlags.Ephemeral;

/** Reads a new message; `files` is how many came with it, `at` where the message stands in the body. */
export function checkNewMessage(
  schema: BodySchema<MessageBody>,
  body: unknown,
  files: number,
  at: Path = [],
): MessageBody {
  const message = checkShape(schema, withTextIds(body), at);
  const faults = [...messageFaults(message), ...flagFaults(message.flags, SENT_FLAGS)];
  refuseAny(placed(faults, at));
  const parts = [
    message.content?.trim(),
    message.embeds?.length,
    message.components?.length,
    message.poll,
    files,
  ];
  if (!parts.some(Boolean)) throw emptyMessage();
  return message;
}

/** Reads the change of a message. */
export function checkMessageEdit(schema: BodySchema<MessageBody>, body: unknown, at: Path = []): MessageBody {
  const change = checkShape(schema, withTextIds(body), at);
  const faults = [...messageFaults(change), ...flagFaults(change.flags, EDIT_FLAGS)];
  refuseAny(placed(faults, at));
  return change;
}

const placed = (faults: readonly ShapeFault[], at: Path): ShapeFault[] =>
  faults.map((fault) => ({ ...fault, path: [...at, ...fault.path] }));

/** Discord takes the ids of attachments as numbers too; its description knows text alone. */
function withTextIds(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body['attachments'])) return body;
  const attachments = body['attachments'].map((entry: unknown) =>
    isRecord(entry) && typeof entry['id'] === 'number' ? { ...entry, id: String(entry['id']) } : entry,
  );
  return { ...body, attachments };
}

function messageFaults(message: MessageBody): ShapeFault[] {
  return [
    ...embedFaults(message.embeds ?? []),
    ...componentFaults(message.components ?? []),
    ...mentionFaults(message),
  ];
}

function flagFaults(flags: number | null | undefined, allowed: number): ShapeFault[] {
  if (((flags ?? 0) & ~allowed) === 0) return [];
  return [{ path: ['flags'], code: 'FLAGS_TYPE_INVALID', message: 'A flag is set that cannot be set here.' }];
}

function mentionFaults({ allowed_mentions: allowed }: MessageBody): ShapeFault[] {
  return ([AllowedMentionsTypes.User, AllowedMentionsTypes.Role] as const).flatMap((kind) => {
    const listed = allowed?.[kind] ?? [];
    if (!allowed?.parse?.includes(kind) || listed.length === 0) return [];
    return [
      {
        path: ['allowed_mentions'],
        code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      },
    ];
  });
}
