import type { APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { isRecord } from '../../tools/discord-stand-in/check/json.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { wordingIn } from './wording.ts';
import type { SentPost } from './verdict.ts';

export interface Posts {
  /** What the bot posted on its own, deleted posts included. */
  all(this: void): ChatMessage[];
  /** Its result posts there for scores that members reported. */
  announced(): ChatMessage[];
  readonly sent: readonly SentPost[];
  end(): void;
}

const ROUTE = /\/channels\/(\d+)\/messages(?:\/(\d+))?$/;

/** Collects a channel's posts, and how each was sent and edited, from now on. */
export function collectPosts(discord: DiscordStandIn, channelId: string): Posts {
  const wording = wordingIn(discord.guilds[0]?.locale);
  const seen = new Map<string, ChatMessage>();
  const sent: SentPost[] = [];
  const end = discord.onEvent((event) => {
    if ('message' in event && event.message.channelId === channelId) {
      seen.set(event.message.id, event.message);
    }
    if (event.type !== 'wire' || event.entry.via !== 'rest' || event.entry.status !== 200) return;
    const { method, path, request, response } = event.entry;
    const [, place] = ROUTE.exec(path) ?? [];
    if (place !== channelId || !['POST', 'PATCH'].includes(method)) return;
    if (!isRecord(request) || !isRecord(response)) return;
    sent.push({
      messageId: String(response['id']),
      content: String(response['content']),
      matchId: /follow:help:([^:"]+)/.exec(JSON.stringify(response['components'] ?? []))?.[1],
      // Discord has checked its form, or it would have refused it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      allowedMentions: request['allowed_mentions'] as APIAllowedMentions | undefined,
    });
  });
  return {
    // An answer has an origin.
    all: () => [...seen.values()].filter(({ origin }) => origin === undefined),
    announced: () =>
      [...seen.values()].filter(
        ({ origin, visibleTo, content }) =>
          origin !== undefined && visibleTo === null && wording.score.test(content),
      ),
    sent,
    end,
  };
}
