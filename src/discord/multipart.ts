import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { ReplyFile } from '../message/reply.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.json': 'application/json',
  '.csv': 'text/csv',
};

const typeOf = (name: string): string => TYPES[extname(name)] ?? 'application/octet-stream';

const escapeName = (name: string): string => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));

/**
 * Encodes a message with its files for Discord (RFC 7578): `payload_json`, then `files[n]`. Not with `FormData`, which would
 * copy the bytes through streams.
 */
export function encodeMultipart(
  message: object,
  files: readonly ReplyFile[],
): { contentType: string; body: Buffer } {
  const boundary = `----matchpoint-${randomUUID()}`;
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const parts: (Buffer | string)[] = [
    head('name="payload_json"', 'application/json'),
    JSON.stringify(message),
    '\r\n',
  ];
  for (const [at, file] of files.entries()) {
    parts.push(
      head(`name="files[${at}]"; filename="${escapeName(file.name)}"`, typeOf(file.name)),
      file.bytes,
      '\r\n',
    );
  }
  parts.push(`--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  };
}

/** A request for the REST client with a message and its files. */
export function messageRequest(message: object, files: readonly ReplyFile[]) {
  if (files.length === 0) return { body: message };
  const { contentType, body } = encodeMultipart(message, files);
  return { body, passThroughBody: true, headers: { 'content-type': contentType } };
}
