import type { Channels } from '../message/channels.ts';
import type { StoreLog } from '../store/store.ts';

interface AuditDeps {
  channels: Pick<Channels, 'post'>;
  log: StoreLog;
}

/** Posts what members changed in a server to its log channel, for its admins. */
export function createAudit({ channels, log }: AuditDeps) {
  const pending = new Set<Promise<void>>();

  async function write(guildId: string, channelId: string, text: string): Promise<void> {
    const onFailure = (why: { err: unknown } | { refused: string }): void =>
      log.warn({ guildId, channelId, audit: text, ...why }, 'could not post to a log channel');
    try {
      const sent = await channels.post(channelId, { content: text });
      if ('refused' in sent) onFailure(sent);
    } catch (error) {
      onFailure({ err: error });
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
