import { isObject } from '../../json.ts';
import { expectedFields } from '../../reading/expected-fields.ts';
import type { RecordName } from '../../reading/fields.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  Bracket,
  Match,
  Me,
  Player,
  PlayerRank,
  RankingEntry,
  Tournament,
} from '../../reading/records.ts';
import { present } from '../../present.ts';
import type { TriedOperation } from './operation.ts';
import type { Trace } from './reading.ts';

/** GET /v1/me with the API key, as the interface document shows it. */
export const me = (apiKey: string): TriedOperation<Me> => ({
  name: 'GET /v1/me',
  kind: 'me',
  call: (platform) =>
    // Renewing returns the same key, so that a refusal stays one.
    platform.as({ token: () => Promise.resolve(apiKey), renew: () => Promise.resolve(apiKey) }).me(),
  judge: () => undefined,
});

export const tournaments = (status: 'upcoming' | undefined): TriedOperation<Tournament[]> => ({
  name: `GET /v1/tournaments${status === undefined ? '' : `?status=${status}`}`,
  kind: 'tournament',
  call: async (platform) => (await platform.tournaments(present({ status }))).value,
  judge: (list, trace) => judgeList(list, trace, 'tournament'),
});

export const tournament = (tournamentId: string): TriedOperation<Tournament> => ({
  name: 'GET /v1/tournaments/:id',
  kind: 'tournament',
  isRecord: true,
  call: async (platform) => (await platform.tournament(tournamentId)).value,
  judge: (_record, trace) => judgeRecord(trace, 'tournament'),
});

export const bracket = (tournamentId: string): TriedOperation<Bracket> => ({
  name: 'GET /v1/tournaments/:id/bracket',
  kind: 'bracket',
  mayBeAbsent: true,
  isRecord: true,
  call: async (platform) => (await platform.bracket(tournamentId)).value,
  judge: ({ rounds }) => (rounds.some(({ matches }) => matches.length > 0) ? undefined : 'empty'),
});

export const match = (matchId: string): TriedOperation<Match> => ({
  name: 'GET /v1/matches/:id',
  kind: 'match',
  isRecord: true,
  call: async (platform) => (await platform.match(matchId)).value,
  judge: (_record, trace) => judgeRecord(trace, 'match') ?? judgeSides(trace),
});

export const rankings = (region: string | undefined): TriedOperation<RankingEntry[]> => ({
  name: `GET /v1/rankings?type=${region === undefined ? 'global' : `regional&region=${region}`}`,
  kind: 'ranking',
  mayBeAbsent: region !== undefined,
  call: async (platform) => (await platform.rankings(present({ region }))).value,
  judge: (list, trace) => judgeList(list, trace, 'rankingEntry'),
});

export const user = (playerId: string): TriedOperation<Player> => ({
  name: 'GET /v1/users/:id',
  kind: 'player',
  isRecord: true,
  call: async (platform) => (await platform.user(playerId)).value,
  judge: (_record, trace) => judgeRecord(trace, 'player'),
});

export const userRank = (playerId: string): TriedOperation<PlayerRank> => ({
  name: 'GET /v1/users/:id/rank',
  kind: 'playerRank',
  call: async (platform) => (await platform.userRank(playerId)).value,
  judge: () => undefined,
});

export const userMatches = (playerId: string): TriedOperation<Match[]> => ({
  name: 'GET /v1/users/:id/matches',
  kind: 'match',
  call: async (platform: Platform) => (await platform.userMatches(playerId)).value,
  judge: (list, trace) => judgeList(list, trace, 'match') ?? (isOfIds(trace) ? 'ids' : judgeSides(trace)),
});

/** A list of ids alone, whose matches are read one by one. */
const isOfIds = (trace: Trace): boolean =>
  trace
    .list('match')
    .every(
      (value) => !isObject(value) || Object.values(value).filter((inner) => inner !== null).length === 1,
    );

/** An empty list is no fault; entries of which none is readable mean that the field names are unknown. */
function judgeList(list: readonly unknown[], trace: Trace, record: RecordName) {
  if (list.length > 0) return undefined;
  return trace.list(record).length === 0 ? 'empty' : 'unread';
}

/** A record of which only the requested id was found is unread. */
function judgeRecord(trace: Trace, record: 'tournament' | 'match' | 'player') {
  const fields = expectedFields[record].fields.flat().filter((field) => !field.endsWith('.id'));
  return trace.found(...fields) ? undefined : 'unread';
}

/** A match without players can be neither shown nor scored. */
function judgeSides(trace: Trace) {
  return trace.found('match.sides', 'pair.first', 'pair.second') ? undefined : 'sidesUnread';
}
