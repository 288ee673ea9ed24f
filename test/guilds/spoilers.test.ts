import { expect, it } from 'vitest';
import type { Follow } from '../../src/guilds/follows.ts';
import { hidesResults } from '../../src/guilds/spoilers.ts';

const follow = (channelId: string, more: Partial<Follow> = {}): Follow => ({
  tournamentId: 't1',
  channelId,
  topics: { results: true, spoilers: true },
  since: 0,
  ...more,
});
const OPEN = { topics: { results: true } };
const STOPPED = { stopped: { reason: 'over', at: 0 } } as const;

const hides = (follows: readonly Follow[], place: object, resultsChannelId = '77') =>
  hidesResults(
    {
      follows: { read: async () => Object.fromEntries(follows.entries()) } as never,
      settings: { recent: async () => ({ resultsChannelId }) } as never,
    },
    { guildId: '1', tournamentId: 't1', ...place },
  );

it('results are hidden where a follow hides them, in its threads, and in the channel that the server shares', async () => {
  const cases: [string, Follow[], object, boolean][] = [
    ['its channel', [follow('10')], { channelId: '10' }, true],
    ['a thread of it', [follow('10')], { channelId: '500', parentId: '10' }, true],
    ['a thread elsewhere', [follow('10')], { channelId: '500', parentId: '11' }, false],
    ['another channel', [follow('10')], { channelId: '11' }, false],
    ['no channel', [follow('10')], {}, false],
    ['an open follow', [follow('10', OPEN)], { channelId: '10' }, false],
    ['another tournament', [follow('10', { tournamentId: 't2' })], { channelId: '10' }, false],
    [
      'a match without a tournament',
      [follow('10', { tournamentId: 't2' })],
      { channelId: '10', tournamentId: undefined },
      true,
    ],
    ['the results channel', [follow('10')], { channelId: '77' }, true],
    ['the results channel of two', [follow('10', OPEN), follow('11')], { channelId: '77' }, true],
    ['after the end', [follow('10', STOPPED)], { channelId: '10' }, true],
    ['the results channel after the end', [follow('10', STOPPED)], { channelId: '77' }, true],
    [
      'the results channel of a follow that goes on openly',
      [follow('10', STOPPED), follow('11', OPEN)],
      { channelId: '77' },
      false,
    ],
    [
      'after the end, without a tournament',
      [follow('10', STOPPED)],
      { channelId: '10', tournamentId: undefined },
      false,
    ],
  ];
  for (const [name, follows, place, isHidden] of cases)
    expect(await hides(follows, place), name).toBe(isHidden);
});

it('what cannot be read is hidden', async () => {
  const fail = () => Promise.reject(new Error('the store is down'));
  const broken = { follows: { read: fail }, settings: { recent: fail } } as never;
  expect(await hidesResults(broken, { guildId: '1', channelId: '10' })).toBe(true);
});
