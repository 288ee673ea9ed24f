import type { StoreLog } from '../store/store.ts';

interface AuditDeps {
  /** Posts text to a channel, with mentions disabled. Throws what Discord's REST client throws. */
  post: (channelId: string, text: string) => Promise<void>;
  log: StoreLog;
}

/** Posts what members changed in a server to its log channel, for its admins. */
export function createAudit({ post, log }: AuditDeps) {
  const pending = new Set<Promise<void>>();

  async function write(guildId: string, channelId: string, text: string): Promise<void> {
    try {
      await post(channelId, text);
    } catch (error) {
      log.warn({ guildId, channelId, audit: text, err: error }, 'could not post to a log channel');
    }
  }

  return {
    /**
     * Posts the text once to each of these channels. Without a channel, or if a post fails, it goes to the bot's own log.
     * Returns without waiting for Discord.
     */
    note(entry: { guildId: string; channelIds: readonly (string | undefined)[]; text: string }): void {
      const { guildId, text } = entry;
      const channels = new Set(entry.channelIds.filter((id) => id !== undefined));
      if (channels.size === 0) log.info({ guildId, audit: text }, 'audit');
      for (const channelId of channels) {
        const work = write(guildId, channelId, text).finally(() => pending.delete(work));
        pending.add(work);
      }
    },
    /** Resolves when no post is pending. */
    idle: async (): Promise<void> => void (await Promise.all(pending)),
  };
}
