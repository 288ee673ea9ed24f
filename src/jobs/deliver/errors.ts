import type { Refused } from '../../message/channels.ts';

/** The followed channel refused something, and would refuse it again. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: Exclude<Refused, 'closed'>;

  constructor(reason: Exclude<Refused, 'closed'>) {
    super(`Discord refused: ${reason}`);
    this.reason = reason;
  }
}

/** The channel no longer follows the tournament. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
