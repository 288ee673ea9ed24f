import { SECOND_MS } from '../durations.ts';
import { isObject, type JsonObject } from '../json.ts';
import { ShapeError } from './shape-error.ts';
import { present } from '../present.ts';
import { fieldOf, fields, type FieldName } from './fields.ts';
import { placeOf } from './find-record.ts';
import { joinPath } from './keys.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { Me, PlayerRank, TokenGrant } from './records.ts';
import { asIs, asTrend, isVisible } from './values.ts';

/**
 * GET and PATCH /v1/me. The fields and their types are documented: a value of another type or a missing id is an
 * `unexpected-response`.
 */
export function readMe(reader: RecordReader, body: unknown): Me {
  const { top, record: nearest } = documented(reader, body, 'me');
  // A response with an id at its top is not an envelope of another user.
  const record = top && reader.get(top, 'id', asIs) !== undefined ? top : nearest;
  const id = reader.get(record, 'id');
  if (id === undefined) throw new ShapeError(joinPath(record.at, 'id'));
  return {
    id,
    ...strict(reader, record, ['name', 'phone', 'elo', 'rank', 'balance']),
    ...reader.pick(record, 'avatarUrl', 'region'),
  };
}

/** GET /v1/users/:id/rank, as strict as `readMe`. One of the four fields is required. */
export function readPlayerRank(reader: RecordReader, body: unknown): PlayerRank {
  const { record } = documented(reader, body, 'playerRank');
  const names = ['globalRank', 'regionalRank', 'elo', 'trend'] as const;
  if (names.every((name) => reader.get(record, name, asIs) === undefined)) throw new ShapeError(record.at);
  const { trend, ...rank } = strict(reader, record, names);
  // Documented as text with a signed number: "up" is text, but not a trend that can be shown.
  return { ...rank, ...present({ trend: asTrend(trend) }) };
}

/** The record, with the top level of the response first: the documented place of the fields, which deeper ones must not override. */
function documented<R extends 'me' | 'playerRank'>(reader: RecordReader, body: unknown, kind: R) {
  const record = isObject(body) || Array.isArray(body) ? reader.record(body, kind) : undefined;
  if (!record) throw new ShapeError('');
  const own = record.holders.find((holder) => holder.at === record.at);
  const top = isObject(body) ? topOf(reader, body, kind) : undefined;
  const first = [top?.holders[0], own].filter((holder) => holder !== undefined);
  return { top, record: { ...record, holders: [...first, ...record.holders] } };
}

/** The object as a record, with its own fields first. */
function topOf<R extends 'me' | 'playerRank'>(
  reader: RecordReader,
  object: JsonObject,
  record: R,
): RecordPlace<R> {
  const { at, holders } = placeOf(reader.viewOf, object, '');
  // Fields under `data` belong to another object.
  const view = new Map([...reader.viewOf(object)].filter(([name]) => name !== 'data'));
  const others = holders.filter((holder) => holder.object !== object);
  return { record, at, holders: [{ object, view, at }, ...others] };
}

/** Reads fields strictly: a value of the wrong kind throws. In undocumented records it would be omitted. */
function strict<R extends 'me' | 'playerRank', F extends FieldName<R>>(
  reader: RecordReader,
  record: RecordPlace<R>,
  names: readonly F[],
) {
  for (const field of names) {
    const value = reader.get(record, field, asIs);
    const { fit, names: [first = ''] = [] } = fieldOf(fields, record.record, field) ?? {};
    const isEmpty = value === undefined || (typeof value === 'string' && !isVisible(value));
    if (!isEmpty && fit?.(value) === undefined) throw new ShapeError(joinPath(record.at, first));
  }
  return reader.pick(record, ...names);
}

/**
 * POST /oauth/token. The response is not documented: RFC 6749 section 5.1, read tolerantly. `nowMs` converts an expiry time to a
 * lifetime.
 */
export function readToken(reader: RecordReader, body: unknown, nowMs: number): TokenGrant {
  const record = reader.record(body, 'token');
  const accessToken = reader.get(record, 'accessToken');
  if (!record || accessToken === undefined) throw new ShapeError('access_token');
  const expiresAt = reader.get(record, 'expiresAt');
  const lifetime =
    reader.get(record, 'expiresIn') ?? (expiresAt && Math.floor((expiresAt.epochMs - nowMs) / SECOND_MS));
  return {
    accessToken,
    ...reader.pick(record, 'refreshToken'),
    ...present({
      // A new token has not expired: 0 and less mean "never" or "unknown".
      expiresInSeconds: lifetime !== undefined && lifetime > 0 ? lifetime : undefined,
    }),
  };
}
