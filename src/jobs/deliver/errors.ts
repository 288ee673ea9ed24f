import type { Refused } from '../../message/channels.ts';

/** Discord refused something in the channel that follows, and would again. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: Exclude<Refused, 'closed'>;

  constructor(reason: Exclude<Refused, 'closed'>) {
    super(`Discord refused: ${reason}`);
    this.reason = reason;
  }
}

/** The channel does not follow the tournament any more. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
