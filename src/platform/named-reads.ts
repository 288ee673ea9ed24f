import { isBare, type BareMatches } from './bare-matches.ts';
import type { Names } from './names.ts';
import type { NamedReads, PublicReads } from './platform.ts';
import type { Match } from '../reading/records.ts';
import { hasAllNames, matchWithNames, refsOf, unnamedIn, withName, type Ref } from './unnamed.ts';

/** The limits for look-ups per reply. What arrives later is cached for the next reply. */
const LOOK_UPS = 12;
const WAIT_MS = 700;

interface NamedReadsOptions {
  reads: PublicReads;
  names: Names;
  matches: BareMatches;
  /** Monotonic milliseconds. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The reads for one reply. */
export function createNamedReads({ reads, names, matches, now, sleep }: NamedReadsOptions): NamedReads {
  let lookUpsLeft = LOOK_UPS;
  let waitLeftMs = WAIT_MS;

  const lookUp = (refs: readonly Ref[]): Promise<void> =>
    lookUpEach(names.wanted(refs), (ref) => names.lookUp(ref));

  async function lookUpEach<T>(wanted: readonly T[], look: (one: T) => Promise<void>): Promise<void> {
    const due = wanted.slice(0, lookUpsLeft);
    if (due.length === 0) return;
    lookUpsLeft -= due.length;
    const startedAt = now();
    const looking = Promise.all(due.map((one) => look(one)));
    await Promise.race([looking, sleep(Math.max(0, waitLeftMs))]);
    waitLeftMs -= now() - startedAt;
  }

  /** A history may list ids alone: its first matches are read one by one. */
  async function withMatches(history: Match[], maySearch: boolean): Promise<Match[]> {
    const ids = history.filter(isBare).map(({ id }) => id);
    if (ids.length === 0) return history;
    if (maySearch)
      await lookUpEach(
        ids.slice(0, LOOK_UPS).filter((id) => matches.isDue(id)),
        matches.lookUp,
      );
    // Under the id of the history, by which the match can be read.
    return history.map((match) =>
      isBare(match) ? { ...match, ...matches.of(match.id), id: match.id } : match,
    );
  }

  const withNames = (match: Match): Match => matchWithNames(match, names.of);

  async function nameMatch(match: Match): Promise<Match> {
    await lookUp(unnamedIn([match]));
    return withNames(match);
  }

  return {
    // Listed one by one: this object is created for every interaction, and a spread takes several times as long.
    user: (playerId, options) => reads.user(playerId, options),
    userRank: (playerId, options) => reads.userRank(playerId, options),
    tournament: (tournamentId, options) => reads.tournament(tournamentId, options),
    rankings: (query, options) => reads.rankings(query, options),
    recentMatches: (playerId) => reads.recentMatches(playerId),
    seenRegions: () => reads.seenRegions(),
    knownPlayers: () => names.players(),
    nameMatch,
    async match(matchId, options) {
      const answer = await reads.match(matchId, options);
      return { ...answer, value: await nameMatch(answer.value) };
    },
    async userMatches(playerId, options) {
      const answer = await reads.userMatches(playerId, options);
      const history = await withMatches(answer.value, options.shown !== undefined);
      if (options.shown !== undefined) await lookUp(unnamedIn(options.shown(history)));
      return { ...answer, value: history.map(withNames) };
    },
    async bracket(tournamentId, options) {
      const answer = await reads.bracket(tournamentId, options);
      if (options.shown !== undefined && !hasAllNames(answer.value)) {
        const matches = options.shown(names.inBracket(answer.value));
        const players = matches.flatMap(({ sides }) => sides.map(({ player }) => player));
        await lookUp(refsOf('player', players));
      }
      return { ...answer, value: names.inBracket(answer.value) };
    },
    async tournaments(query, options) {
      const answer = await reads.tournaments(query, options);
      return { ...answer, value: answer.value.map((one) => withName('tournament', one, names.of)) };
    },
    async namePlayers(entries) {
      const players = entries.map(({ player }) => player);
      await lookUp(refsOf('player', players));
      return entries.map((entry) => ({ ...entry, player: withName('player', entry.player, names.of) }));
    },
    async nameTournaments(tournaments) {
      await lookUp(refsOf('tournament', tournaments));
      return tournaments.map((one) => withName('tournament', one, names.of));
    },
  };
}
