import type { IncomingMessage } from 'node:http';
import { RESTJSONErrorCodes } from 'discord.js';
import type { UploadedFile } from '../chat/files.ts';
import { isRecord } from '../check/json.ts';
import { invalidForm, RestRefusal } from '../refusal.ts';

/** What a route takes: JSON with or without files, or a form as OAuth uses it. */
export type BodyKind = 'none' | 'json' | 'form';

export interface ReadBody {
  body: unknown;
  files: UploadedFile[];
}

const MAX_BYTES = 25 * 1024 * 1024;

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A request without an encoding set gives buffers alone.
    const bytes: unknown = chunk;
    if (!(bytes instanceof Buffer)) continue;
    size += bytes.length;
    if (size <= MAX_BYTES) chunks.push(bytes);
  }
  if (size > MAX_BYTES)
    throw new RestRefusal(413, RESTJSONErrorCodes.RequestEntityTooLarge, 'Request entity too large');
  return Buffer.concat(chunks);
}

export async function parseBody(bytes: Buffer, contentType: string, kind: BodyKind): Promise<ReadBody> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (kind === 'none' || (bytes.length === 0 && type === '')) return { body: undefined, files: [] };
  if (kind === 'form') {
    if (type !== 'application/x-www-form-urlencoded') throw wrongContentType([FORM]);
    return { body: Object.fromEntries(new URLSearchParams(bytes.toString())), files: [] };
  }
  if (type === 'application/json') return { body: parseJson(bytes.toString()), files: [] };
  if (type === 'multipart/form-data') return parseMultipart(bytes, contentType);
  throw wrongContentType(['application/json', 'multipart/form-data']);
}

const FORM = 'application/x-www-form-urlencoded';

const wrongContentType = (expected: readonly string[]): RestRefusal =>
  invalidForm([
    {
      path: [],
      code: 'CONTENT_TYPE_INVALID',
      message: `Expected "Content-Type" header to be one of {${expected.join(', ')}}.`,
    },
  ]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RestRefusal(
      400,
      RESTJSONErrorCodes.RequestBodyContainsInvalidJSON,
      'The request body contains invalid JSON.',
    );
  }
}

const FILE_FIELD = /^files\[(\d+)\]$/;

async function parseMultipart(bytes: Buffer, contentType: string): Promise<ReadBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined);
  if (!form) throw wrongContentType(['multipart/form-data; boundary=…']);
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') {
      fields[name] = value;
      continue;
    }
    const key = FILE_FIELD.exec(name)?.[1];
    if (key === undefined)
      throw invalidForm([{ path: [name], code: 'FILE_FIELD_NAME', message: 'Files are sent as files[n].' }]);
    files.push({
      key,
      filename: value.name,
      contentType: value.type || 'application/octet-stream',
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  const payload = fields['payload_json'];
  if (payload === undefined) return { body: files.length > 0 ? {} : fields, files };
  const body = parseJson(payload);
  if (!isRecord(body))
    throw invalidForm([
      { path: [], code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' },
    ]);
  return { body, files };
}
