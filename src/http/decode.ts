import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errors } from 'undici';

/** RFC 9110 section 8.4.1, and Brotli (RFC 7932). They run in the thread pool: the event loop gets the whole result. */
const DECODERS: ReadonlyMap<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> =
  new Map([
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['br', promisify(brotliDecompress)],
    ['deflate', promisify(inflate)],
  ]);
/** More than one is unheard of, and each may be a bomb. */
const MAX_CODINGS = 2;

/** A body in a coding that is not known, or broken in its coding. */
export class CodingError extends Error {
  override readonly name = 'CodingError';
}

/**
 * Decodes a body by its `Content-Encoding`, to at most `maxBytes`. Throws `CodingError`, or undici's
 * `ResponseExceededMaxSizeError`, before a bomb takes more memory than that.
 */
export async function decode(
  body: Buffer,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const codings = String(encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || body.length === 0) return body;
  if (codings.length > MAX_CODINGS) throw new CodingError('too many content codings');
  let decoded = body;
  // They were applied in the order of the header.
  for (const coding of codings.toReversed()) {
    const decoder = DECODERS.get(coding);
    if (decoder === undefined) throw new CodingError('unknown content coding');
    decoded = await decoder(decoded, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw isTooLong
        ? new errors.ResponseExceededMaxSizeError()
        : new CodingError('broken content coding', { cause: error });
    });
  }
  return decoded;
}
