import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import type { Reader } from './reader.ts';
import type { TokenGrant } from '../records.ts';

/**
 * POST /oauth/token. The document does not show the answer: RFC 6749 section 5.1, read tolerantly. `nowMs` turns a
 * point in time into a lifetime.
 */
export function readToken(reader: Reader, answer: RawAnswer, nowMs: number): TokenGrant {
  const record = reader.record(answer.body, 'token');
  const accessToken = reader.get(record, 'accessToken');
  if (!record || accessToken === undefined) throw notUnderstood(answer, 'access_token');
  const expiresAt = reader.get(record, 'expiresAt');
  const lifetime =
    reader.get(record, 'expiresIn') ?? (expiresAt && Math.floor((expiresAt.epochMs - nowMs) / 1000));
  return {
    accessToken,
    ...reader.pick(record, 'refreshToken'),
    ...present({
      // Nothing that was just given has expired: 0 and less say that it does not expire, or nothing at all.
      expiresInSeconds: lifetime !== undefined && lifetime > 0 ? lifetime : undefined,
    }),
  };
}
