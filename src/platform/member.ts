import { present } from '../present.ts';
import type { Calls, SizedAnswer } from './calls.ts';
import { PlatformError } from './error.ts';
import { pathOf } from './ids.ts';
import type { MemberCredentials, MemberPlatform } from './platform.ts';
import type { WriteResult } from './records.ts';
import { readMe } from './reading/read-documented.ts';
import { readMatch } from './reading/read-match.ts';
import { readTournament } from './reading/read-tournament.ts';
import type { Reader } from './reading/reader.ts';
import { inSlices } from '../slices.ts';
import type { ReadCache } from './read-cache.ts';
import { operations, type PublicReads } from './reads.ts';
import type { Match, Me, Tournament } from './records.ts';
import type { HttpRequest } from './request.ts';
import { settleWrite } from './writes.ts';

export interface MemberOptions {
  calls: Calls;
  cache: ReadCache;
  reader: Reader;
  reads: PublicReads;
  prefix: string;
}

/** What a member does with their own token. Nothing of it is shared or cached. */
export function createMemberPlatform(options: MemberOptions, credentials: MemberCredentials): MemberPlatform {
  const { calls, cache, reader, reads, prefix } = options;
  const { playerId } = credentials;
  const ownId = present({ id: playerId });
  return { me, updateMe, register, reportScore };

  async function me(): Promise<Me> {
    const operation = 'GET /v1/me';
    const answer = await withToken((bearer) =>
      calls.read({ operation, method: 'GET', path: `${prefix}/v1/me`, bearer }),
    );
    return readMe(reader, answer);
  }

  async function updateMe({
    name,
    avatarUrl,
  }: {
    name?: string;
    avatarUrl?: string;
  }): Promise<WriteResult<Me>> {
    const change = present({ name, avatar_url: avatarUrl });
    return settleWrite<Me>({
      send: () => write('PATCH /v1/me', 'PATCH', '/v1/me', change),
      fromAnswer: (answer) => {
        const now = readMe(reader, answer);
        return name === undefined || now.name !== undefined ? now : undefined;
      },
      trustsAnswer: true,
      readBack: me,
      shows: (now) =>
        (name === undefined || now.name === name) && (avatarUrl === undefined || now.avatarUrl === avatarUrl),
      dropCache: () =>
        cache.drop([
          { operation: operations.user, ...ownId },
          { operation: operations.rankings },
          { operation: operations.bracket },
        ]),
    });
  }

  async function register(tournamentId: string): Promise<WriteResult<Tournament>> {
    const operation = 'POST /v1/tournaments/:id/register';
    const path = pathOf(operation, tournamentId);
    const shows = (now: { entrantIds?: string[] }) =>
      playerId !== undefined && now.entrantIds?.includes(playerId) === true;
    return settleWrite({
      send: () => write(operation, 'POST', path),
      fromAnswer: (answer) => {
        // The answer may as well be the registration, which names the tournament too.
        const now = readTournament(reader, answer, tournamentId);
        return now.id === tournamentId && shows(now) ? now : undefined;
      },
      trustsAnswer: true,
      readBack: async () => (await reads.tournament(tournamentId, { fresh: true })).value,
      shows,
      dropCache: () =>
        cache.drop([
          { operation: operations.tournament, id: tournamentId },
          { operation: operations.bracket, id: tournamentId },
          { operation: operations.tournaments },
        ]),
    });
  }

  async function reportScore(
    matchId: string,
    { player1, player2 }: { player1: number; player2: number },
  ): Promise<WriteResult<Match>> {
    const operation = 'POST /v1/matches/:id/score';
    const path = pathOf(operation, matchId);
    return settleWrite({
      send: () => write(operation, 'POST', path, { player1_score: player1, player2_score: player2 }),
      fromAnswer: async (answer) => {
        const now = await inSlices(readMatch(reader, answer, matchId));
        return now.id === matchId && now.sides.some(({ score }) => score !== undefined) ? now : undefined;
      },
      // Shown is what the platform holds, not what it was sent.
      trustsAnswer: false,
      readBack: async () => (await reads.match(matchId, { fresh: true })).value,
      shows: ({ sides }) => sides[0].score === player1 && sides[1].score === player2,
      dropCache: () =>
        cache.drop([
          { operation: operations.match, id: matchId },
          // Whose bracket, history and rating it is, the answer need not say.
          ...[operations.bracket, operations.tournament, operations.userMatches].map((operation) => ({
            operation,
          })),
          ...[operations.user, operations.userRank, operations.rankings].map((operation) => ({ operation })),
        ]),
    });
  }

  function write(
    operation: string,
    method: 'POST' | 'PATCH',
    path: string,
    body?: object,
  ): Promise<SizedAnswer> {
    const request: HttpRequest = {
      operation,
      method,
      path: `${prefix}${path}`,
      ...(body && { body: { type: 'application/json', text: JSON.stringify(body) } }),
    };
    return withToken((bearer) => calls.write({ ...request, bearer }));
  }

  /** A 401 means that nothing was done: with a newer token the same call, a write too, is made once more. */
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
