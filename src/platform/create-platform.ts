import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import type { RawAnswer } from './reading/answer.ts';
import { createCalls, type CallEvent } from './calls.ts';
import { fields, type FieldTable } from './reading/fields.ts';
import { createMemberPlatform } from './member.ts';
import { createOAuth } from './oauth.ts';
import type { Platform } from './platform.ts';
import { createPauses } from './pauses.ts';
import { createReader, type FieldMatch } from './reading/reader.ts';
import { createReadCache } from './read-cache.ts';
import { createReads } from './reads.ts';
import { createRegions } from './regions.ts';
import { createHttpClient, DEFAULT_TIMEOUTS, type Timeouts } from './request.ts';

export interface PlatformOptions {
  /** May carry a path, with or without a slash at its end. */
  baseUrl: URL;
  apiKey: string;
  clientId: string;
  clientSecret: string;
  /** Connections at most, and so calls in flight. */
  connections?: number;
  timeouts?: Partial<Timeouts>;
  /** Accepted names per record and field. */
  table?: FieldTable;
  /** Epoch milliseconds. */
  now?: () => number;
  /** From 0 to 1, for jitter. */
  random?: () => number;
  sleep?: (ms: number) => Promise<void>;
  /** Stands in for the connection pool; whoever made it closes it. */
  dispatcher?: Dispatcher;
  /** Called for every exchange, and for every answer from the cache. */
  onCall?: (event: CallEvent) => void;
  /** Called with every answer that is no failure, before it is read. */
  onAnswer?: (answer: RawAnswer) => void;
  /** Called with the name under which each field was found. */
  onMatch?: (match: FieldMatch) => void;
}

export function createPlatform(options: PlatformOptions): Platform {
  const { baseUrl, apiKey, clientId, clientSecret, now = Date.now, random = Math.random } = options;
  const { sleep = (ms: number) => delay(ms), onCall = () => {}, connections = 64, table = fields } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  // One origin, one pool. undici's global dispatcher would be Discord's too.
  const connect = { timeout: timeouts.connectMs };
  const dispatcher = options.dispatcher ?? new Pool(baseUrl.origin, { connections, connect });
  const http = createHttpClient(dispatcher, baseUrl.origin, timeouts);
  const calls = createCalls({
    http,
    pauses: createPauses(now),
    callMs: timeouts.callMs,
    now,
    random,
    sleep,
    onCall,
    onAnswer: options.onAnswer,
  });
  const cache = createReadCache({
    now,
    sleep,
    onHit: (operation) => onCall({ operation, outcome: 'ok', ms: 0, cached: true }),
  });
  const reader = createReader(table, options.onMatch);
  const regions = createRegions();
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const reads = createReads({ calls, cache, reader, regions, prefix, apiKey });
  return {
    ...reads,
    ...createOAuth({ calls, reader, now, prefix, clientId, clientSecret }),
    seenRegions: () => regions.list(),
    as: (credentials) => createMemberPlatform({ calls, cache, reader, reads, prefix }, credentials),
    close: async () => {
      if (!options.dispatcher) await dispatcher.close();
    },
  };
}
