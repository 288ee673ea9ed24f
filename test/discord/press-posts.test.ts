import { DiscordAPIError } from '@discordjs/rest';
import { expect, test } from 'vitest';
import { createPressPosts } from '../../src/discord/press-posts.ts';
import type { SendOutcome } from '../../src/message/channels.ts';

const failure = (status: number) =>
  new DiscordAPIError({ code: 0, message: 'no' }, 0, status, 'POST', 'https://discord.test', {});

/** Posts to a Discord that answers with `next`, and how many requests it got. */
function setUp() {
  const discord = { time: 0, requests: 0, next: (): Promise<SendOutcome> => Promise.resolve({ id: '1' }) };
  const send = () => {
    discord.requests += 1;
    return discord.next();
  };
  return {
    discord,
    posts: createPressPosts(
      {
        post: send,
        edit: send,
        openDirect: send,
        remove: async () => ({ id: '1' }),
        reopenThread: async () => ({ id: '1' }),
        since: async () => [],
      },
      () => discord.time,
    ),
  };
}

const POST = { content: 'x' };

test('a channel is blocked for a minute after a 403, and not after other failures', async () => {
  const { discord, posts } = setUp();
  for (const refused of ['archived', 'channel-gone', 'refused'] as const) {
    discord.next = () => Promise.resolve({ refused });
    expect(await posts.post('1', POST)).toEqual({ refused });
  }
  for (const error of [failure(404), failure(429), new Error('no answer')]) {
    discord.next = () => Promise.reject(error);
    await expect(posts.post('1', POST)).rejects.toBe(error);
  }
  expect(discord.requests).toBe(6);

  discord.next = () => Promise.resolve({ refused: 'forbidden' });
  await posts.post('1', POST);
  discord.next = () => Promise.resolve({ id: '1' });
  discord.time += 59_999;
  expect(await posts.post('1', POST)).toEqual({ refused: 'forbidden' });
  expect(discord.requests).toBe(7);
  expect(await posts.post('2', POST)).toEqual({ id: '1' });
  discord.time += 1;
  expect(await posts.post('1', POST)).toEqual({ id: '1' });
});

test('a 403 without an error code of Discord blocks the channel only if it comes again and again', async () => {
  const { discord, posts } = setUp();
  const error = failure(403);
  discord.next = () => Promise.reject(error);
  await expect(posts.post('2', POST)).rejects.toBe(error);
  discord.next = () => Promise.resolve({ id: '1' });
  expect(await posts.post('2', POST)).toEqual({ id: '1' });
  discord.next = () => Promise.reject(error);
  for (let n = 0; n < 5; n += 1) await expect(posts.post('1', POST)).rejects.toBe(error);
  expect(discord.requests).toBe(5);
});

test('where the bot may not post, it still edits, and after a 403 of an edit, it still posts', async () => {
  const { discord, posts } = setUp();
  discord.next = () => Promise.resolve({ refused: 'forbidden' });
  await posts.post('1', POST);
  await posts.edit('2', '5', POST);
  discord.next = () => Promise.resolve({ id: '1' });
  expect(await posts.edit('1', '5', POST)).toEqual({ id: '1' });
  expect(await posts.post('2', POST)).toEqual({ id: '1' });
  expect(await posts.edit('2', '5', POST)).toEqual({ refused: 'forbidden' });
});
