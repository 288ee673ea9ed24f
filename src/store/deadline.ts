import { StoreError } from './store.ts';

/**
 * Gives up on a call that does not end. The call itself goes on and may still take effect, so this error means that the
 * outcome is unknown.
 */
export async function withinDeadline<T>(call: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreError(`${what}: no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
