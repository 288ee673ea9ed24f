import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import type { Dispatcher } from 'undici';
import { jsonOf, objectOf, textOf } from '../json.ts';

/** More channels than a bot posts to. An evicted channel counts as its own subject. */
const CHANNELS_MAX = 10_000;

/** The subject of all answers to interactions. */
export const ANSWER = 'answer';
const ANSWERS = /\/v\d+\/(?:interactions|webhooks)\//;
const ABOUT = /\/v\d+\/(?:(guilds|channels)\/(\d+)|users\/@me\/channels$)/;

export type RequestSubjects = ReturnType<typeof createRequestSubjects>;

/** Attributes each request to a server, channel or user, so that one that causes refusals does not affect others. */
export function createRequestSubjects() {
  const guilds = new LRUCache<string, string>(atMost(CHANNELS_MAX));
  return {
    /** Learns from a raw interaction which server its channel belongs to. */
    noteInteraction(raw: unknown): void {
      const { guild_id: guildId, channel_id: channelId } = objectOf(raw);
      if (typeof guildId !== 'string' || typeof channelId !== 'string') return;
      if (guilds.get(channelId) !== guildId) guilds.set(channelId, guildId);
    },
    /** For channels that a server claims as its own; what an interaction showed takes precedence. */
    suppose(guildId: string, channelIds: readonly string[]): void {
      for (const id of channelIds) if (!guilds.has(id)) guilds.set(id, guildId);
    },
    forget: (channelId: string): void => void guilds.delete(channelId),
    /**
     * The id of a server, of a channel without a known server (such as direct messages), or of a direct message's recipient.
     * `ANSWER`: the request answers an interaction. `undefined`: the request has no subject.
     */
    of({ path, body }: Pick<Dispatcher.DispatchOptions, 'path' | 'body'>): string | undefined {
      if (ANSWERS.test(path)) return ANSWER;
      const [match, kind, id = ''] = ABOUT.exec(path) ?? [];
      if (kind === 'guilds') return id;
      if (kind === 'channels') return guilds.get(id) ?? id;
      if (match === undefined || typeof body !== 'string') return undefined;
      return textOf(objectOf(jsonOf(body))['recipient_id']);
    },
  };
}
