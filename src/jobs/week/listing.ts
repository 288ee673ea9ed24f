import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { storedObject } from '../../store/schema.ts';
import type { Stores } from '../../store/store.ts';
import { cut } from '../../words/plain.ts';

const StoredMoment = storedObject({ epochMs: z.number(), precision: z.enum(['day', 'second']) });
const text = z.string().exactOptional();

/** A tournament as the platform's list or a member's read showed it, without its players. */
export const ListedTournament = storedObject({
  id: z.string(),
  /** When it last changed, as far as the bot read it (epoch milliseconds). */
  changedAt: z.number(),
  name: text,
  phase: z.enum(['upcoming', 'open', 'running', 'finished', 'cancelled']).exactOptional(),
  registration: z.enum(['closed', 'postponed', 'draft', 'seeding']).exactOptional(),
  startsAt: StoredMoment.exactOptional(),
  endsAt: StoredMoment.exactOptional(),
  registrationClosesAt: StoredMoment.exactOptional(),
  capacity: z.number().exactOptional(),
  entrants: z.number().exactOptional(),
  game: text,
  format: text,
  region: text,
  prize: text,
  description: text,
  imageUrl: text,
  url: text,
  /** The winner. */
  champion: text,
  /** When a channel that follows it last read it: its card is kept up to date for a while, even outside the list. */
  followedAt: z.number().exactOptional(),
});
export type ListedTournament = z.infer<typeof ListedTournament>;

/** The upcoming tournaments in the last read of the list. */
export const ListRecord = storedObject({ readAt: z.number(), tournaments: z.array(ListedTournament) });
export type ListRecord = z.infer<typeof ListRecord>;

const KEY = 'upcoming';
const DESCRIPTION_LENGTH = 600;
const CARD_TTL_MS = 90 * DAY_MS;
/** How long a request for a new list lasts. */
const WISH_TTL_MS = 5 * MINUTE_MS;

/** The most characters of names and other short texts. */
const TEXT_LENGTH = 200;
const WHOLE: readonly string[] = ['id', 'description', 'imageUrl', 'url'];

const shortened = (name: string, value: unknown): unknown =>
  typeof value === 'string' && !WHOLE.includes(name) ? cut(value, TEXT_LENGTH) : value;

function listed(
  { description, ...tournament }: Tournament & Pick<ListedTournament, 'champion' | 'followedAt'>,
  changedAt: number,
): ListedTournament {
  const fields: Readonly<Record<string, unknown>> = {
    ...tournament,
    changedAt,
    description: description && cut(description, DESCRIPTION_LENGTH),
  };
  const stored = Object.keys(ListedTournament.shape).map((name) => [name, shortened(name, fields[name])]);
  // Each field of the schema has the type that it has in a tournament.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return present(Object.fromEntries(stored)) as ListedTournament;
}

/** How often a reading without changes is stored. */
const FOLLOWED_EVERY_MS = 15 * MINUTE_MS;
/** A followed tournament is read at least once an hour, and once a day after its end. */
const FOLLOWED_MS = 90 * MINUTE_MS;
const ENDED_MS = 26 * HOUR_MS;

/** Whether a channel recently updated a card. */
export function isFollowedAt(
  { followedAt, phase }: Pick<ListedTournament, 'followedAt' | 'phase'>,
  now: number,
): boolean {
  const isOver = phase === 'finished' || phase === 'cancelled';
  return followedAt !== undefined && Math.abs(now - followedAt) < (isOver ? ENDED_MS : FOLLOWED_MS);
}

function isSame(before: ListedTournament | undefined, after: ListedTournament): boolean {
  if (before === undefined) return false;
  const last = before.followedAt ?? 0;
  const isRecent = Math.abs((after.followedAt ?? last) - last) < FOLLOWED_EVERY_MS;
  return (
    isRecent &&
    isDeepStrictEqual({ ...before, followedAt: 0 }, { ...after, changedAt: before.changedAt, followedAt: 0 })
  );
}

export type Listing = ReturnType<typeof createListing>;

/**
 * The stored list of upcoming tournaments, and a card of each tournament that was in it or that a member opened. Only the owner of
 * the background work reads the platform's list; a page that needs a newer one requests it here. Every method throws `StoreError`.
 */
export function createListing({ stores, now }: { stores: Pick<Stores, 'namespace'>; now: () => number }) {
  const lists = stores.namespace('listing', ListRecord);
  const cards = stores.namespace('cards', ListedTournament);
  const wishes = stores.namespace('wishes', z.number());

  async function store(before: ListedTournament | undefined, card: ListedTournament): Promise<void> {
    if (!isSame(before, card)) await cards.set(card.id, card, CARD_TTL_MS);
  }

  /** Only its channels know the winner, who stays while the tournament is over. */
  const championIn = (before: ListedTournament | undefined, { phase }: Pick<Tournament, 'phase'>) =>
    phase === 'finished' ? before?.champion : undefined;

  /** Stores a card. */
  async function noteCard(current: ListedTournament): Promise<void> {
    const before = await cards.get(current.id);
    if (before !== undefined && isFollowedAt(before, now())) return;
    await store(before, { ...current, ...present({ champion: championIn(before, current) }) });
  }

  return {
    read: (): Promise<ListRecord | undefined> => lists.get(KEY),
    /** Stores a read of the list. */
    async save(tournaments: readonly Tournament[]): Promise<ListRecord> {
      const before = new Map((await lists.get(KEY))?.tournaments.map((one) => [one.id, one]));
      const readAt = now();
      const record: ListRecord = { readAt, tournaments: [] };
      for (const tournament of tournaments) {
        const earlier = before.get(tournament.id);
        const current = listed(tournament, readAt);
        const isKnown = isSame(earlier, current);
        if (!isKnown) await noteCard(current);
        record.tournaments.push(isKnown && earlier !== undefined ? earlier : current);
      }
      await lists.set(KEY, record);
      return record;
    },
    /** The card of a tournament that may no longer be in the list. */
    card: (tournamentId: string): Promise<ListedTournament | undefined> => cards.get(tournamentId),
    /** Stores a tournament that a member opened. */
    note: (tournament: Tournament): Promise<void> => noteCard(listed(tournament, now())),
    /** Stores a reading of a followed tournament. `winner`: `undefined` if it does not say. */
    async noteFollowed(tournament: Tournament, winner: { name?: string } | undefined): Promise<void> {
      const before = await cards.get(tournament.id);
      const champion = winner === undefined ? championIn(before, tournament) : winner.name;
      await store(before, listed({ ...tournament, ...present({ champion }), followedAt: now() }, now()));
    },
    forget: async (tournamentId: string): Promise<void> => {
      await cards.delete(tournamentId);
      const list = await lists.get(KEY);
      if (list?.tournaments.some(({ id }) => id === tournamentId) === true)
        await lists.replace(KEY, list, {
          ...list,
          tournaments: list.tournaments.filter(({ id }) => id !== tournamentId),
        });
    },
    /** Requests a new list from the owner. */
    want: async (): Promise<void> => void (await wishes.add(KEY, now(), WISH_TTL_MS)),
    isWanted: async (): Promise<boolean> => (await wishes.get(KEY)) !== undefined,
    /** Begins a read that answers all requests so far. */
    forgetWish: (): Promise<void> => wishes.delete(KEY),
  };
}
