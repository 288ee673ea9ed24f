import { OLD_MS } from '../../../tools/judge/clock.ts';
import type { Bracket, Tournament } from '../../../src/reading/records.ts';
import type { WireAnswer, WireRequest } from '../../support/product/answering-dispatcher.ts';
import type { memoryPlatform } from '../../support/product/memory-platform.ts';
import type { VirtualTime } from '../../support/timed-discord.ts';
import type { Chance } from './chance.ts';
import {
  bracketJson,
  failureJson,
  json,
  packed,
  tournamentJson,
  type Failure,
  type WireDialect,
} from './wire.ts';

/** A tournament as the platform shows it now. */
interface Shown {
  tournament: Tournament;
  bracket?: Bracket;
  /** It ends in a final. */
  hasFinal: boolean;
}

/** A reported score, with the sides in the platform's order. Returns why it is refused. */
type TakeScore = (
  playerId: string,
  matchId: string,
  scores: { player1: number; player2: number },
) => 'taken' | 'unknown-match';

const ANSWER_MS = 120;
/** So long after a reading that was wrong, the next ones are right. */
const AGAIN_MS = 10 * 60_000;

/** What a request is about: "bracket t1", "score t1m3". */
function subjectOf({ method, path }: WireRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://platform.test');
  const [, , kind = '', id = '', part] = pathname.split('/').map(decodeURIComponent);
  if (method === 'POST') return part === undefined ? pathname : `${part} ${id}`;
  if (kind === 'tournaments' && id === '') return `tournaments ${searchParams.get('status') ?? ''}`;
  return part === undefined ? `${kind.replace(/e?s$/, '')} ${id}` : `${part} ${id}`;
}

/** The rank of a rating. */
export const rankOf = (elo: number): string => `Tier ${Math.floor(elo / 100)}`;

/** A platform that shows what it is told to, fails where it is told to, and once in a while answers with less than it has. */
export function createNightPlatform(
  memory: ReturnType<typeof memoryPlatform>,
  { now }: Pick<VirtualTime, 'now'>,
  chance: Chance,
  dialect: WireDialect,
) {
  const shown = new Map<string, Shown>();
  const before = new Map<string, Shown & { until: number }>();
  const wrongAt = new Map<string, number>();
  const listed: Tournament[] = [];
  /** Left out of the list of what is upcoming. */
  const unlisted = new Set<string>();
  const calls: { at: number; what: string }[] = [];
  const control = {
    failure: (_what: string): Failure | undefined => undefined,
    /** What is wrong with the next reading of a bracket alone. */
    nextBracket: new Map<string, 'half' | 'old'>(),
    takeScore: (() => 'unknown-match') as TakeScore,
  };
  memory.control.answerMs = ANSWER_MS;

  /** Of which tournaments a bracket was read. */
  const served = new Set<string>();

  const half = ({ rounds }: Bracket): Bracket => ({
    rounds: rounds
      .map((round) => ({ ...round, matches: round.matches.filter(() => chance.is(0.5)) }))
      .filter(({ matches }) => matches.length > 0),
  });

  /** The bracket where the next reading of it is wrong. */
  function wrongBracket(tournamentId: string): Bracket | undefined {
    const bracket = shown.get(tournamentId)?.bracket;
    const wrong = control.nextBracket.get(tournamentId);
    // Two in a row would be believed.
    const isInARow = now() - (wrongAt.get(tournamentId) ?? -Infinity) < AGAIN_MS;
    // The bot can't know that the first one is old, or a part.
    const isFirst = !served.has(tournamentId);
    if (bracket !== undefined) served.add(tournamentId);
    if (wrong === undefined || bracket === undefined || isInARow || isFirst) return undefined;
    control.nextBracket.delete(tournamentId);
    const old = before.get(tournamentId);
    // Kept by a cache, for so long.
    const isKept = old?.bracket !== undefined && now() - old.until < OLD_MS;
    if (wrong === 'old' && !isKept) return undefined;
    wrongAt.set(tournamentId, now());
    return wrong === 'half' ? half(bracket) : old?.bracket;
  }

  function list({ path }: WireRequest): WireAnswer {
    const { searchParams } = new URL(path, 'http://platform.test');
    const isUpcoming = searchParams.has('status');
    const all = [...listed, ...[...shown.values()].map(({ tournament }) => tournament)];
    const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? 0;
    const wanted = all
      .filter(
        ({ id, phase = 'upcoming' }) =>
          !isUpcoming || (!unlisted.has(id) && (phase === 'open' || phase === 'upcoming')),
      )
      .filter((one) => !isUpcoming || startOf(one) > now())
      .toSorted((a, b) => startOf(a) - startOf(b))
      .slice(0, Number(searchParams.get('limit') ?? 50));
    return json(wanted.map((one) => tournamentJson(one, dialect)));
  }

  /** Requests of the background work, whose readings may be wrong once. */
  const polls = new WeakSet<WireRequest>();

  memory.control.instead = (request) => {
    const what = subjectOf(request);
    calls.push({ at: now(), what });
    const failure = control.failure(what);
    if (failure !== undefined) return failureJson(failure);
    const [kind = '', id = ''] = what.split(' ');
    if (kind === 'tournaments') return list(request);
    const wrong = kind === 'bracket' && polls.has(request) ? wrongBracket(id) : undefined;
    return wrong && json(bracketJson(wrong, dialect, shown.get(id)?.hasFinal === true));
  };
  memory.control.takeScore = (matchId, scores, playerId) =>
    control.takeScore(playerId, matchId, scores) === 'taken'
      ? json(memory.findMatch(matchId) ?? { ok: true })
      : json({ message: 'not found' }, 404);

  return {
    listed: {
      /** Another tournament, without matches. */
      push(tournament: Tournament): void {
        listed.push(tournament);
        memory.tournaments.set(tournament.id, { record: tournamentJson(tournament, dialect) });
      },
    },
    unlisted,
    hasPlayer: (playerId: string): boolean => memory.players.has(playerId),
    /** A player has another rating. */
    rank(playerId: string, elo: number): void {
      const player = memory.players.get(playerId);
      if (player !== undefined) memory.players.set(playerId, { ...player, elo, rank: rankOf(elo) });
    },
    calls,
    /** When it showed a player's rating, or everybody's. */
    rankReads: (): { at: number; playerId?: string }[] =>
      calls.flatMap(({ at, what }) => {
        // A player's place alone has no label.
        const [, kind, playerId] = /^(ranking|user) (.*)$/.exec(what) ?? [];
        if (kind === 'ranking') return [{ at }];
        return playerId === undefined ? [] : [{ at, playerId }];
      }),
    control,
    /** What lies between a process and the platform. */
    wire:
      (isWorker: boolean) =>
      async (request: WireRequest): Promise<WireAnswer> => {
        if (isWorker) polls.add(request);
        const answer = await memory.answer(request);
        return request.method === 'GET'
          ? packed(answer, subjectOf(request).split(' ')[0] ?? '', dialect)
          : answer;
      },
    /** The platform shows another state from now on. */
    show(tournamentId: string, next: Shown): void {
      const current = shown.get(tournamentId);
      if (current !== undefined) before.set(tournamentId, { ...current, until: now() });
      shown.set(tournamentId, next);
      memory.tournaments.set(tournamentId, {
        record: tournamentJson(next.tournament, dialect),
        ...(next.bracket && { bracket: bracketJson(next.bracket, dialect, next.hasFinal) }),
      });
    },
  };
}
