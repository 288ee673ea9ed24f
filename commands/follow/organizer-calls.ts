import { z } from 'zod';
import type { ActionInput } from '../../src/bot/command.ts';
import { action, type Context } from '../shared/define.ts';
import { callSummary, handledCall } from '../../src/replies/organizer-calls.ts';
import { channelUrl } from '../../src/message/channel-url.ts';
import { ReplyError, type Reply, type Select } from '../../src/message/reply.ts';
import { organizersServer } from '../shared/organizers.ts';
import { ownChannel } from '../shared/posting.ts';

/** How many lines the message had before an organizer took it. */
const CALL = { lines: 'integer' } as const;

/** The menu of a message as Discord shows it. */
const ShownMenu = z.object({
  type: z.literal(3),
  custom_id: z.templateLiteral([z.string(), ':', z.string()]),
  placeholder: z.string().default(''),
  options: z.array(
    z.object({ label: z.string(), value: z.string(), description: z.string().exactOptional() }),
  ),
});
const ShownRows = z.array(z.object({ components: z.array(z.unknown()) })).catch([]);

/** The menu that a message has, to keep it through the edit. */
function menuIn(components: unknown): Select | undefined {
  const [menu] = ShownRows.parse(components)
    .flatMap((row) => row.components)
    .flatMap((one) => ShownMenu.safeParse(one).data ?? []);
  return (
    menu && { kind: 'select', action: menu.custom_id, placeholder: menu.placeholder, options: menu.options }
  );
}

/** Shows who handles a message to the organizers, with a line in the log channel if the message is elsewhere. */
async function handle(
  context: Context & ActionInput<typeof CALL>,
  state: 'taken' | 'resolved',
): Promise<Reply> {
  const { args, caller, guilds, message, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const serverT = await guilds.translator(guildId);
  const { channelId } = ownChannel(context);
  const { id: messageId = '', raw } = message ?? {};
  const call = { content: raw?.content ?? '', lineCount: args.lines };
  const member = `<@${caller.discordId}>`;
  const post = handledCall(call, { state, member, menu: menuIn(raw?.components) }, serverT);
  const done = { content: t(`follow.organizers.done.${state}`) };
  const note = () => guilds.helpRequests.noteHandled(guildId, messageId, state);
  // The organizer who already handles it pressed again.
  if (post.content === call.content) {
    await note();
    return done;
  }
  const outcome = await guilds.editOrganizerCall({
    channelId,
    messageId,
    post,
    isLast: state === 'resolved',
  });
  if (outcome !== 'edited') throw new ReplyError(`call-${outcome}`, t(`follow.organizers.${outcome}`));
  await note();
  // In the log channel, the message itself says it.
  if (channelId === (await guilds.settings.recent(guildId)).logChannelId) return done;
  const url = channelUrl(guildId, channelId, messageId);
  await guilds.note(
    guildId,
    serverT(`follow.organizers.audit.${state}`, { member, call: callSummary(call, serverT), url }),
  );
  return done;
}

/** "I'm on it" and "Resolved" on a message to the organizers. */
export const organizerCallActions = {
  take: action({
    press: 'anyone',
    answers: 'reply',
    writes: true,
    args: CALL,
    run: (context) => handle(context, 'taken'),
  }),
  resolve: action({
    press: 'anyone',
    answers: 'reply',
    writes: true,
    args: CALL,
    run: (context) => handle(context, 'resolved'),
  }),
};
