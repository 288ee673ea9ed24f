import { ComponentType } from 'discord-api-types/v10';
import { isObject, type JsonObject, objectOf, objectsOf, textOf, textsOf } from '../json.ts';

/** A file that a member uploaded. */
export interface Attachment {
  /** Signed by its query, which must not be logged. It expires. */
  url: string;
  filename: string;
  /** In bytes. */
  size: number;
  /** As Discord tells it, from the name of the file. */
  contentType: string | undefined;
}

/** What a form contains, by the name of the input. */
export interface ModalInputs {
  fields: Record<string, string>;
  attachments: Record<string, readonly Attachment[]>;
}

function attachmentOf(raw: JsonObject): Attachment | undefined {
  const url = textOf(raw['url']);
  const filename = textOf(raw['filename']);
  const size = raw['size'];
  if (url === undefined || filename === undefined || typeof size !== 'number') return undefined;
  return { url, filename, size, contentType: textOf(raw['content_type']) };
}

/** Inputs of a modal are in labels (`component`) or, in the older format, in rows (`components`). */
const inputsOf = (data: JsonObject): JsonObject[] =>
  objectsOf(data['components']).flatMap((outer) =>
    isObject(outer['component']) ? [outer['component']] : objectsOf(outer['components']),
  );

/**
 * Reads the inputs of a submitted form; a choice is a text. Files without usable data are left out.
 * Source: Discord, "Receiving and Responding", modal submit data structure.
 */
export function modalInputs(data: JsonObject): ModalInputs {
  const files = objectOf(objectOf(data['resolved'])['attachments']);
  const fields = new Map<string, string>();
  const attachments = new Map<string, readonly Attachment[]>();
  for (const input of inputsOf(data)) {
    const name = textOf(input['custom_id']);
    if (name === undefined) continue;
    const values = textsOf(input['values']);
    if (input['type'] === ComponentType.FileUpload)
      attachments.set(
        name,
        values.flatMap((id) => attachmentOf(objectOf(files[id])) ?? []),
      );
    else fields.set(name, textOf(input['value']) ?? values[0] ?? '');
  }
  return { fields: Object.fromEntries(fields), attachments: Object.fromEntries(attachments) };
}
