import { plainSpaces } from './read-message.ts';
import type { Snapshot, TruthMatch } from './snapshot.ts';
import { MINUTE_MS, OLD_MS } from './clock.ts';
import { limitAt } from './lateness.ts';
import type { Cup } from './night.ts';
import type { View } from './view.ts';

const DOUBT_MS = 3 * MINUTE_MS;

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
  for (const { isCalledOff, pair, played } of matches)
    for (const who of pair) {
      const count = counts.get(who) ?? [0, 0, 0];
      counts.set(who, count);
      if (played === undefined || isCalledOff) continue;
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

/** Whether these rows are those of a table after these matches. */
function isTableOf(rows: readonly Row[], matches: readonly TruthMatch[], cup: Cup): boolean {
  const counts = countsOf(matches);
  return rows.every(({ name, place, record }) => {
    const who = cup.playerOf(name);
    if (who === undefined || counts.get(who)?.join('-') !== record) return false;
    return place === undefined || hasPlace(counts, who, place);
  });
}

/** Whether somebody is first in the only league, and all of it is played. */
export function isFirst(snapshot: Snapshot, who: number): boolean {
  const all = [...leagues(snapshot)].find((one) => one.length === snapshot.matches.length);
  return all !== undefined && isOver(all) && hasPlace(countsOf(all), who, 1);
}

const isOver = (matches: readonly TruthMatch[]): boolean =>
  matches.every(({ isCalledOff, isVoid, played }) => played !== undefined || isCalledOff || isVoid);

/** Every table that is told is that of a league after some of its rounds, as the platform showed them just then; and none is missing. */
export function judgeTables(view: View): void {
  const { cup, ours, posts, recentRecords, shownBetween, told, wrong } = view;
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
    const isTrue = shownBetween(from - OLD_MS, at).some((one) =>
      [...leagues(one)].some((matches) => isTableOf(rows, matches, cup)),
    );
    if (!isTrue || rows.length === 0) wrong(at, `a false table: ${post.content.replaceAll('\n', ' / ')}`);
  }
  judgeMissing(view);
}

/** Once a round is over, the first of the table are told. */
function judgeMissing(view: View): void {
  const { baselineUntil, cup, endedAt, follow, night, oftenPairs, snapshots, told, topics } = view;
  const { troubled, untilOf, wrong } = view;
  if (!night.tabled.has(cup.id) || !topics.results || follow.isSecond || oftenPairs.size > 0) return;
  const tables = told.flatMap(({ at, post }) => {
    const rows = rowsIn(post.content);
    return rows === undefined ? [] : [{ at, rows }];
  });
  for (const [index, snapshot] of snapshots.entries()) {
    const before = snapshots[index - 1];
    const until = snapshot.at + limitAt(view, snapshot.at);
    if (before?.stage !== 'running' || before.at < baselineUntil || snapshot.stage !== 'running') continue;
    if (snapshot.isHalted || until > Math.min(untilOf(index), endedAt)) continue;
    // So soon after another draw, what is gone may only be missing.
    if (troubled(snapshot.at - DOUBT_MS, until) || isDrawnAnew(view, snapshot.at)) continue;
    const done = [...leagues(snapshot)].filter(isOver).toSorted((a, b) => b.length - a.length)[0];
    const known = new Set(before.matches.map(({ instance, played }) => played && instance));
    if (done === undefined || done.every(({ instance, played }) => !played || known.has(instance))) continue;
    const wasOver = snapshots
      .slice(0, index)
      .some((one) => [...leagues(one)].some((all) => all.length >= done.length && isOver(all)));
    if (wasOver) continue;
    if (!tables.some(({ at, rows }) => at <= until && rows.length > 0 && isTableOf(rows, done, cup)))
      wrong(snapshot.at, `no table after ${done.length} matches`);
  }
}

function isDrawnAnew({ shownBetween }: View, at: number): boolean {
  const drawn = shownBetween(at - DOUBT_MS, at).map(
    ({ matches }) => new Set(matches.map((one) => one.instance)),
  );
  return drawn.some((one, step) => [...(drawn[step - 1] ?? [])].some((instance) => !one.has(instance)));
}
