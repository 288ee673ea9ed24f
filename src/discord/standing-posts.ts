import type { REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { objectOf } from '../json.ts';
import type { StandingPosts } from '../message/channels.ts';
import { classify } from './classify.ts';

/** Edits the text of messages that stand, as Discord shows them now: nothing else of them changes. */
export const createStandingPosts = ({ rest }: { rest: REST }): StandingPosts => ({
  async rewrite(channelId, messageId, edit) {
    const route = Routes.channelMessage(channelId, messageId);
    try {
      const { content: before } = objectOf(await rest.get(route));
      if (typeof before !== 'string') return;
      const content = edit(before);
      // An edit notifies no one.
      if (content !== before) await rest.patch(route, { body: { content, allowed_mentions: { parse: [] } } });
    } catch (error) {
      // It is gone, or the bot may not read it.
      if (classify(error) === undefined) throw error;
    }
  },
});
