import { describe, expect, it } from 'vitest';
import { createSeason, rankSeason } from '../../src/guilds/season.ts';
import { memoryStores } from '../support/memory-stores.ts';

const DAY_MS = 24 * 60 * 60_000;
const player = (id: string, name = id) => ({ id, name });
const cup = (tournamentId: string, ...ids: string[]) => ({
  tournamentId,
  places: ids.map((id) => player(id)),
});

function world() {
  let time = 1_000_000;
  const stores = memoryStores({ now: () => time });
  const season = () =>
    createSeason({
      store: stores.replica().namespace('seasons'),
      now: () => time,
      around: (_guildId, change) => change(),
    });
  return { season: season(), other: season(), pass: (ms: number) => void (time += ms) };
}

describe('the season of a server', () => {
  it('counts wins, finals and podiums; ties share a place', async () => {
    const { season } = world();
    await season.note('7', cup('a', 'p1', 'p2', 'p3'));
    await season.note('7', cup('b', 'p2', 'p1'));
    await season.note('7', cup('c', 'p4', 'p3'));
    await season.note('8', cup('d', 'p9'));
    const rows = rankSeason(await season.read('7'));
    expect(
      rows.map(({ place, player: { id }, wins, finals, podiums }) => [place, id, wins, finals, podiums]),
    ).toEqual([
      [1, 'p1', 1, 2, 2],
      [1, 'p2', 1, 2, 2],
      [3, 'p4', 1, 1, 1],
      [4, 'p3', 0, 1, 2],
    ]);
  });

  it('has each tournament once, as it was decided last, and each player under the latest name', async () => {
    const { season, other } = world();
    await Promise.all([season.note('7', cup('a', 'p1', 'p2')), other.note('7', cup('b', 'p1', 'p2'))]);
    await other.note('7', { tournamentId: 'a', places: [player('p2', 'Renamed'), player('p1')] });
    const rows = rankSeason(await season.read('7'));
    expect(rows).toMatchObject([
      { place: 1, wins: 1, finals: 2 },
      { place: 1, wins: 1, finals: 2 },
    ]);
    await season.note('7', { tournamentId: 'c', places: [player('p2', 'Newest')] });
    expect(rankSeason(await season.read('7'))[0]).toMatchObject({ player: { name: 'Newest' }, wins: 2 });
  });

  it('lasts a year from when each tournament was decided, also with later corrections', async () => {
    const { season, pass } = world();
    await season.note('7', cup('a', 'p1'));
    pass(200 * DAY_MS);
    await season.note('7', cup('a', 'p2'));
    await season.note('7', cup('b', 'p3'));
    pass(166 * DAY_MS);
    expect((await season.read('7')).map(({ tournamentId }) => tournamentId)).toEqual(['b']);
    await season.forget('7');
    expect(await season.read('7')).toEqual([]);
  });
});
