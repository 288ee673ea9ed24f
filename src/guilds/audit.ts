import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS } from '../durations.ts';
import type { Channels } from '../message/channels.ts';
import type { StoreLog } from '../store/store.ts';

interface AuditDeps {
  channels: Pick<Channels, 'post'>;
  log: StoreLog;
  /** Does not keep a process alive. */
  sleep?: (ms: number) => Promise<unknown>;
}

interface Entry {
  guildId: string;
  channelIds: readonly (string | undefined)[];
  text: string;
}

/** Names what a member may repeat. `waits`: within a minute after another such entry, it may wait for the end of that minute. */
export interface Repeats {
  key: string;
  waits: boolean;
}

/** Of entries that wait, the last one is posted. */
const WAIT_MS = MINUTE_MS;

/** Posts what members changed in a server to its log channel, for its admins. */
export function createAudit({
  channels,
  log,
  sleep = (ms) => setTimeout(ms, undefined, { ref: false }),
}: AuditDeps) {
  /** By key: the entry that waits, if there is one. */
  const recent = new Map<string, { last?: Entry }>();
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

  function send({ guildId, channelIds, text }: Entry): void {
    const to = new Set(channelIds.filter((id) => id !== undefined));
    if (to.size === 0) log.info({ guildId, audit: text }, 'audit');
    for (const channelId of to) {
      const work = write(guildId, channelId, text).finally(() => pending.delete(work));
      pending.add(work);
    }
  }

  /** Posts what waits; says whether there was something. */
  function flush(key: string): boolean {
    const { last } = recent.get(key) ?? {};
    if (last === undefined) return false;
    recent.set(key, {});
    send(last);
    return true;
  }

  async function holdBack(key: string): Promise<void> {
    recent.set(key, {});
    do await sleep(WAIT_MS);
    while (flush(key));
    recent.delete(key);
  }

  return {
    /**
     * Posts the text once to each of these channels. Without a channel, or if a post fails, it goes to the bot's own log.
     * Returns without waiting for Discord. Of what a member repeats, one text a minute is posted, the last one.
     */
    note(entry: Entry, repeats?: Repeats): void {
      if (repeats !== undefined) {
        const { key, waits } = repeats;
        if (recent.has(key) && waits) return void recent.set(key, { last: entry });
        flush(key);
        if (!recent.has(key)) void holdBack(key);
      }
      send(entry);
    },
    /** Resolves when no post is pending; what waits is posted at once. */
    async idle(): Promise<void> {
      for (const key of recent.keys()) flush(key);
      await Promise.all(pending);
    },
  };
}
