import type { Names } from './names.ts';
import type { NamedReads, PublicReads } from './platform.ts';
import type { Match } from '../reading/records.ts';
import { hasAllNames, matchWithNames, refsOf, unnamedIn, withName, type Ref } from './unnamed.ts';

/** The limits for names per reply. Names that arrive later are cached for the next reply. */
const LOOK_UPS = 12;
const WAIT_MS = 700;

interface NamedReadsOptions {
  reads: PublicReads;
  names: Names;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The reads for one reply. */
export function createNamedReads({ reads, names, now, sleep }: NamedReadsOptions): NamedReads {
  let lookUpsLeft = LOOK_UPS;
  let waitLeftMs = WAIT_MS;

  async function lookUp(refs: readonly Ref[]): Promise<void> {
    const due = names.wanted(refs).slice(0, lookUpsLeft);
    if (due.length === 0) return;
    lookUpsLeft -= due.length;
    const startedAt = now();
    const looking = Promise.all(due.map((ref) => names.lookUp(ref)));
    await Promise.race([looking, sleep(Math.max(0, waitLeftMs))]);
    waitLeftMs -= Math.max(0, now() - startedAt);
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
    seenRegions: () => reads.seenRegions(),
    knownPlayers: () => names.players(),
    nameMatch,
    async match(matchId, options) {
      const answer = await reads.match(matchId, options);
      return { ...answer, value: await nameMatch(answer.value) };
    },
    async userMatches(playerId, options) {
      const answer = await reads.userMatches(playerId, options);
      if (options.shown !== undefined) await lookUp(unnamedIn(options.shown(answer.value)));
      return { ...answer, value: answer.value.map(withNames) };
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
