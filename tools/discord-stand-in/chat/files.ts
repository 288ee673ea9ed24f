import { RESTJSONErrorCodes, type APIEmbed } from 'discord.js';
import type { AttachmentBody } from '../check/schemas.ts';
import { invalidForm, RestRefusal } from '../refusal.ts';
import type { ChatAttachment } from './message.ts';

/** A file from a member's computer. */
export interface OwnFile {
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

/** A file of a multipart body; `key` is the number in `files[n]`. */
export interface UploadedFile extends OwnFile {
  key: string;
}

export const MAX_FILES = 10;
/** What an interaction tells as `attachment_size_limit`. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export function checkUploads(files: readonly UploadedFile[]): void {
  if (files.some(({ bytes }) => bytes.byteLength > MAX_FILE_BYTES))
    throw new RestRefusal(413, RESTJSONErrorCodes.RequestEntityTooLarge, 'Request entity too large');
  if (files.length > MAX_FILES)
    throw invalidForm([
      { path: ['files'], code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${MAX_FILES} or fewer in length.` },
    ]);
}

/** What a body says of attachments, and where it stands in the request. */
export interface SentAttachments {
  listed: readonly AttachmentBody[] | null | undefined;
  files: readonly UploadedFile[];
  at: readonly string[];
}

/**
 * Which attachments a message has after a body: those that stay, then the uploads. Without a list all of them stay;
 * with one, only what it names, and an entry that names neither an upload nor what is there is refused.
 */
export function mergeAttachments(
  present: readonly ChatAttachment[],
  { listed, files, at }: SentAttachments,
  store: (file: UploadedFile, filename: string) => Pick<ChatAttachment, 'id' | 'url'>,
): ChatAttachment[] {
  const entry = (id: string): AttachmentBody | undefined => listed?.find((candidate) => candidate.id === id);
  const missing = (listed ?? []).flatMap(({ id }, index) =>
    present.some((kept) => kept.id === id) || files.some(({ key }) => key === id)
      ? []
      : [
          {
            path: [...at, 'attachments', index],
            code: 'ATTACHMENT_NOT_FOUND',
            message: `The attachment "${id}" is neither uploaded nor there.`,
          },
        ],
  );
  if (missing.length > 0) throw invalidForm(missing);
  const remaining = listed ? present.filter(({ id }) => entry(id)) : present;
  const changed = remaining.map((attachment) => {
    const description = entry(attachment.id)?.description;
    return description === undefined ? attachment : { ...attachment, description };
  });
  const uploaded = files.map((file): ChatAttachment => {
    const described = entry(file.key);
    const filename = described?.filename ?? file.filename;
    return {
      ...store(file, filename),
      filename,
      size: file.bytes.byteLength,
      contentType: file.contentType,
      ...(described?.description === undefined ? {} : { description: described.description }),
      ...pictureSize(file.bytes),
    };
  });
  return [...changed, ...uploaded];
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Of a PNG, from its first chunk; other files tell nothing. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const head = Buffer.from(bytes.subarray(0, 24));
  if (head.length < 24 || !head.subarray(0, 8).equals(PNG)) return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** The embeds with `attachment://name` turned into addresses, and the attachments parted by whether an embed shows them. */
export function showInEmbeds(
  embeds: readonly APIEmbed[],
  attachments: readonly ChatAttachment[],
): { embeds: APIEmbed[]; attachments: ChatAttachment[]; embedded: ChatAttachment[] } {
  const resolve = (url: string): string => {
    const attachment = attachments.find(({ filename }) => url === `attachment://${filename}`);
    return attachment?.url ?? url;
  };
  const resolved = embeds.map((embed) => ({
    ...embed,
    ...(embed.image ? { image: { ...embed.image, url: resolve(embed.image.url) } } : {}),
    ...(embed.thumbnail ? { thumbnail: { ...embed.thumbnail, url: resolve(embed.thumbnail.url) } } : {}),
    ...(embed.author?.icon_url
      ? { author: { ...embed.author, icon_url: resolve(embed.author.icon_url) } }
      : {}),
    ...(embed.footer?.icon_url
      ? { footer: { ...embed.footer, icon_url: resolve(embed.footer.icon_url) } }
      : {}),
  }));
  const used = new Set(
    resolved.flatMap((embed) => [
      embed.image?.url,
      embed.thumbnail?.url,
      embed.author?.icon_url,
      embed.footer?.icon_url,
    ]),
  );
  return {
    embeds: resolved,
    attachments: attachments.filter(({ url }) => !used.has(url)),
    embedded: attachments.filter(({ url }) => used.has(url)),
  };
}
