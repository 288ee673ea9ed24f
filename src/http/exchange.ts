import { errors, type Dispatcher } from 'undici';
import { decode } from './decode.ts';

interface AnswerBase {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** A whole answer. */
export interface Answer extends AnswerBase {
  text: string;
}

interface BytesAnswer extends AnswerBase {
  body: Buffer;
}

/** What ends an exchange before its answer is whole. The time and the signal hold for the wait for a connection, too. */
export interface Limits {
  maxBytes: number;
  timeoutMs?: number;
  signal?: AbortSignal | null | undefined;
}

/** The same where the answer goes into memory of a known size. */
interface BytesLimits extends Omit<Limits, 'maxBytes'> {
  /** An answer that is larger ends the exchange. */
  into: Buffer;
}

/**
 * `exchangeBytes` for a text in UTF-8, with or without a byte order mark, also in gzip or Brotli: without an `Accept-Encoding`,
 * a server may take any (RFC 9110 section 12.5.3). `maxBytes` holds for the decoded text, too.
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: Limits,
): Promise<Answer> {
  const { status, headers, body } = await exchangeBytes(dispatcher, request, limits);
  const decoded = await decode(body, headers['content-encoding'], limits.maxBytes);
  return { status, headers, text: decoded.toString().replace(/^\u{FEFF}/u, '') };
}

/**
 * Sends one request and reads its whole answer. undici's own `request` makes a stream of every body, which costs a /rank a
 * seventh more CPU.
 * Rejects with what undici reports, a `ResponseExceededMaxSizeError` where the body is larger than `maxBytes`, an error that
 * says that time is up, or a `RequestAbortedError` after its signal.
 */
export function exchangeBytes(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, signal, ...where }: Limits | BytesLimits,
): Promise<BytesAnswer> {
  const into = 'into' in where ? where.into : undefined;
  const maxBytes = 'into' in where ? where.into.length : where.maxBytes;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let controller: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    let status = 0;
    let headers: AnswerBase['headers'] = {};
    let bytes = 0;
    const chunks: Buffer[] = [];

    function fail(error: Error): void {
      clearTimeout(timer);
      failure = error;
      reject(error);
      controller?.abort(error);
    }
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => fail(new Error('no answer in time')), timeoutMs);
    signal?.addEventListener('abort', () => fail(new errors.RequestAbortedError()));

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // It waited for a connection until its time was up: nothing is sent.
        if (failure !== undefined) started.abort(failure);
      },
      // Of several (103, then 200) the last one is the answer.
      onResponseStart(_, statusCode, received) {
        status = statusCode;
        headers = received;
        if (Number(received['content-length']) > maxBytes) fail(new errors.ResponseExceededMaxSizeError());
      },
      onResponseData(_, chunk) {
        const start = bytes;
        bytes += chunk.length;
        if (bytes > maxBytes) fail(new errors.ResponseExceededMaxSizeError());
        else if (into === undefined) chunks.push(chunk);
        else chunk.copy(into, start);
      },
      onResponseEnd() {
        clearTimeout(timer);
        const [first] = chunks;
        const joined = () => (first && chunks.length === 1 ? first : Buffer.concat(chunks));
        resolve({ status, headers, body: into?.subarray(0, bytes) ?? joined() });
      },
      onResponseError(_, error) {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}
