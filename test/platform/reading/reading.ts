import { fields } from '../../../src/platform/reading/fields.ts';
import { createReader } from '../../../src/platform/reading/reader.ts';

export const reader = createReader(fields);

/** An answer as the readers get it. */
export function answer(body: unknown, operation = 'GET /v1/test') {
  return { operation, status: 200, body };
}
