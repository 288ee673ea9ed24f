import { PlatformError } from '../../../src/platform/error.ts';
import type { ReadOptions } from '../../../src/platform/platform.ts';
import type { Bracket, Match, PlayerRank, Tournament } from '../../../src/reading/records.ts';
import type { WriteResult } from '../../../src/platform/write-result.ts';
import { failed } from '../../support/night-records.ts';
import type { VirtualTime } from '../../support/timed-discord.ts';
import type { Chance } from './chance.ts';

/** A tournament as the platform shows it now. */
export interface Shown {
  tournament: Tournament;
  bracket?: Bracket;
}

/** A score that somebody reports; which side it names first is as the platform shows them. Gives why it is refused. */
type TakeScore = (
  playerId: string,
  matchId: string,
  scores: { player1: number; player2: number },
) => 'taken' | 'unknown-match';

const WINDOW = 50;
const WIDE = 200;
/** So long after a reading that was wrong, the next ones are right. */
const AGAIN_MS = 10 * 60_000;
/** How old the reading may be that a message is made of. */
export const OLD_MS = 2 * 60_000;

export type NightPlatform = ReturnType<typeof createNightPlatform>;

/** A platform that shows what it is told to, fails where it is told to, and once in a while answers with less than it has. */
export function createNightPlatform({ now, sleep }: VirtualTime, chance: Chance) {
  const shown = new Map<string, Shown>();
  const before = new Map<string, Shown & { until: number }>();
  const wrongAt = new Map<string, number>();
  const listed: Tournament[] = [];
  /** Left out of the list of what is upcoming. */
  const unlisted = new Set<string>();
  const calls: { at: number; what: string }[] = [];
  const control = {
    failure: (_what: string): PlatformError | undefined => undefined,
    /** What is wrong with the next reading of a bracket alone. */
    nextBracket: new Map<string, 'half' | 'old'>(),
    takeScore: (() => 'unknown-match') as TakeScore,
  };

  async function read<T>(what: string, pick: () => T | undefined): Promise<{ value: T }> {
    calls.push({ at: now(), what });
    await sleep(120);
    const failure = control.failure(what);
    if (failure !== undefined) throw failure;
    const value = pick();
    if (value === undefined) throw failed('not-found');
    return { value: structuredClone(value) };
  }

  /** Of which tournaments a bracket was read. */
  const served = new Set<string>();

  const half = ({ rounds }: Bracket): Bracket => ({
    rounds: rounds
      .map((round) => ({ ...round, matches: round.matches.filter(() => chance.is(0.5)) }))
      .filter(({ matches }) => matches.length > 0),
  });

  function bracketOf(tournamentId: string, isPoll: boolean): Bracket | undefined {
    const bracket = shown.get(tournamentId)?.bracket;
    const wrong = isPoll ? control.nextBracket.get(tournamentId) : undefined;
    // Two in a row would be believed.
    const isInARow = now() - (wrongAt.get(tournamentId) ?? -Infinity) < AGAIN_MS;
    // Nobody can know that the first one is old, or a part.
    const isFirst = isPoll && !served.has(tournamentId);
    if (isPoll && bracket !== undefined) served.add(tournamentId);
    const isRight = isInARow || isFirst;
    if (wrong === undefined || bracket === undefined || isRight) return bracket;
    control.nextBracket.delete(tournamentId);
    const old = before.get(tournamentId);
    // Kept by a cache, for so long.
    const isKept = old?.bracket !== undefined && now() - old.until < OLD_MS;
    if (wrong === 'old' && !isKept) return bracket;
    wrongAt.set(tournamentId, now());
    return wrong === 'half' ? half(bracket) : old?.bracket;
  }

  /** A match with what it belongs to, as the platform shows it alone. */
  function matchOf(matchId: string): Match | undefined {
    for (const { tournament, bracket } of shown.values())
      for (const round of bracket?.rounds ?? [])
        for (const match of round.matches)
          if (match.id === matchId && matchId !== '')
            return { ...match, tournament: { id: tournament.id, name: tournament.name ?? '' } };
    return undefined;
  }

  const isOfPlayer = (playerId: string, { sides }: Match): boolean =>
    sides.some(({ player }) => player?.id === playerId);

  const reads = {
    tournament: (tournamentId: string, _how?: ReadOptions) =>
      read(
        `tournament ${tournamentId}`,
        () => shown.get(tournamentId)?.tournament ?? listed.find(({ id }) => id === tournamentId),
      ),
    bracket: (tournamentId: string, how: ReadOptions = {}) =>
      read(`bracket ${tournamentId}`, () => bracketOf(tournamentId, how.once === true && how.fresh === true)),
    match: (matchId: string) => read(`match ${matchId}`, () => matchOf(matchId)),
    userMatches: (playerId: string) =>
      read(`matches ${playerId}`, () =>
        [...shown.values()].flatMap(({ bracket }) =>
          (bracket?.rounds ?? []).flatMap(({ matches }) =>
            matches.flatMap((match) => (isOfPlayer(playerId, match) ? (matchOf(match.id) ?? []) : [])),
          ),
        ),
      ),
    tournaments: ({ status, isWide }: { status?: string; isWide?: true }) =>
      read(`tournaments ${status ?? ''}`, () => {
        const all = [...listed, ...[...shown.values()].map(({ tournament }) => tournament)];
        const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? 0;
        return all
          .filter(
            ({ id, phase }) =>
              status === undefined || (!unlisted.has(id) && (phase === 'open' || phase === 'upcoming')),
          )
          .filter((one) => status === undefined || startOf(one) > now())
          .toSorted((a, b) => startOf(a) - startOf(b))
          .slice(0, isWide ? WIDE : WINDOW);
      }),
    rankings: ({ region = '' }: { region?: string }) => read(`rankings ${region}`, () => []),
    userRank: (playerId: string) =>
      read(`rank ${playerId}`, (): PlayerRank => ({
        elo: 1000 + (Number(playerId.replaceAll(/\D/g, '')) % 900),
      })),
  };

  return {
    ...reads,
    shown,
    listed,
    unlisted,
    calls,
    control,
    matchOf,
    /** The platform shows another state from now on. */
    show(tournamentId: string, next: Shown): void {
      const current = shown.get(tournamentId);
      if (current !== undefined) before.set(tournamentId, { ...current, until: now() });
      shown.set(tournamentId, next);
    },
    async reportScore(
      playerId: string,
      matchId: string,
      scores: { player1: number; player2: number },
    ): Promise<WriteResult<Match>> {
      await sleep(200);
      const failure = control.failure(`score ${matchId}`);
      if (failure !== undefined) return { outcome: 'refused', failure };
      if (control.takeScore(playerId, matchId, scores) !== 'taken')
        return { outcome: 'refused', failure: failed('not-found') };
      const now = matchOf(matchId);
      return { outcome: 'done', ...(now && { now }) } as WriteResult<Match>;
    },
  };
}
