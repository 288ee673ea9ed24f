import { plainSpaces } from './read-message.ts';
import type { Snapshot, TruthMatch } from './snapshot.ts';
import { OLD_MS } from './clock.ts';
import type { View } from './view.ts';

interface Row {
  place?: number;
  name: string;
  record: string;
}

/** The table in a message, by its lines. */
function rowsIn(content: string): Row[] | undefined {
  const lines = plainSpaces(content).split('\n');
  const from = lines.findIndex((line) => line.startsWith('**Standings**'));
  if (from < 0) return undefined;
  return lines.slice(from + 1).flatMap((line): Row[] => {
    const plain = line.replaceAll('||', '');
    const [, place, name = '', won, drawn, lost] =
      /^(?:(\d+)\\. )?\*\*(.+)\*\* · (\d+)W (?:(\d+)D )?(\d+)L/.exec(plain) ?? [];
    if (won === undefined) return [];
    return [
      { ...(place !== undefined && { place: Number(place) }), name, record: `${won}-${drawn ?? 0}-${lost}` },
    ];
  });
}

type Count = [won: number, drawn: number, lost: number];

/** What each player of a league has, by its first rounds. */
function countsOf(matches: readonly TruthMatch[]): Map<number, Count> {
  const counts = new Map<number, Count>();
  for (const { pair, played } of matches)
    for (const who of pair) {
      const count = counts.get(who) ?? [0, 0, 0];
      counts.set(who, count);
      if (played === undefined) continue;
      const at = played.winner === undefined ? 1 : played.winner === who ? 0 : 2;
      count[at] += 1;
    }
  return counts;
}

const POINTS: readonly ((count: Count) => number)[] = [
  ([won, drawn]) => 3 * won + drawn,
  ([won, drawn]) => 2 * won + drawn,
  ([won]) => won,
];

/** Whether somebody's place is this one however points are counted, and all have played as often. */
function hasPlace(counts: ReadonlyMap<number, Count>, who: number, place: number): boolean {
  const own = counts.get(who);
  const sizes = new Set([...counts.values()].map(([won, drawn, lost]) => won + drawn + lost));
  if (own === undefined || sizes.size !== 1) return false;
  return POINTS.every((points) => {
    const others = [...counts].flatMap(([one, count]) => (one === who ? [] : [points(count)]));
    return others.filter((one) => one > points(own)).length === place - 1 && !others.includes(points(own));
  });
}

/** The first rounds of each league, by how many they are. */
function* leagues({ matches }: Snapshot): Generator<TruthMatch[]> {
  const leagueOf = ({ round: { group, section } }: TruthMatch): string => `${section} ${group}`;
  for (const name of new Set(matches.map(leagueOf))) {
    const own = matches.filter((one) => leagueOf(one) === name);
    for (const last of new Set(own.map(({ round }) => round.number ?? 0)))
      yield own.filter(({ round }) => (round.number ?? 0) <= last);
  }
}

/** Every table that is told is that of a league after some of its rounds, as the platform showed them just then. */
export function judgeTables({ cup, ours, posts, recentRecords, shownBetween, told, wrong }: View): void {
  const ends = posts.filter(({ text }) => text.kind === 'table');
  for (const [index, { at, post }] of ends.entries()) {
    const isTrue = recentRecords(at).some((one) => one.stage === 'over' && one.champion === undefined);
    if (!isTrue) wrong(at, `a false end: ${post.content.split('\n')[0]}`);
    if (index > 0) wrong(at, 'a second end');
  }

  for (const { at, post } of told) {
    const rows = rowsIn(post.content);
    if (rows === undefined) continue;
    const from = Math.min(
      at,
      ...ours.filter((one) => one.from <= at && one.to >= at - OLD_MS).map((one) => one.from),
    );
    const isOf = (matches: readonly TruthMatch[]): boolean => {
      const counts = countsOf(matches);
      return rows.every(({ name, place, record }) => {
        const who = cup.playerOf(name);
        if (who === undefined || counts.get(who)?.join('-') !== record) return false;
        return place === undefined || hasPlace(counts, who, place);
      });
    };
    const isTrue = shownBetween(from - OLD_MS, at).some((one) => [...leagues(one)].some(isOf));
    if (!isTrue || rows.length === 0) wrong(at, `a false table: ${post.content.replaceAll('\n', ' / ')}`);
  }
}
