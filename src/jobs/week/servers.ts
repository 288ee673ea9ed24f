import { createKeyedQueue } from '../../async/keyed-queue.ts';
import type { ServerIndex } from '../../guilds/server-index.ts';
import type { TurnLimits } from '../plan/turn-limits.ts';

interface ServersDeps {
  limits: Pick<TurnLimits, 'queue'>;
  /** The servers that chose something, with their revisions. Throws `StoreError`. */
  index: () => Promise<ServerIndex>;
  /** Performs what is due in one server. Never runs twice at once for one server. */
  take: (guildId: string, revision: number) => Promise<void>;
  onError: (guildId: string, error: unknown) => void;
  monotonic: () => number;
}

/** The servers that use one part of the week's work, and their turns. */
export function createServers({ index, limits, take, onError, monotonic }: ServersDeps) {
  let servers: ServerIndex = {};
  const turns = createKeyedQueue<string>({
    atOnce: limits.queue,
    keyOf: (guildId) => guildId,
    monotonic,
    async take(guildId) {
      const revision = servers[guildId];
      if (revision === undefined) return 'done';
      try {
        await take(guildId, revision);
        return 'done';
      } catch (error) {
        onError(guildId, error);
        return 'again';
      }
    },
  });

  return {
    ...turns,
    ids: (): string[] => Object.keys(servers),
    /** Reads which servers chose what, and queues those that are new or changed. Throws `StoreError`. */
    async sync(): Promise<void> {
      const before = servers;
      servers = await index();
      for (const [guildId, revision] of Object.entries(servers))
        if (before[guildId] !== revision) turns.queue(guildId);
    },
    clear(): void {
      servers = {};
      turns.clear();
    },
  };
}
