import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCodes, WebSocketManager, WebSocketShardEvents, type SessionInfo } from '@discordjs/ws';
import type { REST } from '@discordjs/rest';
import { GatewayDispatchEvents } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { createIdentifyTurns, type IdentifyTurns } from './identify-turns.ts';

/** As long as Discord lets a session be resumed, and then some. */
const SESSION_TTL_MS = 5 * 60_000;

/**
 * Where a shard's session lies between two processes, so that the later resumes it where Discord lets it. Never while one
 * holds it: a process that starts beside it would resume the same one, and they would take it from each other for ever.
 */
interface SessionKeeper {
  take(shard: string): Promise<SessionInfo | undefined>;
  set(shard: string, session: SessionInfo, ttlMs: number): Promise<void>;
}

/** `auto`: all of as many as Discord advises; otherwise the shards of `count` that this process serves, both ends included. */
export type ShardPlan = 'auto' | { from: number; to: number; count: number };

/** Discord does not take the bot's token. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';

  constructor() {
    super('Discord refuses the bot token');
  }
}

interface GatewayOptions {
  rest: REST;
  token: string;
  sessions: SessionKeeper;
  identifies: IdentifyTurns;
  shards: ShardPlan;
  /** Hears of every shard that comes and goes. */
  onShard?: (shardId: number, ready: boolean) => void;
  log: Logger;
  /** Takes an interaction. Never rejects. */
  dispatch: (raw: unknown) => Promise<unknown>;
}

/**
 * The gateway connection: raw payloads, no intents, since interactions need none. It reconnects and resumes by itself.
 */
export function createGateway(options: GatewayOptions) {
  const { log, sessions, shards, onShard = () => undefined } = options;
  const newest = new Map<number, SessionInfo | null>();
  const ready = new Set<number>();
  let stopping = false;
  let expected = Infinity;
  let latencyMs: number | undefined;

  /** For the next process; a session that was ended by Discord is none. */
  async function leaveSessions(): Promise<void> {
    for (const [shardId, session] of newest) {
      if (session === null) continue;
      await sessions.set(String(shardId), session, SESSION_TTL_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'the gateway session could not be kept');
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
      const known = newest.get(shardId);
      if (known !== undefined) return known;
      // A hook that rejects would end the process; without a session the shard identifies anew.
      const taken = (await sessions.take(String(shardId)).catch(() => undefined)) ?? null;
      newest.set(shardId, taken);
      return taken;
    },
    updateSessionInfo(shardId, session) {
      // Closing tells us to forget the session; the next process is to resume it.
      if (stopping) return;
      newest.set(shardId, session);
    },
  });

  let refuse: (error: TokenRefusedError) => void = () => undefined;
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (data.t === GatewayDispatchEvents.InteractionCreate && !stopping) void options.dispatch(data.d);
  });
  const mark = (shardId: number, isReady: boolean): void => {
    if (isReady) ready.add(shardId);
    else ready.delete(shardId);
    onShard(shardId, isReady);
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
    log.info({ shardId, code }, 'gateway closed');
  });
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => {
    latencyMs = latency;
  });
  manager.on(WebSocketShardEvents.Error, ({ error, shardId }) => {
    // The library says so of close code 4004 alone, after which it does not connect again.
    if (error.message === 'Authentication failed') {
      refuse(new TokenRefusedError());
      return;
    }
    log.warn({ shardId, err: error }, 'gateway error');
  });

  return {
    /** Resolves at the first session. */
    async connect(onRefused: () => void): Promise<void> {
      const refused = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      await Promise.race([manager.connect(), refused]);
      expected = (await manager.getShardIds()).length;
      refuse = onRefused;
    },
    /** Whether every shard of this process has its session. */
    connected: () => ready.size >= expected,
    /** Of the last heartbeat that Discord answered, on any shard of this process. */
    latencyMs: () => latencyMs,
    /** Stops taking interactions and keeps the sessions for the next process. */
    async close(): Promise<void> {
      stopping = true;
      // 4200: any code but 1000 and 1001 leaves the session open at Discord.
      await manager.destroy({ code: CloseCodes.Resuming });
      await leaveSessions();
    },
  };
}
