import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import { fieldOf, fields, type FieldName } from './fields.ts';
import { joinPath } from './keys.ts';
import type { Reader, Place } from './reader.ts';
import type { Me, PlayerRank } from '../records.ts';
import { asIs, asTrend, isObject } from './values.ts';

/**
 * GET and PATCH /v1/me. The document names these fields and their types, so a value of another type is an
 * `unexpected-response`, and so is a user without an id.
 */
export function readMe(reader: Reader, answer: RawAnswer): Me {
  const top = isObject(answer.body) ? reader.itself(answer.body, 'me') : undefined;
  // An answer with an id of its own is no envelope of another user.
  const hasId = reader.get(top, 'id', asIs) !== undefined;
  const record = top && hasId ? top : documented(reader, answer, 'me');
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
  const record = documented(reader, answer, 'playerRank');
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
function documented<R extends 'me' | 'playerRank'>(reader: Reader, answer: RawAnswer, record: R): Place<R> {
  const { body } = answer;
  const top = isObject(body) ? reader.itself(body, record) : undefined;
  const found = isObject(body) || Array.isArray(body) ? reader.record(body, record) : undefined;
  if (!found) throw notUnderstood(answer, '');
  const { at, holders } = found;
  const own = holders.find((holder) => holder.at === at);
  const first = [top?.holders[0], own].filter((holder) => holder !== undefined);
  return { record, at, holders: [...first, ...holders] };
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
