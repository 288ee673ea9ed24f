import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';
import type { HelpRequest } from '../../guilds/help-requests.ts';
import { textOf } from '../../message/text-of.ts';
import type { Owned } from '../owner/owned.ts';

const CACHE_SIZE = 500;

/** The organizer on a help request: only its message says that; nothing else stores it. */
export function createHandlers() {
  const known = new LRUCache<string, { changedAt: number | undefined; text: string }>(atMost(CACHE_SIZE));

  return {
    /** As its message says; `undefined` if there is none, or the message can't be read. Throws if Discord does not answer. */
    async of(
      { at, changedAt, message, state }: HelpRequest,
      { channels }: Owned,
    ): Promise<string | undefined> {
      if (state !== 'taken' || message === undefined) return undefined;
      const before = known.get(message.messageId);
      if (before !== undefined && before.changedAt === changedAt) return before.text;
      const content = await textOf(channels, message, at);
      // The last line names the organizer.
      const text = content?.split('\n').at(-1) ?? '';
      known.set(message.messageId, { changedAt, text });
      return text === '' ? undefined : text;
    },
    clear: (): void => known.clear(),
  };
}
