import { isObject } from '../json.ts';
import { ShapeError } from './shape-error.ts';
import type { PlainName } from './fields.ts';
import { playerOfRow, readPlayerName, readRoster } from './read-player.ts';
import type { RecordReader } from './reader.ts';
import type { RankingEntry } from './records.ts';
import type { Slices } from '../async/slices.ts';

/** GET /v1/rankings, global and regional. Without places, the order of the list is the ranking. Each player appears once. */
export function* readRanking(
  reader: RecordReader,
  body: unknown,
  isRegional = false,
): Slices<RankingEntry[]> {
  const entries = reader.list(body, 'rankingEntry');
  if (!entries) throw new ShapeError('');
  const roster = yield* readRoster(reader, body);
  const rows: (Omit<RankingEntry, 'place'> & { place: number | undefined; index: number })[] = [];
  const seen = new Set<string>();
  for (const { value, at, hints } of entries) {
    yield;
    const record = reader.record(value, 'rankingEntry', at);
    if (!record) throw new ShapeError(at);
    const nested = reader.get(record, 'player', (inner) => readPlayerName(reader, inner, roster));
    const row = readPlayerName(reader, isObject(value) && hints ? { ...hints, ...value } : value, roster);
    const player = playerOfRow(nested, row);
    if (player === undefined || (player.id !== undefined && seen.has(player.id))) continue;
    if (player.id !== undefined) seen.add(player.id);
    const place =
      (isRegional ? reader.get(record, 'regionalPlace') : undefined) ?? reader.get(record, 'place');
    const plain: Pick<RankingEntry, PlainName<'rankingEntry'>> = reader.pickPlain(record);
    rows.push({ place, index: rows.length, player, ...plain });
  }
  // Some platforms count from 0.
  const first = rows.some(({ place }) => place === 0) ? 1 : 0;
  return rows.map(({ index, ...entry }) => ({
    ...entry,
    place: entry.place === undefined ? index + 1 : entry.place + first,
  }));
}
