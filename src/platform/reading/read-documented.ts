import { notUnderstood, type RawAnswer } from '../error.ts';
import { present } from '../../present.ts';
import { fieldOf, fields, type FieldName } from './fields.ts';
import { placeOf } from './find-record.ts';
import { joinPath } from './keys.ts';
import type { Reader, Place } from './reader.ts';
import type { Me, PlayerRank, TokenGrant } from '../records.ts';
import { asIs, asTrend, isObject, type JsonObject } from './values.ts';

/**
 * GET and PATCH /v1/me. The document names these fields and their types, so a value of another type is an
 * `unexpected-response`, and so is a user without an id.
 */
export function readMe(reader: Reader, answer: RawAnswer): Me {
  const { top, record: found } = documented(reader, answer, 'me');
  // An answer with an id of its own is no envelope of another user.
  const record = top && reader.get(top, 'id', asIs) !== undefined ? top : found;
  const id = reader.get(record, 'id');
  if (id === undefined) throw notUnderstood(answer, joinPath(record.at, 'id'));
  return {
    id,
    ...strict(reader, answer, record, ['name', 'phone', 'elo', 'rank', 'balance']),
    ...reader.pick(record, 'avatarUrl', 'region'),
  };
}

/** GET /v1/users/:id/rank, as strict as `readMe`; a record with none of the four fields is no rank at all. */
export function readPlayerRank(reader: Reader, answer: RawAnswer): PlayerRank {
  const { record } = documented(reader, answer, 'playerRank');
  const names = ['globalRank', 'regionalRank', 'elo', 'trend'] as const;
  if (names.every((name) => reader.get(record, name, asIs) === undefined))
    throw notUnderstood(answer, record.at);
  const { trend, ...rank } = strict(reader, answer, record, names);
  // The document gives its type as text and its form in a note: "up" is text, but no trend that could be shown.
  return { ...rank, ...present({ trend: asTrend(trend) }) };
}

/**
 * The record, what the answer says at its top first: that is where the document has the fields, and nothing that lies
 * deeper may speak over it.
 */
function documented<R extends 'me' | 'playerRank'>(reader: Reader, answer: RawAnswer, kind: R) {
  const { body } = answer;
  const found = isObject(body) || Array.isArray(body) ? reader.record(body, kind) : undefined;
  if (!found) throw notUnderstood(answer, '');
  const own = found.holders.find((holder) => holder.at === found.at);
  const top = isObject(body) ? topOf(reader, body, kind) : undefined;
  const first = [top?.holders[0], own].filter((holder) => holder !== undefined);
  return { top, record: { ...found, holders: [...first, ...found.holders] } };
}

/** The object itself, what it says on its own first. */
function topOf<R extends 'me' | 'playerRank'>(reader: Reader, object: JsonObject, record: R): Place<R> {
  const { at, holders } = placeOf(reader.viewOf, object, '');
  // What lies under `data` is another object's.
  const view = new Map([...reader.viewOf(object)].filter(([name]) => name !== 'data'));
  const others = holders.filter((holder) => holder.object !== object);
  return { record, at, holders: [{ object, view, at }, ...others] };
}

/** The fields, of which a value of the wrong kind is not left out, as in records that the document leaves open. */
function strict<R extends 'me' | 'playerRank', F extends FieldName<R>>(
  reader: Reader,
  answer: RawAnswer,
  record: Place<R>,
  names: readonly F[],
) {
  for (const field of names) {
    const value = reader.get(record, field, asIs);
    const { fit, names: [first = ''] = [] } = fieldOf(fields, record.record, field) ?? {};
    if (value !== undefined && value !== '' && fit?.(value) === undefined)
      throw notUnderstood(answer, joinPath(record.at, first));
  }
  return reader.pick(record, ...names);
}

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
