import { setImmediate } from 'node:timers/promises';
import type { Tell } from '../../../src/app/facts.ts';
import { createPlatform } from '../../../src/platform/create-platform.ts';
import type { PlatformError } from '../../../src/platform/error.ts';
import type { PlatformState } from '../../../src/platform/state.ts';
import { AnsweringDispatcher, type WireAnswer, type WireRequest } from './answering-dispatcher.ts';

type Json = Record<string, unknown>;

interface PlatformClock {
  now: () => number;
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Time stands still until the function that it gives is called. */
  hold?: () => () => void;
}

export interface PlatformPlayer {
  id: string;
  name: string;
  elo?: number;
  rank?: string;
}

export const json = (body: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(body) });
const STATUSES: Partial<Record<PlatformError['kind'], number>> = {
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  invalid: 400,
  conflict: 409,
  'rate-limited': 429,
};
/** The answer that the product's client takes for such a failure. */
export const failureOf = ({ kind, retryAfterMs }: PlatformError): WireAnswer => ({
  ...json({ message: kind }, STATUSES[kind] ?? 503),
  ...(retryAfterMs !== undefined && { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) } }),
});
const notFound = (): WireAnswer => json({ message: 'not found' }, 404);

/** The token of a player, as the platform gives it. */
export const tokenOf = (playerId: string): string => `access-of-${playerId}`;
const playerOf = (token: string | undefined): string | undefined => /^access-of-(.+)$/.exec(token ?? '')?.[1];

/**
 * A platform in memory, on the other side of the product's own client: what it holds is JSON as a platform would send it. `sleep`:
 * how an answer takes its time.
 */
