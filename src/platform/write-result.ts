import type { PlatformError } from './error.ts';

/**
 * The result of a write. `now`: the record after the write, from the response or read back, if available. `unknown`: the response was
 * lost and the record does not show whether the write succeeded, or the record contradicts the response (`isAnswered`).
 */
export type WriteResult<T> =
  | { outcome: 'done'; now?: T }
  | { outcome: 'refused'; failure: PlatformError; now?: T }
  | { outcome: 'unknown'; failure: PlatformError; now?: T; isAnswered?: true };
