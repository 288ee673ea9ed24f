import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { jsonOf, objectOf, textOf } from '../bot/payload.ts';

/** More channels than bots of a hundred servers post into; of one that is forgotten, the id stands for its server. */
const CHANNELS_MAX = 10_000;

/** Stands for all interactions: Discord gave the bot the right to answer each. */
export const ANSWER = 'answer';
const ANSWERS = /\/v\d+\/(?:interactions|webhooks)\//;
const OWNED = /\/v\d+\/(?:(guilds|channels)\/(\d+)|users\/@me\/channels$)/;

export type RequestOwners = ReturnType<typeof createRequestOwners>;

/** Finds out for whom a request to Discord is made, so that one who brings about refusals stops nobody else. */
export function createRequestOwners() {
  const guilds = new LRUCache<string, string>({ max: CHANNELS_MAX });
  return {
    /** Learns of which server a channel is, from any interaction as Discord sent it. */
    noteInteraction(raw: unknown): void {
      const { guild_id: guildId, channel_id: channelId } = objectOf(raw);
      if (typeof guildId !== 'string' || typeof channelId !== 'string') return;
      if (guilds.get(channelId) !== guildId) guilds.set(channelId, guildId);
    },
    /** For channels that a server claims for itself: what Discord said of one counts more. */
    suppose(guildId: string, channelIds: readonly string[]): void {
      for (const id of channelIds) if (!guilds.has(id)) guilds.set(id, guildId);
    },
    forget: (channelId: string): void => void guilds.delete(channelId),
    /**
     * The id of a server, of a channel whose server is not known (that of direct messages, for one), or of the user who is
     * written to. `ANSWER`: the request answers an interaction. `undefined`: it is for nobody.
     */
    of({ path, body }: Pick<Dispatcher.DispatchOptions, 'path' | 'body'>): string | undefined {
      if (ANSWERS.test(path)) return ANSWER;
      const [found, kind, id = ''] = OWNED.exec(path) ?? [];
      if (kind === 'guilds') return id;
      if (kind === 'channels') return guilds.get(id) ?? id;
      if (found === undefined || typeof body !== 'string') return undefined;
      return textOf(objectOf(jsonOf(body))['recipient_id']);
    },
  };
}
