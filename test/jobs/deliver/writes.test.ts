import { describe, expect, it } from 'vitest';
import type { Bracket } from '../../../src/reading/records.ts';
import { cup, match } from '../../support/night-records.ts';
import { nightWorld } from '../../support/night-world.ts';

const MINUTE_MS = 60_000;
const MATCHES = 20;

/** Matches of one round, of which the first ones are decided. */
const bracketOf = (matches: number, decided: number): Bracket => ({
  rounds: [
    {
      section: 'main',
      number: 1,
      matches: Array.from({ length: matches }, (_, at) =>
        match(`m${at}`, `p${at}-q${at}${at < decided ? ' 3-1' : ''}`),
      ),
    },
  ],
});

function calledWorld(matches: number) {
  const world = nightWorld();
  const writes: string[] = [];
  world.stores.control.before = async (call) => {
    if (call.startsWith('feeds.replace')) writes.push(call);
  };
  const show = (decided: number) =>
    world.tournaments.set('t1', { tournament: cup(), bracket: bracketOf(matches, decided) });
  /** How often the feed was written until then. */
  async function writesIn(ms: number): Promise<number> {
    writes.length = 0;
    await world.pass(ms);
    return writes.length;
  }
  return { ...world, show, writesIn };
}

describe('a feed', () => {
  it('is written once for each new message, and as often for twenty edits as for one', async () => {
    const world = calledWorld(MATCHES);
    world.show(0);
    world.start('one');
    await world.follow('1', 't1');
    // The live post, the start, the link of its page and what was known before are a few writes more.
    expect(await world.writesIn(20_000)).toBeLessThan(MATCHES + 8);
    expect(world.textsIn('10').filter((text) => text.includes('your match'))).toHaveLength(MATCHES);
    await world.pass(MINUTE_MS);
    world.show(1);
    const ofOne = await world.writesIn(MINUTE_MS);
    world.show(MATCHES);
    expect(await world.writesIn(MINUTE_MS)).toBe(ofOne);
    expect(world.textsIn('10').filter((text) => text.includes('3 – 1'))).toHaveLength(MATCHES);
  });

  it('knows which edits a killed process may have made: what is no longer so is edited back', async () => {
    for (let act = 1; act <= 6; act++) {
      const world = calledWorld(3);
      world.show(0);
      const first = world.start('one');
      await world.follow('1', 't1');
      await world.pass(MINUTE_MS);
      world.show(3);
      first.killAt(act, true);
      await world.pass(30_000);
      expect(first.isDead()).toBe(true);
      world.show(0);
      world.start('two');
      await world.pass(2 * MINUTE_MS);
      const standing = world.textsIn('10').filter((text) => text.includes('3 – 1') && !text.includes('~~'));
      expect(standing, `act ${act}`).toEqual([]);
    }
  });
});
