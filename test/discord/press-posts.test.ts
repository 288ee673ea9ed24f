import { DiscordAPIError } from '@discordjs/rest';
import { expect, test } from 'vitest';
import { createPressPosts } from '../../src/discord/press-posts.ts';

const refusal = (status: number) =>
  new DiscordAPIError({ code: 50_001, message: 'no' }, 50_001, status, 'POST', 'https://discord.test', {});

test('a channel is blocked for a minute after a 403, and not after other failures', async () => {
  let time = 0;
  let tries = 0;
  const post = createPressPosts(() => time);
  const failing = (error: Error) => () => {
    tries += 1;
    return Promise.reject(error);
  };
  for (const error of [refusal(404), refusal(429), new Error('no answer')])
    await expect(post('1', failing(error))).rejects.toBe(error);
  expect(tries).toBe(3);
  const first = refusal(403);
  await expect(post('1', failing(first))).rejects.toBe(first);
  time += 59_999;
  await expect(post('1', () => Promise.resolve('posted'))).rejects.toBe(first);
  expect(await post('2', () => Promise.resolve('posted'))).toBe('posted');
  time += 1;
  expect(await post('1', () => Promise.resolve('posted'))).toBe('posted');
  expect(tries).toBe(4);
});
