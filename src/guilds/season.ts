import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import { matchesRule, type SeriesRule } from './series.ts';
import type { Store } from '../store/store.ts';

const Entrant = storedObject({ id: z.string().exactOptional(), name: z.string().exactOptional() });
type Entrant = z.infer<typeof Entrant>;

/** A tournament that a server followed to its end. */
const Cup = storedObject({
  tournamentId: z.string(),
  /** Versions before the series did not store it. */
  name: z.string().exactOptional(),
  /** When it was first seen decided, epoch milliseconds. */
  decidedAt: z.number(),
  /** The first, second and third, as far as known. */
  places: z.array(Entrant),
});
type Cup = z.infer<typeof Cup>;

/** Of one server, the latest last. */
export const SeasonRecord = z.array(Cup);
export type SeasonRecord = z.infer<typeof SeasonRecord>;

/** A player's record in the tournaments of a season. */
export interface SeasonRow {
  player: Entrant;
  /** Ties share a place. */
  place: number;
  wins: number;
  /** Places among the first two. */
  finals: number;
  /** Places among the first three. */
  podiums: number;
}

const SEASON_MS = 365 * DAY_MS;
const CUPS_MAX = 300;

/** Names may change; an id stays. */
const keyOf = ({ id, name }: Entrant): string | undefined => id ?? name?.toLowerCase();

const isSame = (one: readonly Entrant[], other: readonly Entrant[]): boolean =>
  JSON.stringify(one.map(keyOf)) === JSON.stringify(other.map(keyOf));

/** Ranks a season, the best first: by wins, then finals, then podiums. */
export function rankSeason(cups: SeasonRecord): SeasonRow[] {
  const rows = new Map<string, SeasonRow>();
  for (const { places } of cups) {
    for (const [at, player] of places.entries()) {
      const key = keyOf(player);
      if (key === undefined) continue;
      const row = rows.get(key) ?? { player, place: 0, wins: 0, finals: 0, podiums: 0 };
      rows.set(key, {
        ...row,
        // The latest name.
        player: { ...row.player, ...player },
        wins: row.wins + (at === 0 ? 1 : 0),
        finals: row.finals + (at <= 1 ? 1 : 0),
        podiums: row.podiums + 1,
      });
    }
  }
  const order = (one: SeasonRow, other: SeasonRow): number =>
    other.wins - one.wins || other.finals - one.finals || other.podiums - one.podiums;
  const sorted = [...rows.values()].toSorted(order);
  return sorted.map((row) => ({ ...row, place: sorted.findIndex((one) => order(one, row) === 0) + 1 }));
}

interface SeasonDeps {
  store: Store<SeasonRecord>;
  now: () => number;
  /** Makes a change that the season's posts should show. Throws `StoreError`. */
  around: (guildId: string, change: () => Promise<unknown>) => Promise<unknown>;
}

const SHOWN = 10;

/** What the post of a rule's season shows. */
export interface SeasonView {
  words: readonly string[];
  count: number;
  /** The name of the latest tournament. */
  last: string | undefined;
  rows: readonly SeasonRow[];
}

/** The season of a rule, ranked. */
export function seasonOf(rule: Pick<SeriesRule, 'words'>, all: SeasonRecord): SeasonView {
  const cups = all.filter(({ name }) => matchesRule(rule, name));
  return {
    words: rule.words ?? [],
    count: cups.length,
    last: cups.at(-1)?.name,
    rows: rankSeason(cups).slice(0, SHOWN),
  };
}

/** The first three of the tournaments that a server followed, for a year. Methods throw `StoreError`. */
export function createSeason({ around, now, store }: SeasonDeps) {
  const change = async (guildId: string, edit: (cups: SeasonRecord) => SeasonRecord): Promise<void> =>
    void (await around(guildId, () =>
      changeRecord(
        store,
        guildId,
        (cups = []) => edit(cups),
        () => SEASON_MS,
      ),
    ));

  const current = (cups: SeasonRecord): SeasonRecord =>
    cups.filter(({ decidedAt }) => now() - decidedAt < SEASON_MS).slice(-CUPS_MAX);
  return {
    read: async (guildId: string): Promise<SeasonRecord> => current((await store.get(guildId)) ?? []),
    /** Records how a tournament ended, or what has changed since. `places`: absent if that is not said; those recorded stay. */
    async note(
      guildId: string,
      { tournamentId, name, ...said }: Pick<Cup, 'tournamentId' | 'name'> & Partial<Pick<Cup, 'places'>>,
    ): Promise<void> {
      const before = (await store.get(guildId)) ?? [];
      const known = before.find((one) => one.tournamentId === tournamentId);
      const { places = known?.places ?? [] } = said;
      if (known !== undefined && known.name === name && isSame(known.places, places)) return;
      await change(guildId, (cups) => {
        const same = cups.find((one) => one.tournamentId === tournamentId);
        const decidedAt = same?.decidedAt ?? now();
        const cup = { tournamentId, places: [...places], decidedAt, ...present({ name }) };
        const others = current(cups).filter((one) => one !== same);
        return [...others, cup].toSorted((a, b) => a.decidedAt - b.decidedAt);
      });
    },
    /** A recorded tournament has not ended after all. */
    async takeBack(guildId: string, tournamentId: string): Promise<void> {
      const isOf = (one: Cup): boolean => one.tournamentId === tournamentId;
      if (!((await store.get(guildId)) ?? []).some(isOf)) return;
      await change(guildId, (cups) => current(cups).filter((one) => !isOf(one)));
    },
    forget: (guildId: string): Promise<void> => store.delete(guildId),
  };
}
