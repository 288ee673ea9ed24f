import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCodes, WebSocketManager, WebSocketShardEvents, type SessionInfo } from '@discordjs/ws';
import type { REST } from '@discordjs/rest';
import { GatewayCloseCodes, GatewayDispatchEvents } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { MINUTE_MS } from '../durations.ts';
import { createIdentifyTurns, type IdentifyTurns } from './identify-turns.ts';

/** A little longer than Discord lets a session be resumed. */
const SESSION_TTL_MS = 5 * MINUTE_MS;

/**
 * Stores a shard's session between two processes, so that the next one can resume it. Empty while a process uses the session:
 * otherwise a second process would resume the same one, and they would take it from each other forever.
 */
interface SessionStore {
  take(shard: string): Promise<SessionInfo | undefined>;
  set(shard: string, session: SessionInfo, ttlMs: number): Promise<void>;
}

/** `auto`: all of the recommended number of shards; otherwise the shards `from` to `to` (inclusive) of `count`. */
export type ShardPlan = 'auto' | { from: number; to: number; count: number };

/** The close codes after which the gateway library doesn't reconnect; each has its sentence under `start.refused`. */
const FINAL_CLOSES = new Map([
  [GatewayCloseCodes.AuthenticationFailed, 'token'],
  [GatewayCloseCodes.InvalidShard, 'shard'],
  [GatewayCloseCodes.ShardingRequired, 'shards'],
  [GatewayCloseCodes.InvalidAPIVersion, 'version'],
  [GatewayCloseCodes.InvalidIntents, 'intents'],
  [GatewayCloseCodes.DisallowedIntents, 'disallowedIntents'],
] as const);

type FinalClose = typeof FINAL_CLOSES extends Map<unknown, infer Refusal> ? Refusal : never;

/** Discord refuses this bot for good: only a person, or a new process, can change that. */
export class DiscordRefusedError extends Error {
  override readonly name = 'DiscordRefusedError';

  readonly refusal: FinalClose;

  constructor(refusal: FinalClose) {
    super(`Discord refuses the bot: ${refusal}`);
    this.refusal = refusal;
  }
}

interface GatewayOptions {
  rest: REST;
  token: string;
  sessions: SessionStore;
  identifies: IdentifyTurns;
  shards: ShardPlan;
  /** Called when a shard connects or disconnects. */
  onShard?: (shardId: number, ready: boolean) => void;
  log: Logger;
}

interface GatewayEvents {
  /** Handles an interaction. Never rejects. */
  dispatch: (raw: unknown) => Promise<unknown>;
  /** Discord refuses the bot later on. */
  onRefused: (error: DiscordRefusedError) => void;
}

/**
 * The gateway connection: raw payloads and no intents, since interactions need none. It reconnects and resumes automatically.
 */
export function createGateway(options: GatewayOptions) {
  const { log, sessions, shards, onShard = () => undefined } = options;
  const latestSessions = new Map<number, SessionInfo | null>();
  const ready = new Set<number>();
  /** What the log has about each shard since it last had a session: attempts to connect fail twice a second. */
  const logged = new Map<number, Set<string | number>>();
  let stopping = false;
  let expected = Infinity;
  let disconnectedAt = -Infinity;
  let latencyMs: number | undefined;

  /** For the next process. `null`: Discord has ended the session. */
  async function storeSessions(): Promise<void> {
    for (const [shardId, session] of latestSessions) {
      if (session === null) continue;
      await sessions.set(String(shardId), session, SESSION_TTL_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'could not store the gateway session');
      });
    }
  }

  const manager = new WebSocketManager({
    token: options.token,
    intents: 0,
    rest: options.rest,
    shardCount: shards === 'auto' ? null : shards.count,
    shardIds: shards === 'auto' ? null : { start: shards.from, end: shards.to },
    async buildIdentifyThrottler(own) {
      const { session_start_limit: limit } = await own.fetchGatewayInformation();
      return createIdentifyTurns({
        maxConcurrency: limit.max_concurrency,
        shardCount: await own.getShardCount(),
        turns: options.identifies,
        now: () => performance.now(),
        sleep: (ms, signal) => sleep(ms, undefined, { signal }),
        log,
      });
    },
    async retrieveSessionInfo(shardId) {
      const latest = latestSessions.get(shardId);
      if (latest !== undefined) return latest;
      // A hook that rejects would end the process; without a session the shard identifies again.
      const stored = (await sessions.take(String(shardId)).catch(() => undefined)) ?? null;
      latestSessions.set(shardId, stored);
      return stored;
    },
    updateSessionInfo(shardId, session) {
      // Closing reports the session as gone, but the next process can resume it.
      if (stopping) return;
      latestSessions.set(shardId, session);
    },
  });

  let deliver: GatewayEvents['dispatch'] | undefined;
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (data.t === GatewayDispatchEvents.InteractionCreate && !stopping) void deliver?.(data.d);
  });
  let refuse: (error: DiscordRefusedError) => void = () => undefined;
  const connected = (): boolean => ready.size >= expected;
  const mark = (shardId: number, isReady: boolean): void => {
    if (!isReady && connected()) disconnectedAt = performance.now();
    if (isReady) {
      ready.add(shardId);
      logged.delete(shardId);
    } else ready.delete(shardId);
    onShard(shardId, isReady);
  };
  const isNews = (shardId: number, failure: string | number): boolean => {
    const known = logged.get(shardId) ?? new Set();
    if (known.has(failure)) return false;
    logged.set(shardId, known.add(failure));
    return true;
  };
  manager.on(WebSocketShardEvents.Ready, ({ shardId }) => {
    mark(shardId, true);
    log.info({ shardId }, 'gateway ready');
  });
  manager.on(WebSocketShardEvents.Resumed, ({ shardId }) => {
    mark(shardId, true);
    log.info({ shardId }, 'gateway resumed');
  });
  manager.on(WebSocketShardEvents.Closed, ({ code, shardId }) => {
    mark(shardId, false);
    if (isNews(shardId, code)) log.info({ shardId, code }, 'gateway closed');
    const refusal = FINAL_CLOSES.get(code);
    if (refusal !== undefined) refuse(new DiscordRefusedError(refusal));
  });
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => {
    latencyMs = latency;
  });
  manager.on(WebSocketShardEvents.Error, ({ error, shardId }) => {
    if (isNews(shardId, error.message)) log.warn({ shardId, err: error }, 'gateway error');
  });

  return {
    /** Resolves with the first session. May be called again after it has failed. */
    async connect({ dispatch, onRefused }: GatewayEvents): Promise<void> {
      deliver = dispatch;
      const refused = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      await Promise.race([manager.connect(), refused]);
      expected = (await manager.getShardIds()).length;
      refuse = onRefused;
    },
    /** How long a shard of this process has been without a session: 0 while all have one. */
    disconnectedMs: () => (connected() ? 0 : performance.now() - disconnectedAt),
    /** Of the last acknowledged heartbeat on any shard of this process. */
    latencyMs: () => latencyMs,
    /** Stops handling interactions and stores the sessions for the next process. */
    async close(): Promise<void> {
      stopping = true;
      // 4200: any code but 1000 and 1001 leaves the session open at Discord.
      await manager.destroy({ code: CloseCodes.Resuming });
      await storeSessions();
    },
  };
}