export function memoryPlatform(sleep: (ms: number) => Promise<void> = () => Promise.resolve()) {
  const players = new Map<string, PlatformPlayer>();
  /** By id: the record, and the bracket if there is one. */
  const tournaments = new Map<string, { record: Json; bracket?: Json }>();
  /** Single matches, beside those of brackets. */
  const matches = new Map<string, Json>();
  const requests: string[] = [];
  const control = {
    answerMs: 0,
    /** Answers in the platform's place, or throws as a connection that breaks. */
    instead: (_request: WireRequest): WireAnswer | undefined => undefined,
    /** What a score changes. Gives what is answered. */
    takeScore: (matchId: string, scores: { player1: number; player2: number }, _by: string): WireAnswer => {
      const match = findMatch(matchId);
      if (match === undefined) return notFound();
      const { player1, player2 } = scores;
      Object.assign(match, { status: 'finished', player1_score: player1, player2_score: player2 });
      return json(match);
    },
  };

  function findMatch(id: string): Json | undefined {
    const single = matches.get(id);
    if (single !== undefined) return single;
    for (const { record, bracket } of tournaments.values())
      for (const round of (bracket?.['rounds'] ?? []) as { name?: string; matches: Json[] }[])
        for (const match of round.matches)
          if (match['id'] === id)
            return Object.assign(match, { tournament: { id: record['id'], name: record['name'] } });
    return undefined;
  }

  const ranked = (): PlatformPlayer[] =>
    [...players.values()]
      .filter(({ elo }) => elo !== undefined)
      .toSorted((a, b) => (b.elo ?? 0) - (a.elo ?? 0));

  function read(path: string, query: URLSearchParams): WireAnswer {
    const [, , kind = '', id = '', part] = path.split('/').map(decodeURIComponent);
    switch (kind) {
      case 'users': {
        const player = players.get(id);
        if (player === undefined) return notFound();
        if (part === 'rank')
          return json({ global_rank: ranked().indexOf(player) + 1 || undefined, elo: player.elo });
        if (part === 'matches')
          return json(
            [...tournaments.values()]
              .flatMap(({ bracket }) => (bracket?.['rounds'] ?? []) as { matches: Json[] }[])
              .flatMap((round) => round.matches)
              .filter((match) => JSON.stringify([match['player1'], match['player2']]).includes(`"${id}"`))
              .map((match) => findMatch(match['id'] as string)),
          );
        return json(player);
      }
      case 'tournaments': {
        if (id === '')
          return json(
            [...tournaments.values()]
              .map(({ record }) => record)
              .filter(({ status }) => !query.has('status') || status === query.get('status')),
          );
        const found = tournaments.get(id);
        if (found === undefined || (part === 'bracket' && found.bracket === undefined)) return notFound();
        return json(part === 'bracket' ? found.bracket : found.record);
      }
      case 'matches': {
        const match = findMatch(id);
        return match === undefined ? notFound() : json(match);
      }
      case 'rankings':
        return json(
          ranked().map((player, at) => ({ place: at + 1, user: player, elo: player.elo, rank: player.rank })),
        );
      default:
        return notFound();
    }
  }

  function write({ path, body }: WireRequest, playerId: string): WireAnswer {
    const [, , kind, id = '', part] = path.split('/').map(decodeURIComponent);
    if (kind === 'matches' && part === 'score') {
      const { player1_score: player1, player2_score: player2 } = JSON.parse(body) as Record<string, number>;
      return control.takeScore(id, { player1: player1 ?? 0, player2: player2 ?? 0 }, playerId);
    }
    const found = tournaments.get(id);
    if (kind !== 'tournaments' || part !== 'register' || found === undefined) return notFound();
    const entrants = (found.record['participants'] ??= []) as Json[];
    entrants.push({ id: playerId, name: players.get(playerId)?.name });
    return json({ ok: true });
  }

  async function answer(request: WireRequest): Promise<WireAnswer> {
    const { method, path, bearer, body } = request;
    requests.push(`${method} ${path}`);
    await sleep(control.answerMs);
    const instead = control.instead(request);
    if (instead !== undefined) return instead;
    const { pathname, searchParams } = new URL(path, 'http://platform.test');
    const playerId = playerOf(bearer);
    if (pathname === '/oauth/token') {
      const form = new URLSearchParams(body);
      const named = form.get('code') ?? form.get('refresh_token') ?? '';
      const owner = /-of-(.+)$/.exec(named)?.[1] ?? '';
      if (!players.has(owner)) return json({ error: 'invalid_grant' }, 400);
      return json({
        access_token: tokenOf(owner),
        refresh_token: `refresh-of-${owner}`,
        token_type: 'Bearer',
      });
    }
    if (pathname === '/v1/me')
      return playerId === undefined || !players.has(playerId)
        ? json({ message: 'unauthorized' }, 401)
        : json(players.get(playerId));
    if (method === 'GET') return read(pathname, searchParams);
    return playerId === undefined ? json({ message: 'unauthorized' }, 401) : write(request, playerId);
  }

  /** Of the answers that clients are reading: what is packed is unpacked in another thread, which no time of a test waits for by itself. */
  const releases: (() => void)[] = [];
  let turn = Promise.resolve();
  /** Packed answers come one by one: threads would finish with them in any order. */
  async function inTurn(answer: WireAnswer, hold: PlatformClock['hold']): Promise<WireAnswer> {
    if (hold === undefined || answer.headers?.['content-encoding'] === undefined) return answer;
    const release = hold();
    turn = turn.then(async () => {
      // The one before begins to be read.
      do await setImmediate();
      while (releases.length > 0);
    });
    await turn;
    release();
    return answer;
  }

  return {
    players,
    tournaments,
    matches,
    requests,
    control,
    findMatch,
    /** The product's client of it. `wire`: what lies between the two. */
    open:
      ({ hold, ...clock }: PlatformClock, wire: typeof answer = answer) =>
      (tell: Pick<Tell, 'tournamentGone' | 'ranksSeen' | 'playerNamed'>) => {
        const platform = createPlatform({
          baseUrl: new URL('http://platform.test'),
          apiKey: 'api-key',
          clientId: 'client',
          clientSecret: 'client-secret',
          dispatcher: new AnsweringDispatcher(
            async (request) => inTurn(await wire(request), hold),
            () => void (hold && releases.push(hold())),
          ),
          onCall: ({ cached }) => void (cached !== true && releases.shift()?.()),
          random: () => 0.5,
          ...clock,
          onTournamentGone: (tournamentId) => void tell.tournamentGone(tournamentId),
          onRanks: (ranks) => void tell.ranksSeen(ranks),
          onPlayerName: (playerId, name) => void tell.playerNamed(playerId, name),
        });
        return { ...platform, state: (): PlatformState | undefined => undefined };
      },
    answer,
  };
}
