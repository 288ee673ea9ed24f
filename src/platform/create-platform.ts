import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { present } from '../present.ts';
import { createBareMatches } from './bare-matches.ts';
import { createCalls, type CallEvent } from './calls.ts';
import { understand, type RawAnswer } from './error.ts';
import { TOKEN_OPERATION } from './failure.ts';
import { createMemberPlatform } from './member.ts';
import { createNamedReads } from './named-reads.ts';
import { createNames } from './names.ts';
import type { Platform, PublicReads } from './platform.ts';
import { createReadCache } from './read-cache.ts';
import { fields, type FieldTable } from '../reading/fields.ts';
import { readToken } from '../reading/read-documented.ts';
import { createReader, type FieldMatch } from '../reading/reader.ts';
import { createReads, type OnRanks } from './reads.ts';
import type { TokenGrant } from '../reading/records.ts';
import { createSend, DEFAULT_TIMEOUTS, type Timeouts } from './request.ts';
import type { Ref } from './unnamed.ts';

export interface PlatformConfig {
  /** May have a path, with or without a trailing slash. */
  baseUrl: URL;
  apiKey: string;
  clientId: string;
  clientSecret: string;
  /** The most connections, and so the most concurrent calls. */
  connections?: number;
  timeouts?: Partial<Timeouts>;
  /** Accepted names per record and field. */
  table?: FieldTable;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Milliseconds that never go back or jump. */
  monotonic?: () => number;
  /** From 0 to 1, for jitter. */
  random?: () => number;
  sleep?: (ms: number) => Promise<void>;
  /** Replaces the connection pool. The caller closes it. */
  dispatcher?: Dispatcher;
  /** Called for every exchange and every cache hit. */
  onCall?: (event: CallEvent) => void;
  /** The platform has no tournament with this id. */
  onTournamentGone?: (tournamentId: string) => void;
  /** An answer shows ranks of players. */
  onRanks?: OnRanks;
  /** A profile or a ranking shows this name of a player. */
  onPlayerName?: (playerId: string, name: string) => void;
  /** Called with every successful response, before it is read. */
  onAnswer?: (answer: RawAnswer) => void;
  /** Called with the name under which each field was found. */
  onMatch?: (match: FieldMatch) => void;
}

export function createPlatform(options: PlatformConfig): Platform {
  const { baseUrl, apiKey, now = Date.now, random = Math.random, onAnswer } = options;
  const { monotonic = () => performance.now() } = options;
  const { sleep = (ms: number) => delay(ms), onCall = () => {}, connections = 64, table = fields } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const { connectMs, callMs } = timeouts;
  // A separate pool for this origin: undici's global dispatcher is shared with Discord.
  const dispatcher =
    options.dispatcher ?? new Pool(baseUrl.origin, { connections, connect: { timeout: connectMs } });
  const send = createSend(dispatcher, baseUrl, timeouts);
  const calls = createCalls({
    send,
    callMs,
    now,
    monotonic,
    random,
    sleep,
    onCall,
    onAnswer,
    secrets: [apiKey, options.clientSecret],
  });
  const onHit = (operation: string) => onCall({ operation, outcome: 'ok', ms: 0, cached: true });
  const cache = createReadCache({ now, monotonic, sleep, onHit });
  const reader = createReader(table, options.onMatch);
  const names = createNames({ ask: (ref) => nameOf(reads, ref), now: monotonic });
  const matches = createBareMatches({
    ask: async (id) => (await reads.match(id, ONCE)).value,
    now: monotonic,
  });
  const { onTournamentGone, onRanks, onPlayerName } = options;
  const client = { calls, cache, reader, names, matches, onTournamentGone, onRanks, onPlayerName };
  const reads = createReads(client, apiKey);

  /** The token endpoint. Never retried: a code or a rotating refresh token works once. */
  async function grant(grantType: string, fieldsOfGrant: Record<string, string>): Promise<TokenGrant> {
    const { clientId: client_id, clientSecret: client_secret } = options;
    const form = { grant_type: grantType, ...fieldsOfGrant, client_id, client_secret };
    const answer = await calls.write({
      operation: TOKEN_OPERATION,
      method: 'POST',
      path: '/oauth/token',
      grantType,
      body: { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() },
    });
    return understand(answer, (body) => readToken(reader, body, now()));
  }

  return {
    ...reads,
    exchangeCode: ({ code, redirectUri, codeVerifier }) =>
      grant('authorization_code', present({ code, redirect_uri: redirectUri, code_verifier: codeVerifier })),
    refresh: (refreshToken) => grant('refresh_token', { refresh_token: refreshToken }),
    as: (credentials) => createMemberPlatform(client, reads, credentials),
    names,
    forAnswer: () => createNamedReads({ reads, names, matches, now: monotonic, sleep }),
    close: async () => {
      if (!options.dispatcher) await dispatcher.close();
    },
  };
}

/** No one waits for look-ups: they are not retried. */
const ONCE = { once: true };

async function nameOf(reads: PublicReads, { kind, id }: Ref): Promise<string | undefined> {
  const { value } = await (kind === 'player' ? reads.user(id, ONCE) : reads.tournament(id, ONCE));
  return value.name;
}
