import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn } from '../guilds/settings.ts';
import type { Words } from '../words/words.ts';
import type { UserInteraction } from './interaction.ts';
import type { Message } from './render.ts';
import type { ResponseRoutes } from './respond.ts';

interface ServerRulesDeps {
  guilds: Guilds;
  routes: Pick<ResponseRoutes, 'post'>;
  words: Words;
}

/** What the settings of the server say about one interaction's answer. Only `tellHere` rejects. */
export interface ServerRules {
  /** Whether public commands answer in public where it came from. */
  isPublic(): Promise<boolean>;
  /** Posts into the server's results channel; `false` where there is none, or it took nothing. */
  postResult(message: Message, result: string): Promise<boolean>;
  /** Makes a post here that tells a result. Throws what `post` throws. */
  tellHere(result: string, post: () => Promise<unknown>): Promise<unknown>;
}

export function serverRules(
  { guilds, routes, words }: ServerRulesDeps,
  { place, locale }: Pick<UserInteraction, 'place' | 'locale'>,
): ServerRules {
  const guildId = place.serverId;
  if (guildId === undefined)
    return {
      isPublic: () => Promise.resolve(true),
      postResult: () => Promise.resolve(false),
      tellHere: (_result, post) => post(),
    };
  return {
    isPublic: async () => isPublicIn(await guilds.settings.recent(guildId), place),
    tellHere: (result, post) => guilds.announced.during(place.channelId ?? '', result, post),
    async postResult(message, result) {
      const { resultsChannelId } = await guilds.settings.recent(guildId);
      if (resultsChannelId === undefined) return false;
      try {
        await guilds.announced.during(resultsChannelId, result, () => routes.post(resultsChannelId, message));
        return true;
      } catch {
        const text = words.in(locale)('server.audit.resultLost', { channel: `<#${resultsChannelId}>` });
        await guilds.note(guildId, text);
        return false;
      }
    },
  };
}
