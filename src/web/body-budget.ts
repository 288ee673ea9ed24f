import type { Readable } from 'node:stream';

/** Seven hundred of some kilobytes each, which come and are verified within milliseconds. */
const BUDGET_BYTES = 4 * 1024 * 1024;
/** Discord's own are some kilobytes; a message with everything a message may hold stays below this. */
const BODY_BYTES_MAX = 512 * 1024;
/** As long as Discord waits for the whole answer. */
const WITHIN_MS = 3000;
/** What a request and a chunk cost beside their bytes: a flood of tiny ones is bounded, too. */
const REQUEST_BYTES = 2048;
const CHUNK_BYTES = 1024;

/** Why a body was not read to its end. `displaced`: others came when all the budget was taken. */
export type BodyFault = 'too-large' | 'too-slow' | 'displaced' | 'broken-off';

export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(`a body was not read: ${fault}`);
    this.fault = fault;
  }
}

/** One body, from its first byte until it is known whose it is. */
interface Part {
  bytes: number;
  fail(fault: BodyFault): void;
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/**
 * Bounds what all bodies of strangers take together. Discord's come whole within milliseconds, so where the budget is taken,
 * the one that has been on its way the longest gives way: whoever trickles displaces nobody but those who trickle.
 */
export function createBodyBudget({
  budgetBytes = BUDGET_BYTES,
  bodyBytesMax = BODY_BYTES_MAX,
  withinMs = WITHIN_MS,
} = {}) {
  /** Unfinished ones, the oldest first. */
  const receiving = new Set<Part>();
  let total = 0;

  function take(part: Part, bytes: number): void {
    part.bytes += bytes;
    total += bytes;
    for (const oldest of receiving) {
      if (total <= budgetBytes) return;
      oldest.fail('displaced');
    }
  }

  function release(part: Part): void {
    receiving.delete(part);
    total -= part.bytes;
    part.bytes = 0;
  }

  function receive(source: Readable, part: Part): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    return new Promise((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > bodyBytesMax) part.fail('too-large');
        else take(part, chunk.length + CHUNK_BYTES);
      };
      const onEnd = (): void => {
        leave();
        resolve(Buffer.concat(chunks));
      };
      const onClose = (): void => part.fail('broken-off');
      const timer = setTimeout(() => part.fail('too-slow'), withinMs);
      function leave(): void {
        clearTimeout(timer);
        receiving.delete(part);
        source.off('data', onData).off('end', onEnd).off('close', onClose);
      }
      part.fail = (fault) => {
        leave();
        release(part);
        reject(new BodyError(fault));
      };
      receiving.add(part);
      source.on('data', onData).on('end', onEnd).on('close', onClose);
      take(part, REQUEST_BYTES);
    });
  }

  return {
    bodyBytesMax,
    /** Taken at the moment. */
    bytes: () => total,
    /** Reads a whole body, which counts until `use` has ended. Rejects with `BodyError`, and with what `use` throws. */
    async read<T>(source: Readable, use: (body: Buffer) => Promise<T>): Promise<T> {
      const part: Part = { bytes: 0, fail: () => undefined };
      try {
        return await use(await receive(source, part));
      } finally {
        release(part);
      }
    },
  };
}
