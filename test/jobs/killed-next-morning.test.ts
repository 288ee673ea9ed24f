import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { cup, four, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

vi.setConfig({ testTimeout: 180_000 });

const TOPICS = { calls: true, results: true, event: false, ping: '77' };
const SEMIS = ['a-b 3-1', 'c-d 3-0'] as const;

interface Story {
  begin: (world: NightWorld) => Promise<void>;
  /** What comes next, at which the owner is killed. */
  change: (world: NightWorld) => void;
  /** How the channel ends. */
  texts: readonly string[];
}

/** How what was sent is found: by its nonce, or by what the channel shows. */
const WAYS = [{ isReadable: false }, { nonceMs: 0 }] as const;
const KILLS = [...WAYS.map((way) => ({ way, isMade: true })), { way: {}, isMade: false }];

const STORIES: Readonly<Record<string, Story>> = {
  'a changed winner is told once': {
    async begin(world) {
      world.tournaments.set('t1', { tournament: cup(), bracket: four(...SEMIS, 'a-c') });
      await world.follow('1', 't1', { topics: TOPICS });
      await world.pass(MINUTE_MS);
      const tournament = cup({ phase: 'finished' });
      world.tournaments.set('t1', { tournament, bracket: four(...SEMIS, 'a-c 3-2') });
      await world.pass(3 * MINUTE_MS);
    },
    change(world) {
      const tournament = cup({ phase: 'finished' });
      world.tournaments.set('t1', { tournament, bracket: four(...SEMIS, 'a-c 2-3') });
    },
    texts: [
      '**C** won **Cup**!',
      '<@&77> Correction: **C** won **Cup**, not A.',
      'Corrected: **C** is the champion of **Cup**! ~~A~~\nFinal: A 2 – 3 **C**\nRunner-up: A',
      'Corrected: A 2 – 3 **C** ~~3 – 2~~ · Final',
    ],
  },
  'a post of the schedule is sent once, and strikes the one before': {
    async begin(world) {
      const startsAt = (hours: number) => ({ epochMs: T0 + hours * HOUR_MS, precision: 'second' as const });
      const opened = (hours: number) =>
        world.tournaments.set('t1', { tournament: cup({ phase: 'open', startsAt: startsAt(hours) }) });
      opened(4);
      await world.follow('1', 't1', { topics: TOPICS });
      await world.pass(MINUTE_MS);
      opened(6);
      await world.pass(3 * MINUTE_MS);
    },
    change(world) {
      const startsAt = { epochMs: T0 + 6 * HOUR_MS, precision: 'second' as const };
      world.tournaments.set('t1', { tournament: cup({ phase: 'cancelled', startsAt }) });
    },
    texts: [
      '**Cup** was canceled.',
      '<@&77> **Cup** has been canceled. It was to start <t:1798848000:f>.',
      '~~**Cup** now starts <t:1798848000:f> (<t:1798848000:R>). Before: <t:1798840800:f>.~~',
    ],
  },
};

async function told({ begin, change }: Story, kill?: { act: number } & (typeof KILLS)[number]) {
  const world = nightWorld(kill?.way);
  const owner = world.start('one');
  await begin(world);
  const before = owner.acts();
  change(world);
  if (kill !== undefined) owner.killAt(kill.act, kill.isMade);
  world.start('two');
  await world.pass(6 * MINUTE_MS, 2000);
  return { texts: world.textsIn('10').toSorted(), acts: owner.acts() - before, isDead: owner.isDead() };
}

test.each(Object.entries(STORIES))('%s, wherever the owner is killed', async (_name, story) => {
  const { acts, texts: calm } = await told(story);
  expect(calm).toEqual(story.texts);
  for (let act = 1; act <= acts; act++)
    for (const kill of KILLS) {
      const { isDead, texts } = await told(story, { act, ...kill });
      const at = `killed at act ${act} of ${acts}, ${JSON.stringify(kill)}`;
      expect(isDead, at).toBe(true);
      expect(texts, at).toEqual(story.texts);
    }
});
