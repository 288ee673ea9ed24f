import type { Clock } from '../async/clock.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Channels } from '../message/channels.ts';
import type { StoreLog } from '../store/store.ts';

interface AuditDeps {
  channels: Pick<Channels, 'post'>;
  log: StoreLog;
  sleep: Clock['sleep'];
}

interface AuditEntry {
  guildId: string;
  channelIds: readonly (string | undefined)[];
  text: string;
  /** The same when the entry is posted again after a kill. */
  nonce?: string;
}

/**
 * Identifies what a member may repeat. `waits`: within a minute after another such entry, it may wait for the end of that minute.
 */
export interface Repeats {
  key: string;
  waits: boolean;
}

/** Of waiting entries, the last one is posted. */
const WAIT_MS = MINUTE_MS;

/** Posts members' changes in a server to its log channel. */
export function createAudit({ channels, log, sleep }: AuditDeps) {
  /** By key: the entry that waits, if there is one. */
  const recent = new Map<string, { last?: { entry: AuditEntry; end: (posted?: Promise<void>) => void } }>();
  const pending = new Set<Promise<void>>();

  async function write({ guildId, nonce, text }: AuditEntry, channelId: string): Promise<void> {
    const onFailure = (why: { err: unknown } | { refused: string }): void =>
      log.warn({ guildId, channelId, audit: text, ...why }, 'could not post to a log channel');
    try {
      const sent = await channels.post(channelId, { content: text }, nonce);
      if ('refused' in sent) onFailure(sent);
    } catch (error) {
      onFailure({ err: error });
    }
  }

  async function send(entry: AuditEntry): Promise<void> {
    const { guildId, channelIds, text } = entry;
    const to = new Set(channelIds.filter((id) => id !== undefined));
    if (to.size === 0) log.info({ guildId, audit: text }, 'audit');
    const all = [...to].map((channelId) => {
      const work = write(entry, channelId).finally(() => pending.delete(work));
      pending.add(work);
      return work;
    });
    await Promise.all(all);
  }

  /** Posts the waiting entry; returns whether there was one. */
  function flush(key: string): boolean {
    const { last } = recent.get(key) ?? {};
    if (last === undefined) return false;
    recent.set(key, {});
    last.end(send(last.entry));
    return true;
  }

  async function holdBack(key: string): Promise<void> {
    recent.set(key, {});
    do await sleep(WAIT_MS);
    while (flush(key));
    recent.delete(key);
  }

  /** Waits until this entry or a later one of the same key is posted. */
  const wait = (key: string, entry: AuditEntry): Promise<void> => {
    recent.get(key)?.last?.end();
    return new Promise((end) => void recent.set(key, { last: { entry, end } }));
  };

  return {
    /**
     * Posts the text once to each of these channels. Without a channel, or if a post fails, it goes to the bot's own log. Returns
     * without waiting for Discord; `posted` waits. Of repeated entries, the last one in each minute is posted.
     */
    note(entry: AuditEntry, repeats?: Repeats): { posted: Promise<void> } {
      if (repeats !== undefined) {
        const { key, waits } = repeats;
        if (recent.has(key) && waits) return { posted: wait(key, entry) };
        flush(key);
        if (!recent.has(key)) void holdBack(key);
      }
      return { posted: send(entry) };
    },
    /** Resolves when no post is pending; waiting entries are posted at once. */
    async idle(): Promise<void> {
      for (const key of recent.keys()) flush(key);
      await Promise.all(pending);
    },
  };
}
