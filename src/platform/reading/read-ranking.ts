import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import type { PlainName } from './fields.ts';
import { readPlayerName, readRoster } from './read-player.ts';
import type { Reader } from './reader.ts';
import type { RankingEntry } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { isObject } from './values.ts';

/** GET /v1/rankings, global and regional. Where the platform names no places, the order of the list is the ranking. */
export function* readRanking(reader: Reader, answer: RawAnswer, isRegional = false): Slices<RankingEntry[]> {
  const entries = reader.list(answer.body, 'rankingEntry');
  if (!entries) throw notUnderstood(answer, '');
  const roster = yield* readRoster(reader, answer.body);
  const read: (Omit<RankingEntry, 'place'> & { place: number | undefined; index: number })[] = [];
  for (const [index, { value, at, hints }] of entries.entries()) {
    yield;
    const record = reader.record(value, 'rankingEntry', at);
    if (!record) throw notUnderstood(answer, at);
    const nested = reader.get(record, 'player', (inner) => readPlayerName(reader, inner, roster));
    const row = readPlayerName(reader, isObject(value) && hints ? { ...hints, ...value } : value, roster);
    // The row's own id is the row's, where the player has a record of their own.
    const player = {
      ...(nested?.id === undefined ? row : nested),
      ...present({ name: nested?.name ?? row?.name }),
    };
    if (player.id === undefined && player.name === undefined) continue;
    const place =
      (isRegional ? reader.get(record, 'regionalPlace') : undefined) ?? reader.get(record, 'place');
    const plain: Pick<RankingEntry, PlainName<'rankingEntry'>> = reader.pickPlain(record);
    read.push({ place, index, player, ...plain });
  }
  // Some count from 0.
  const first = read.some(({ place }) => place === 0) ? 1 : 0;
  return read.map(({ index, ...entry }) => ({
    ...entry,
    place: entry.place === undefined ? index + 1 : entry.place + first,
  }));
}
