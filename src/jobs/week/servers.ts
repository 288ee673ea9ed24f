import pLimit from 'p-limit';
import type { ServerIndex } from '../../guilds/server-index.ts';

/** How many servers are told at once; the others wait, to spare Discord. */
const AT_ONCE = 8;
const RETRY_MS = 15_000;

interface ServersDeps {
  /** The servers that chose something, with their revisions. Throws `StoreError`. */
  index: () => Promise<ServerIndex>;
  /** Does what is due in one server. Never runs twice at once for one. */
  take: (guildId: string, revision: number) => Promise<void>;
  onError: (guildId: string, error: unknown) => void;
  monotonic: () => number;
}

/** The servers that have chosen one part of the week's work, and their turns. */
export function createServers({ index, take, onError, monotonic }: ServersDeps) {
  const limit = pLimit(AT_ONCE);
  let servers: ServerIndex = {};
  const running = new Map<string, { again: boolean; work: Promise<void> }>();
  const retries = new Map<string, number>();

  async function run(guildId: string): Promise<void> {
    const turn = running.get(guildId);
    do {
      if (turn) turn.again = false;
      const revision = servers[guildId];
      if (revision === undefined) break;
      try {
        await take(guildId, revision);
      } catch (error) {
        onError(guildId, error);
        retries.set(guildId, monotonic() + RETRY_MS);
      }
    } while (turn?.again === true);
    running.delete(guildId);
  }

  function queue(guildId: string): void {
    retries.delete(guildId);
    const turn = running.get(guildId);
    if (turn !== undefined) {
      turn.again = true;
      return;
    }
    const entry = { again: false, work: Promise.resolve() };
    running.set(guildId, entry);
    entry.work = limit(() => run(guildId));
  }

  return {
    ids: (): string[] => Object.keys(servers),
    /** Reads which servers chose what, and queues those that are new or changed. Throws `StoreError`. */
    async sync(): Promise<void> {
      const before = servers;
      servers = await index();
      for (const [guildId, revision] of Object.entries(servers))
        if (before[guildId] !== revision) queue(guildId);
    },
    queue,
    /** Queues what failed a while ago. */
    retry(): void {
      for (const [guildId, at] of retries) if (monotonic() >= at) queue(guildId);
    },
    idle: async (): Promise<void> => void (await Promise.all([...running.values()].map(({ work }) => work))),
    clear(): void {
      servers = {};
      retries.clear();
    },
  };
}
