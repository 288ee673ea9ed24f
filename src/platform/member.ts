import { present } from '../present.ts';
import { inSlices } from '../async/slices.ts';
import type { SizedAnswer } from './calls.ts';
import { PlatformError, understand } from './error.ts';
import { operations, subjectOf } from './operations.ts';
import type { MemberCredentials, MemberPlatform, PublicReads } from './platform.ts';
import { readMe } from '../reading/read-documented.ts';
import { readMatch } from '../reading/read-match.ts';
import { readTournament } from '../reading/read-tournament.ts';
import type { PlatformClient } from './reads.ts';
import type { Match, Me, Tournament } from '../reading/records.ts';
import type { WriteResult } from './write-result.ts';
import { pathOf } from './request.ts';
import { settleWrite } from './writes.ts';

/** The operations with a member's own token. Their responses are never shared or cached. */
export function createMemberPlatform(
  { calls, cache, reader, names, matches, onRanks, onPlayerName }: PlatformClient,
  reads: PublicReads,
  credentials: MemberCredentials,
): MemberPlatform {
  const { playerId } = credentials;
  return { me, updateMe, register, reportScore };

  async function me(): Promise<Me> {
    const request = { operation: 'GET /v1/me', method: 'GET', path: '/v1/me' } as const;
    const answer = await withToken((bearer) => calls.read({ ...request, bearer }));
    const shown = await understand(answer, (body) => readMe(reader, body));
    onRanks?.([{ playerId: shown.id, elo: shown.elo, rank: shown.rank }]);
    return toldName(shown);
  }

  function toldName(now: Me): Me {
    if (now.name !== undefined) onPlayerName?.(now.id, now.name);
    return now;
  }

  async function updateMe(change: { name?: string; avatarUrl?: string }): Promise<WriteResult<Me>> {
    const { name, avatarUrl } = change;
    const result = await settleWrite<Me>(cache, {
      send: () => write('PATCH /v1/me', '/v1/me', present({ name, avatar_url: avatarUrl })),
      fromAnswer: ({ body }) => {
        const now = readMe(reader, body);
        return name === undefined || now.name !== undefined ? now : undefined;
      },
      trustsAnswer: true,
      readBack: me,
      shows: (now) =>
        (name === undefined || now.name === name) && (avatarUrl === undefined || now.avatarUrl === avatarUrl),
      touches: [
        subjectOf(operations.user, playerId),
        subjectOf(operations.rankings),
        subjectOf(operations.bracket),
        subjectOf(operations.match),
        subjectOf(operations.userMatches),
      ],
    });
    if (playerId !== undefined) names.forget({ kind: 'player', id: playerId });
    if (result.now !== undefined) toldName(result.now);
    return result;
  }

  async function register(tournamentId: string): Promise<WriteResult<Tournament>> {
    const operation = 'POST /v1/tournaments/:id/register';
    const path = pathOf(operation, tournamentId);
    const shows = (now: { entrantIds?: string[] }) =>
      playerId !== undefined && now.entrantIds?.includes(playerId) === true;
    return settleWrite(cache, {
      send: () => write(operation, path),
      fromAnswer: async ({ body }) => {
        // The response may be the registration, with the tournament's id and its own status.
        const now = await inSlices(readTournament(reader, body, tournamentId));
        const isTournament = now.id === tournamentId && now.name !== undefined && now.phase !== undefined;
        return isTournament && shows(now) ? now : undefined;
      },
      trustsAnswer: true,
      readBack: async () => (await reads.tournament(tournamentId, { fresh: true })).value,
      shows,
      // A list of others, as long as the count of entrants.
      contradicts: (now) =>
        playerId !== undefined &&
        now.entrantIds !== undefined &&
        now.entrantIds.length > 0 &&
        now.entrantIds.length >= (now.entrants ?? 0) &&
        !shows(now),
      touches: [
        subjectOf(operations.tournament, tournamentId),
        subjectOf(operations.bracket, tournamentId),
        subjectOf(operations.tournaments),
      ],
    });
  }

  async function reportScore(
    matchId: string,
    { player1, player2 }: { player1: number; player2: number },
  ): Promise<WriteResult<Match>> {
    const operation = 'POST /v1/matches/:id/score';
    const { bracket, tournament, userMatches, user, userRank, rankings } = operations;
    const path = pathOf(operation, matchId);
    const result = await settleWrite<Match>(cache, {
      send: () => write(operation, path, { player1_score: player1, player2_score: player2 }),
      fromAnswer: async ({ body }) => {
        const now = await inSlices(readMatch(reader, body, matchId));
        return now.id === matchId && now.sides.some(({ score }) => score !== undefined) ? now : undefined;
      },
      // The reply shows what the platform stored, not what it was sent.
      trustsAnswer: false,
      readBack: async () => (await reads.match(matchId, { fresh: true })).value,
      shows: ({ sides }) => sides[0].score === player1 && sides[1].score === player2,
      touches: [
        subjectOf(operations.match, matchId),
        // The response may not say whose bracket, history and rating change.
        ...[bracket, tournament, userMatches, user, userRank, rankings].map((one) => subjectOf(one)),
      ],
    });
    matches.forget(matchId);
    return result;
  }

  function write(operation: string, path: string, body?: object): Promise<SizedAnswer> {
    const method = operation.startsWith('PATCH') ? 'PATCH' : 'POST';
    const json = body && ({ type: 'application/json', text: JSON.stringify(body) } as const);
    const request = { operation, method, path, ...present({ body: json }) } as const;
    return withToken((bearer) => calls.write({ ...request, bearer }));
  }

  /** After a 401 nothing was done, so the call, even a write, is repeated once with a newer token. */
  async function withToken<T>(call: (bearer: string) => Promise<T>): Promise<T> {
    const token = await credentials.token();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'unauthorised') throw error;
    }
    return call(await credentials.renew(token));
  }
}
