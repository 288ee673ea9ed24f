import { CloseCodes, WebSocketManager, WebSocketShardEvents, type SessionInfo } from '@discordjs/ws';
import { GatewayDispatchEvents, type REST } from 'discord.js';
import type { Logger } from 'pino';

/** Where a shard's session is kept, so that a restarted process resumes where Discord lets it. */
interface SessionKeeper {
  get(shard: string): Promise<SessionInfo | undefined>;
  set(shard: string, session: SessionInfo): Promise<void>;
  delete(shard: string): Promise<void>;
}

export interface Gateway {
  /**
   * Resolves at the first session. Rejects with `TokenRefusedError`, or with what REST throws where Discord does not
   * answer. `onRefused`: the token was taken back after it had worked.
   */
  connect(onRefused: () => void): Promise<void>;
  connected(): boolean;
  /** Stops taking interactions and keeps the sessions for the next process. */
  close(): Promise<void>;
}

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
  log: Logger;
  onInteraction(raw: unknown): void;
}

/** How often the newest sequence number goes to the store: losing the last of them only means that Discord repeats more. */
const SAVE_EVERY_MS = 5000;

/**
 * The gateway connection: raw payloads, no intents, since interactions need none. It reconnects and resumes by itself.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { log, sessions } = options;
  const newest = new Map<number, SessionInfo | null>();
  const unsaved = new Set<number>();
  const ready = new Set<number>();
  let stopping = false;

  async function save(): Promise<void> {
    for (const shardId of unsaved) {
      unsaved.delete(shardId);
      const session = newest.get(shardId);
      try {
        if (session) await sessions.set(String(shardId), session);
        else await sessions.delete(String(shardId));
      } catch (error) {
        log.warn({ err: error }, 'the gateway session could not be kept');
      }
    }
  }

  const manager = new WebSocketManager({
    token: options.token,
    intents: 0,
    rest: options.rest,
    async retrieveSessionInfo(shardId) {
      const known = newest.get(shardId);
      if (known !== undefined) return known;
      // A hook that rejects would end the process; without a session the shard identifies anew.
      const kept = await sessions.get(String(shardId)).catch(() => undefined);
      return kept ?? null;
    },
    updateSessionInfo(shardId, session) {
      // Closing tells us to forget the session; the next process is to resume it.
      if (stopping) return;
      newest.set(shardId, session);
      unsaved.add(shardId);
    },
  });
  const saver = setInterval(() => void save(), SAVE_EVERY_MS);
  saver.unref();

  let refuse: (error: TokenRefusedError) => void = () => undefined;
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (data.t === GatewayDispatchEvents.InteractionCreate && !stopping) options.onInteraction(data.d);
  });
  manager.on(WebSocketShardEvents.Ready, ({ shardId }) => {
    ready.add(shardId);
    log.info({ shardId }, 'gateway ready');
  });
  manager.on(WebSocketShardEvents.Resumed, ({ shardId }) => {
    ready.add(shardId);
    log.info({ shardId }, 'gateway resumed');
  });
  manager.on(WebSocketShardEvents.Closed, ({ code, shardId }) => {
    ready.delete(shardId);
    log.info({ shardId, code }, 'gateway closed');
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
    async connect(onRefused) {
      const refused = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      await Promise.race([manager.connect(), refused]);
      refuse = onRefused;
    },
    connected: () => ready.size > 0,
    async close() {
      stopping = true;
      clearInterval(saver);
      await save();
      // 4200: any code but 1000 and 1001 leaves the session open at Discord.
      await manager.destroy({ code: CloseCodes.Resuming });
    },
  };
}
