import type { StoreLog } from '../store/store.ts';

interface AuditDeps {
  /** Posts text into a channel, where nothing in it mentions anybody. Throws what Discord's REST client throws. */
  post: (channelId: string, text: string) => Promise<void>;
  log: StoreLog;
}

/** The log of what was changed in a server, for its admins to read. */
export function createAudit({ post, log }: AuditDeps) {
  const writing = new Set<Promise<void>>();

  async function write(guildId: string, channelId: string, text: string): Promise<void> {
    try {
      await post(channelId, text);
    } catch (error) {
      log.warn({ guildId, channelId, audit: text, err: error }, 'a log channel took no line');
    }
  }

  return {
    /**
     * Writes one line, into each of these channels once. Where none is set or one cannot be reached, the bot's own log has
     * it. Returns at once: nobody waits for it.
     */
    note(entry: { guildId: string; channelIds: readonly (string | undefined)[]; text: string }): void {
      const { guildId, text } = entry;
      const channels = new Set(entry.channelIds.filter((id) => id !== undefined));
      if (channels.size === 0) log.info({ guildId, audit: text }, 'audit');
      for (const channelId of channels) {
        const work = write(guildId, channelId, text).finally(() => writing.delete(work));
        writing.add(work);
      }
    },
    /** Resolves when all is written. */
    idle: async (): Promise<void> => void (await Promise.all(writing)),
  };
}
