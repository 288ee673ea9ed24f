import { notUnderstood } from './answer.ts';
import type { RawAnswer } from './answer.ts';
import { joinPath } from './keys.ts';
import type { Place, Reader } from './reader.ts';
import type { Me, PlayerRank } from '../records.ts';
import { asId, asInteger, asName, asText, asTrend, asUrl, isObject, present } from './values.ts';

/**
 * GET and PATCH /v1/me. The document names these fields and their types, so a value of another type is an
 * `unexpected-response`, and so is a user without an id.
 */
export function readMe(reader: Reader, answer: RawAnswer): Me {
  const place = documented(reader, answer, 'me');
  const id = strict(answer, place, 'id', reader.field(place, 'me', 'id', keep), asId);
  if (id === undefined) throw notUnderstood(answer, joinPath(place.at, 'id'));
  return {
    id,
    ...present({
      name: strict(answer, place, 'name', reader.field(place, 'me', 'name', keep), asString),
      phone: strict(answer, place, 'phone', reader.field(place, 'me', 'phone', keep), asString),
      elo: strict(answer, place, 'elo', reader.field(place, 'me', 'elo', keep), asInteger),
      rank: strict(answer, place, 'rank', reader.field(place, 'me', 'rank', keep), asString),
      balance: strict(answer, place, 'spa_balance', reader.field(place, 'me', 'balance', keep), asInteger),
      avatarUrl: reader.field(place, 'me', 'avatarUrl', asUrl),
      region: reader.field(place, 'me', 'region', asName),
    }),
  };
}

/** GET /v1/users/:id/rank, as strict as `readMe`; a record with none of the four fields is no rank at all. */
export function readPlayerRank(reader: Reader, answer: RawAnswer): PlayerRank {
  const place = documented(reader, answer, 'playerRank');
  const field = (name: 'globalRank' | 'regionalRank' | 'elo' | 'trend') =>
    reader.field(place, 'playerRank', name, keep);
  const rank = present({
    globalRank: strict(answer, place, 'global_rank', field('globalRank'), asInteger),
    regionalRank: strict(answer, place, 'regional_rank', field('regionalRank'), asInteger),
    elo: strict(answer, place, 'elo', field('elo'), asInteger),
    // The document gives its type as text and its form in a note: "up" is text, but no trend that could be shown.
    trend: asTrend(strict(answer, place, 'trend', field('trend'), asTextOrInteger)),
  });
  const given = ['globalRank', 'regionalRank', 'elo', 'trend'] as const;
  if (given.every((name) => field(name) === undefined)) throw notUnderstood(answer, place.at);
  return rank;
}

/**
 * The record, what the answer says at its top first: that is where the document has the fields, and nothing that lies
 * deeper may speak over it. An answer with an id of its own is no envelope of another user.
 */
function documented(reader: Reader, answer: RawAnswer, record: 'me' | 'playerRank'): Place {
  const { body } = answer;
  const top = isObject(body) ? reader.itself(body) : undefined;
  if (top && record === 'me' && reader.field(top, 'me', 'id', keep) !== undefined) return top;
  const place = isObject(body) || Array.isArray(body) ? reader.record(body, record) : undefined;
  if (!place) throw notUnderstood(answer, '');
  const [own] = place.holders.filter(({ at }) => at === place.at);
  return {
    at: place.at,
    holders: [top?.holders[0], own, ...place.holders].filter((held) => held !== undefined),
  };
}

/** A value of the wrong kind is not left out, as in records that the document leaves open. */
function strict<T>(
  answer: RawAnswer,
  place: Place,
  name: string,
  value: unknown,
  fit: (value: unknown) => T | undefined,
): T | undefined {
  if (value === undefined || value === '') return undefined;
  const read = fit(value);
  if (read === undefined) throw notUnderstood(answer, joinPath(place.at, name));
  return read;
}

function keep(value: unknown): unknown {
  return value;
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asTextOrInteger(value: unknown): string | number | undefined {
  return asText(value) ?? asInteger(value);
}
