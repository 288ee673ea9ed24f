import type { APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../discord/chat/message.ts';
import { isRecord } from '../discord/check/json.ts';
import type { PlaygroundDiscord } from '../discord/server.ts';
import type { SentPost } from './verdict.ts';

/** What the bot posted in a channel by itself, deleted posts included. */
export interface Posts {
  all(): ChatMessage[];
  readonly sent: readonly SentPost[];
  end(): void;
}

const ROUTE = /\/channels\/(\d+)\/messages(?:\/(\d+))?$/;

/** Collects a channel's posts, and how each was sent and edited, from now on. */
export function collectPosts(discord: PlaygroundDiscord, channelId: string): Posts {
  const posts = new Map<string, ChatMessage>();
  const sent: SentPost[] = [];
  const end = discord.onEvent((event) => {
    if ('message' in event && event.message.channelId === channelId) {
      const { message } = event;
      // An answer has an origin.
      if (message.origin === undefined) posts.set(message.id, message);
    }
    if (event.type !== 'wire' || event.entry.via !== 'rest' || event.entry.status !== 200) return;
    const { method, path, request, response } = event.entry;
    const [, place] = ROUTE.exec(path) ?? [];
    if (place !== channelId || !['POST', 'PATCH'].includes(method)) return;
    if (!isRecord(request) || !isRecord(response)) return;
    sent.push({
      messageId: String(response['id']),
      content: String(response['content']),
      // Discord has checked its form, or it would have refused it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      allowedMentions: request['allowed_mentions'] as APIAllowedMentions | undefined,
    });
  });
  return { all: () => [...posts.values()], sent, end };
}
