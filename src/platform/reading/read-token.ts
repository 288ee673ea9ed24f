import { notUnderstood } from './answer.ts';
import type { RawAnswer } from './answer.ts';
import { asMoment } from './moments.ts';
import type { Reader } from './reader.ts';
import type { TokenGrant } from '../records.ts';
import { asCount, asText, present } from './values.ts';

/**
 * POST /oauth/token. The document does not show the answer: RFC 6749 section 5.1, read tolerantly. `nowMs` turns a
 * point in time into a lifetime.
 */
export function readToken(reader: Reader, answer: RawAnswer, nowMs: number): TokenGrant {
  const place = reader.record(answer.body, 'token');
  const accessToken = place && reader.field(place, 'token', 'accessToken', asText);
  if (!place || accessToken === undefined) throw notUnderstood(answer, 'access_token');
  const expiresIn = reader.field(place, 'token', 'expiresIn', asCount);
  const expiresAt = reader.field(place, 'token', 'expiresAt', asMoment);
  const lifetime = expiresIn ?? (expiresAt && Math.floor((expiresAt.epochMs - nowMs) / 1000));
  return {
    accessToken,
    ...present({
      refreshToken: reader.field(place, 'token', 'refreshToken', asText),
      // Nothing that was just given has expired: 0 and less say that it does not expire, or nothing at all.
      expiresInSeconds: lifetime !== undefined && lifetime > 0 ? lifetime : undefined,
    }),
  };
}
