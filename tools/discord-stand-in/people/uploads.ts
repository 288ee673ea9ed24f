import type { APIFileUploadComponent } from 'discord.js';
import type { MemberUpload } from '../chat/cdn.ts';
import { MAX_FILE_BYTES, type OwnFile } from '../chat/files.ts';
import type { Resolved } from '../interactions/payload.ts';
import { ClientRefusal } from './client-refusal.ts';

type FileTypes = NonNullable<APIFileUploadComponent['file_types']>;

/** Discord goes by the file's name alone; the kind follows from the media type for that name. */
const isOfTypes = ({ filename, contentType }: OwnFile, types: FileTypes): boolean =>
  types.some((type) =>
    type.startsWith('.') ? filename.toLowerCase().endsWith(type) : contentType.startsWith(`${type}/`),
  );

/** Uploads what a member chose in a form, puts it into `resolved` and gives the ids. */
export function uploadedIds(
  { custom_id: name, file_types: types, ...input }: APIFileUploadComponent,
  files: readonly OwnFile[],
  resolved: Resolved,
  upload: (file: OwnFile) => MemberUpload,
): string[] {
  const min = input.min_values ?? 1;
  const max = input.max_values ?? 1;
  const mayBeEmpty = input.required === false && files.length === 0;
  if (!mayBeEmpty && (files.length < min || files.length > max))
    throw new ClientRefusal(`${name}: ${min} to ${max} files have to be chosen`);
  for (const file of files) {
    const { filename, bytes } = file;
    if (bytes.byteLength > MAX_FILE_BYTES)
      throw new ClientRefusal(`${filename} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
    if (types && !isOfTypes(file, types))
      throw new ClientRefusal(`${filename} is not one of ${types.join(', ')}`);
  }
  const uploads = files.map(upload);
  if (uploads.length > 0)
    resolved.attachments = {
      ...resolved.attachments,
      ...Object.fromEntries(uploads.map((one) => [one.id, one])),
    };
  return uploads.map(({ id }) => id);
}
