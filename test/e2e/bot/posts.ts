import type { APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import type { DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';

/** A post as it was sent or edited: what it may mention stands nowhere else. */
interface SentPost {
  content: string;
  allowedMentions: APIAllowedMentions | undefined;
}

export type Posts = ReturnType<typeof collectPosts>;

/** Collects a channel's posts, and how each was sent and edited, from now on. */
export function collectPosts(discord: DiscordStandIn, channelId: string) {
  const seen = new Map<string, ChatMessage>();
  const sent: SentPost[] = [];
  const path = new RegExp(`/channels/${channelId}/messages(?:/\\d+)?$`);
  const end = discord.onEvent((event) => {
    if ('message' in event && event.message.channelId === channelId)
      seen.set(event.message.id, event.message);
    if (event.type !== 'wire' || event.entry.via !== 'rest' || event.entry.status !== 200) return;
    const { method, request, response } = event.entry;
    if (!path.test(event.entry.path) || !['POST', 'PATCH'].includes(method)) return;
    const { allowed_mentions: allowedMentions } = request as { allowed_mentions?: APIAllowedMentions };
    const { content } = response as { content: string };
    sent.push({ content, allowedMentions });
  });
  return {
    /** What the bot posted on its own, deleted posts included: an answer has an origin. */
    all: () => [...seen.values()].filter(({ origin }) => origin === undefined),
    /** Its result posts for scores that members reported. */
    announced: () =>
      [...seen.values()].filter(
        ({ content, origin, visibleTo }) =>
          origin !== undefined && visibleTo === null && /\d\s–\s\d/.test(content),
      ),
    sent: sent as readonly SentPost[],
    end,
  };
}
