import { present } from '../../present.ts';
import { PlatformError } from '../error.ts';

/** What came back from an operation, as the readers get it. */
export interface RawAnswer {
  /** "GET /v1/users/:id" */
  operation: string;
  status?: number;
  /** Parsed JSON; `undefined` for an answer without a body. */
  body: unknown;
}

/** The failure of an answer that cannot be understood at `at`. */
export function notUnderstood(answer: RawAnswer, at: string): PlatformError {
  return new PlatformError('unexpected-response', {
    operation: answer.operation,
    at: at === '' ? 'body' : at,
    ...present({ status: answer.status }),
  });
}
