import type { Readable } from 'node:stream';

/** About 700 ordinary bodies at a time; each arrives and is verified within milliseconds. */
const BUDGET_BYTES = 4 * 1024 * 1024;
/** Discord's bodies are a few kilobytes; one with the largest possible message stays below this. */
const BODY_BYTES_MAX = 512 * 1024;
/** As long as Discord waits for an answer. */
const TIMEOUT_MS = 3000;
/** Overhead per request and per chunk, so that floods of tiny ones are bounded too. */
const REQUEST_BYTES = 2048;
const CHUNK_BYTES = 1024;

/** Why a body was not read to its end. `displaced`: newer bodies needed the budget. */
export type BodyFault = 'too-large' | 'too-slow' | 'displaced' | 'broken-off';

export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(`a body was not read: ${fault}`);
    this.fault = fault;
  }
}

/** One body, from its first byte until it is verified. */
interface PendingBody {
  bytes: number;
  fail(fault: BodyFault): void;
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/**
 * Bounds the memory of all unverified bodies together. When the budget is exhausted, the oldest incomplete body is dropped:
 * Discord's bodies arrive within milliseconds, so slow senders displace only each other.
 */
export function createBodyBudget({
  budgetBytes = BUDGET_BYTES,
  bodyBytesMax = BODY_BYTES_MAX,
  timeoutMs = TIMEOUT_MS,
} = {}) {
  /** Incomplete bodies, the oldest first. */
  const receiving = new Set<PendingBody>();
  let total = 0;

  function take(pending: PendingBody, bytes: number): void {
    pending.bytes += bytes;
    total += bytes;
    for (const oldest of receiving) {
      if (total <= budgetBytes) return;
      oldest.fail('displaced');
    }
  }

  function release(pending: PendingBody): void {
    receiving.delete(pending);
    total -= pending.bytes;
    pending.bytes = 0;
  }

  function receive(source: Readable, pending: PendingBody): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    return new Promise((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > bodyBytesMax) pending.fail('too-large');
        else take(pending, chunk.length + CHUNK_BYTES);
      };
      const onEnd = (): void => {
        leave();
        resolve(Buffer.concat(chunks));
      };
      const onClose = (): void => pending.fail('broken-off');
      const timer = setTimeout(() => pending.fail('too-slow'), timeoutMs);
      function leave(): void {
        clearTimeout(timer);
        receiving.delete(pending);
        source.off('data', onData).off('end', onEnd).off('close', onClose);
      }
      pending.fail = (fault) => {
        leave();
        release(pending);
        reject(new BodyError(fault));
      };
      receiving.add(pending);
      source.on('data', onData).on('end', onEnd).on('close', onClose);
      take(pending, REQUEST_BYTES);
    });
  }

  return {
    bodyBytesMax,
    /** The bytes in use. */
    bytes: () => total,
    /** Reads a whole body, which counts until `use` settles. Rejects with `BodyError`, and with what `use` throws. */
    async read<T>(source: Readable, use: (body: Buffer) => Promise<T>): Promise<T> {
      const pending: PendingBody = { bytes: 0, fail: () => undefined };
      try {
        return await use(await receive(source, pending));
      } finally {
        release(pending);
      }
    },
  };
}
