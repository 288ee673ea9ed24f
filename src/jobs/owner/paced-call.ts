import { PlatformError } from '../../platform/error.ts';
import type { Pace } from './pace.ts';

/** A single new call: background reads are never retried and never use the cache. */
const ONCE = { fresh: true, once: true } as const;
export type OnceOptions = typeof ONCE;

/**
 * Makes a background call to the platform, and reports its outcome to the pace and the metrics. Throws anything but
 * `PlatformError`.
 */
export const createPacedCall =
  ({ pace, onPoll }: { pace: Pick<Pace, 'onSuccess' | 'onFailure'>; onPoll: (outcome: string) => void }) =>
  async <T>(call: (once: OnceOptions) => Promise<{ value: T }>): Promise<{ value: T } | PlatformError> => {
    try {
      const answer = await call(ONCE);
      pace.onSuccess();
      onPoll('ok');
      return answer;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      onPoll(error.kind);
      pace.onFailure(error);
      return error;
    }
  };
