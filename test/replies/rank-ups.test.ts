import { expect, test } from 'vitest';
import { rankUpPost } from '../../src/replies/rank-ups.ts';
import { createWords } from '../../src/words/words.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const risesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ discordId: String(10n ** 17n + BigInt(at)), rank: 'Gold' }));

test('a message names as many as it holds, however many rose at once', () => {
  expect(rankUpPost(risesOf(3), t).count).toBe(3);
  const { count, post } = rankUpPost(risesOf(50_000), t);
  expect(post.content.split('\n')).toHaveLength(count + 1);
  expect(post.content.length).toBeLessThanOrEqual(1900);
  expect(post.content.length).toBeGreaterThan(1800);
  expect(rankUpPost([], t).count).toBe(0);
});
