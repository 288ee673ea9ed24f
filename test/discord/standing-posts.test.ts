import { Routes } from 'discord-api-types/v10';
import { expect, onTestFinished, test } from 'vitest';
import { createRest } from '../../src/discord/rest.ts';
import { createStandingPosts } from '../../src/discord/standing-posts.ts';
import { createPosts } from '../../src/discord/posts.ts';
import { button } from '../../src/message/reply.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';

test('only the text of a message changes, no one is notified, and a deleted message is skipped', async () => {
  const discord = await startDiscord();
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '1' });
  onTestFinished(async () => {
    await rests.close();
    await discord.close();
  });
  const [channel] = discord.world.channels.values();
  const channelId = channel?.id ?? '';
  const posts = createPosts({
    rest: rests.rest,
    botId: () => discord.applicationId,
    ticketsOf: () => ({ keep: async () => '', read: async () => undefined, take: async () => undefined }),
    monotonic: () => 0,
  });
  const rows = [[button('Report', 'score:open')]];
  const sent = await posts.post(channelId, { content: '<@5> vs Bo', rows });
  const messageId = 'id' in sent ? sent.id : '';
  const standing = createStandingPosts(rests);
  await standing.rewrite(channelId, messageId, (text) => text.replace('<@5>', 'Ana'));
  const shown = await rests.rest.get(Routes.channelMessage(channelId, messageId));
  expect(shown).toMatchObject({ content: 'Ana vs Bo' });
  expect(JSON.stringify(shown)).toContain('Report');
  await standing.rewrite(channelId, '1', () => 'gone');
  expect(discord.problems.map(({ code }) => code)).toEqual([10_008]);
});
