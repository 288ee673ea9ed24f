import { expect, test } from 'vitest';
import { channelTraffic } from '../../bench/rows/channel-traffic.ts';
import type { MessageChange } from '../support/night-discord.ts';

const change = (kind: MessageChange['kind'], channelId: string, at: number): MessageChange => ({
  kind,
  id: '1',
  channelId,
  at,
  post: { content: '' },
});

test('edits are counted for each channel, over any five seconds', () => {
  const [messages, edits] = channelTraffic(
    [
      change('post', 'a', 0),
      change('post', 'a', 1),
      ...[4000, 4999, 5000, 8999, 9000].map((at) => change('edit', 'a', at)),
      ...[0, 5000].map((at) => change('edit', 'b', at)),
    ],
    16,
  );
  expect(messages?.beside).toBe('15 matches; at most 2 posts and 5 edits in one of 2 channels');
  expect(edits).toMatchObject({ ours: '4', beside: 'posts, which Discord counts apart: at most 2' });
});
