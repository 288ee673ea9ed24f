import { MINUTE_MS } from '../../durations.ts';
import { createExpiringCache } from '../../async/expiring-cache.ts';
import { createInFlight } from '../../async/in-flight.ts';
import { pathSegment } from '../../http/path-segment.ts';
import type { Tournament } from '../../reading/records.ts';
import { tournamentCard, type TournamentCard } from '../../replies/cards.ts';
import { sha256 } from '../../sha256.ts';
import type { StoreLog } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';
import { isFollowedAt, type ListedTournament, type Listing, type ListRecord } from './listing.ts';

/** After this, a newer list is requested. */
const STALE_MS = MINUTE_MS;
/** A page waits for a new list rather than show one older than this. */
const OLD_MS = 10 * MINUTE_MS;
const WAIT_MS = 4000;
const LOOK_MS = 250;
/** How long one process caches what it read in the store. */
const CACHE_MS = 5000;
/** Longer than any platform's ids. */
const ID_MAX = 200;
const KEY = 'list';
/** Tournaments whose card was stored in the last minutes. */
const NOTED_MAX = 1000;

/** The most tournaments in a calendar. */
const UPCOMING_MAX = 200;

/** Drafts are not public. A tournament whose id does not fit into a URL has no page. */
const isPublic = ({ id, registration }: ListedTournament): boolean =>
  registration !== 'draft' && pathSegment(id) !== undefined;

interface CardsDeps {
  listing: Listing;
  /** The ids of the tournaments that a server follows. Throws `StoreError`. */
  followedIn: (serverId: string) => Promise<readonly string[]>;
  /** The URL of a tournament's page. */
  addressOf: (tournamentId: string) => string;
  log: StoreLog;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/**
 * The tournaments that pages outside of Discord show. Pages read only the store: the owner of the background work reads the
 * platform's list at most once a minute. The methods for pages throw `StoreError`.
 */
export function createCards({ listing, followedIn, addressOf, log, now, sleep }: CardsDeps) {
  const lists = createExpiringCache<{ list: ListRecord | undefined }>({ ttlMs: CACHE_MS, max: 1, now });
  const noted = createExpiringCache<true>({ ttlMs: STALE_MS, max: NOTED_MAX, now });
  const waits = createInFlight<ListRecord | undefined>();

  async function stored(): Promise<ListRecord | undefined> {
    const cached = lists.get(KEY);
    if (cached !== undefined) return cached.list;
    const list = await listing.read();
    lists.set(KEY, { list });
    return list;
  }

  const ageOf = (list: ListRecord | undefined): number =>
    list === undefined ? Infinity : now() - list.readAt;

  /** The next list, or after some seconds the same one. */
  const nextList = (before: ListRecord | undefined): Promise<ListRecord | undefined> =>
    waits.share(KEY, async () => {
      for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_MS) {
        await sleep(LOOK_MS);
        const list = await listing.read();
        if (list?.readAt === before?.readAt) continue;
        lists.set(KEY, { list });
        return list;
      }
      return before;
    });

  /** The stored list; requests a newer one from the owner. */
  async function current(): Promise<ListRecord | undefined> {
    const list = await stored();
    if (ageOf(list) >= STALE_MS) await listing.want();
    return list;
  }

  const cardOf = (tournament: ListedTournament, isListed: boolean, t: Translate): TournamentCard =>
    tournamentCard({ tournament, isCurrent: isListed || isFollowedAt(tournament, now()), now: now() }, t);

  async function findIn(list: ListRecord | undefined, tournamentId: string, t: Translate) {
    const one = list?.tournaments.find(({ id }) => id === tournamentId);
    const known = await listing.card(tournamentId);
    // A followed tournament's card is newer than the list.
    const card = known !== undefined && isFollowedAt(known, now()) ? known : (one ?? known);
    return card && isPublic(card) ? cardOf(card, one !== undefined, t) : undefined;
  }

  return {
    /** The upcoming tournaments. */
    async upcoming(t: Translate): Promise<TournamentCard[]> {
      const list = await current();
      const shown = ageOf(list) < OLD_MS ? list : await nextList(list);
      return (shown?.tournaments ?? [])
        .filter(isPublic)
        .slice(0, UPCOMING_MAX)
        .map((one) => cardOf(one, true, t));
    },
    /** The tournaments that a server follows, except those that the bot has not read yet. */
    async followedBy(serverId: string, t: Translate): Promise<TournamentCard[]> {
      const [list, ids] = await Promise.all([stored(), followedIn(serverId)]);
      const cards = await Promise.all([...new Set(ids)].map((id) => findIn(list, id, t)));
      return cards.filter((card) => card !== undefined);
    },
    async find(tournamentId: string, t: Translate): Promise<TournamentCard | undefined> {
      if (tournamentId === '' || tournamentId.length > ID_MAX) return undefined;
      const list = await current();
      const card = await findIn(list, tournamentId, t);
      if (card !== undefined || ageOf(list) < STALE_MS) return card;
      return findIn(await nextList(list), tournamentId, t);
    },
    addressOf,
    /** The platform no longer has the tournament: removes its page. Never rejects. */
    async forget(tournamentId: string): Promise<void> {
      await listing.forget(tournamentId).catch((error: unknown) => {
        log.warn({ err: error }, 'the card of a tournament could not be deleted');
      });
    },
    /** Makes sure that a tournament has its page, and returns its URL. Never rejects. */
    async share(tournament: Tournament): Promise<string> {
      const key = sha256(JSON.stringify(tournament));
      if (tournament.id.length <= ID_MAX && noted.get(key) === undefined) {
        noted.set(key, true);
        await listing.note(tournament).catch((error: unknown) => {
          noted.delete(key);
          log.warn({ err: error }, 'the card of a tournament could not be stored');
        });
      }
      return addressOf(tournament.id);
    },
  };
}
