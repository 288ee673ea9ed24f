import { describe, expect, it } from 'vitest';
import { followIdOf } from '../../src/guilds/follows.ts';
import type { Bracket } from '../../src/reading/records.ts';
import type { Post } from '../../src/message/reply.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const ID = followIdOf({ channelId: '10', tournamentId: 't1' });
const TOPICS = { calls: true, results: true, event: false, spoilers: true };

/** Everything that is readable without a tap. */
const readable = ({ content, embeds = [], files = [] }: Post): string =>
  [
    plainSpaces(content).replace(/\|\|.*?\|\|/g, '▇'),
    JSON.stringify(embeds),
    ...files.map(({ name, description }) => (name.startsWith('SPOILER_') ? description : `open ${name}`)),
  ].join('\n');
const TELLS = /\d – \d|~~|\bwon\b|beat|open bracket/;

async function night(steps: readonly Bracket[], topics: object = TOPICS, world = nightWorld()) {
  world.start('one');
  const show = (bracket: Bracket) => world.tournaments.set('t1', { tournament: cup(), bracket });
  show(four('a-b', 'c-d', '-'));
  await world.follow('1', 't1', { topics: { calls: true, ...topics } });
  await world.pass(2 * MINUTE_MS);
  for (const bracket of steps) {
    show(bracket);
    await world.pass(2 * MINUTE_MS);
  }
  world.tournaments.set('t1', { tournament: cup({ phase: 'finished' }), bracket: steps.at(-1)! });
  await world.pass(2 * MINUTE_MS);
  return world;
}

const STEPS = [
  four('a-b 3-1', 'c-d', 'a-'),
  four('a-b 1-3', 'c-d', 'b-'),
  four('a-b', 'c-d', '-'),
  four('a-b 3-2', 'c-d 0-2', 'a-d'),
  four('a-b 3-2', 'c-d 0-2', 'a-d 2-0'),
];
const readableOf = ({ changes }: NightWorld): string[] => changes.map(({ post }) => readable(post));

describe('where spoilers are hidden', () => {
  it('no state of any message tells a score or a winner, from the first call to the champion', async () => {
    for (const [name, topics, settings] of [
      ['calls', TOPICS, {}],
      ['no calls', { ...TOPICS, calls: false }, {}],
      ['another channel', TOPICS, { resultsChannelId: '77' }],
    ] as const) {
      const world = nightWorld();
      world.settings.set('1', settings);
      await night(STEPS, topics, world);
      for (const text of readableOf(world)) expect(text, name).not.toMatch(TELLS);
      const all = plainSpaces(world.changes.map(({ post }) => post.content).join('\n'));
      for (const told of [
        '**A** 3 – 1 B',
        'Corrected: A 1 – 3 **B**',
        'Withdrawn: ~~',
        'champion: ||**A**||',
      ])
        expect(all, name).toContain(told);
    }
  });

  it('the champion is a covered name, and the last bracket a covered file without an embed', async () => {
    const world = await night(STEPS);
    const champion = world.messages.at(-1)!.post;
    expect(plainSpaces(champion.content).split('\n')).toEqual([
      '**Cup** is over. The champion: ||**A**||',
      'Final: ||**A** 2 – 0 D||',
      'Runner-up: ||D||',
    ]);
    expect(champion.embeds).toEqual([]);
    expect(champion.files).toMatchObject([{ name: 'SPOILER_bracket.png', description: 'Cup' }]);
    const live = world.messages[0]!.post;
    expect(live.content).toBe('**Cup** is over. The champion: ||**A**||');
    expect(live.files).toBeUndefined();
    expect(JSON.stringify(live.embeds)).not.toMatch(/attachment:|\*\*A\*\*/);
  });

  it('a call becomes its players and their covered result', async () => {
    const world = await night(STEPS.slice(0, 1));
    expect(world.textsIn('10')).toContain('A vs B: ||**A** 3 – 1 B|| · Semifinals');
  });

  it('long lists, and what Discord has no room for, stay covered', async () => {
    const long = (at: number) => `${'|_*'.repeat(8)}${at}`;
    const bracket = (score: string): Bracket => ({
      rounds: [
        {
          section: 'main',
          number: 1,
          matches: Array.from({ length: 25 }, (_, at) =>
            match(`m${at}`, `${long(at)}a-${long(at)}b ${score}`.trim()),
          ),
        },
      ],
    });
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', { tournament: cup(), bracket: bracket('') });
    await world.follow('1', 't1', { topics: { ...TOPICS, calls: false } });
    await world.pass(2 * MINUTE_MS);
    for (const score of ['3-1', '3-2']) {
      world.tournaments.set('t1', { tournament: cup(), bracket: bracket(score) });
      await world.pass(2 * MINUTE_MS);
    }
    expect(world.textsIn('10').join()).toContain('3 – 2');
    for (const text of readableOf(world)) expect(text).not.toMatch(TELLS);
  });

  it('the shared channel is spoilered, for each of its follows', async () => {
    const world = nightWorld();
    world.settings.set('1', { resultsChannelId: '77' });
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    await world.follow('1', 't1', { topics: { calls: true, results: true } });
    world.start('one');
    await world.pass(MINUTE_MS);
    await world.follow('1', 't1', { channelId: '11', topics: TOPICS });
    for (const bracket of STEPS.slice(0, 3)) {
      world.tournaments.set('t1', { tournament: cup(), bracket });
      await world.pass(2 * MINUTE_MS);
    }
    const shared = world.changes.filter(({ channelId }) => channelId === '77');
    expect(shared.length).toBeGreaterThan(2);
    for (const { post } of shared) expect(readable(post)).not.toMatch(TELLS);
    // Its own channel goes on openly.
    expect(
      world.changes.some(
        ({ channelId, post }) => channelId === '10' && plainSpaces(post.content).includes('3 – 1'),
      ),
    ).toBe(true);
  });

  it('the live post changes with the switch, both ways', async () => {
    const world = await night(STEPS.slice(0, 1), { results: true });
    const live = world.messages[0]!;
    const set = async (spoilers: boolean) => {
      await world.follows.change('1', ID, (follow) => ({
        ...follow,
        topics: { ...follow.topics, spoilers },
      }));
      await world.pass(2 * MINUTE_MS);
    };
    expect(live.post.files).toHaveLength(1);
    await set(true);
    expect(live.post.files).toBeUndefined();
    await set(false);
    expect(live.post.files).toHaveLength(1);
  });
});
