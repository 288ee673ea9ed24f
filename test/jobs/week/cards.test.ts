import { describe, expect, it } from 'vitest';
import { createCards } from '../../../src/jobs/week/cards.ts';
import { createListing } from '../../../src/jobs/week/listing.ts';
import { calendarText } from '../../../src/web/calendar.ts';
import { createWords } from '../../../src/words/words.ts';
import { silent } from '../../support/fakes.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const MINUTE_MS = 60_000;
const t = createWords({ strict: true, platformName: 'Arena' }).in('en-US');

function world() {
  let time = 10 * MINUTE_MS;
  const now = () => time;
  const stores = memoryStores({ now });
  const listing = createListing({ stores: stores.replica(), now });
  const control = {
    onSleep: async (): Promise<void> => {},
    sleeps: 0,
    followed: {} as Record<string, string[]>,
  };
  const cards = createCards({
    listing,
    followedIn: async (serverId) => control.followed[serverId] ?? [],
    addressOf: (id) => `https://bot.test/t/${id}`,
    log: silent,
    now,
    async sleep(ms) {
      time += ms;
      control.sleeps++;
      await control.onSleep();
    },
  });
  return { cards, listing, control, stores, pass: (ms: number) => void (time += ms) };
}

describe('what pages know of tournaments', () => {
  it('is the stored list; a list that is a minute old is requested once for every visitor', async () => {
    const { cards, listing, pass } = world();
    await listing.save([{ id: 'a', name: 'Cup' }]);
    expect((await cards.upcoming(t)).map(({ title }) => title)).toEqual(['Cup']);
    expect(await listing.isWanted()).toBe(false);
    pass(MINUTE_MS);
    expect((await cards.upcoming(t)).map(({ title }) => title)).toEqual(['Cup']);
    expect(await listing.isWanted()).toBe(true);
  });

  it('waits a few seconds for the first list, and for one that may have an unknown tournament', async () => {
    const { cards, listing, control, pass } = world();
    control.onSleep = async () => void (await listing.save([{ id: 'a' }]));
    expect(await cards.upcoming(t)).toHaveLength(1);
    pass(MINUTE_MS);
    control.onSleep = async () => void (await listing.save([{ id: 'a' }, { id: 'b' }]));
    expect(await cards.find('b', t)).toMatchObject({ id: 'b' });
    const before = control.sleeps;
    // The list is new: strangers who try ids wait for nothing and ask for nothing.
    for (const id of ['x', 'y', '', 'z'.repeat(300)]) expect(await cards.find(id, t)).toBeUndefined();
    expect(control.sleeps).toBe(before);
    expect(await listing.isWanted()).toBe(true);
    await listing.forgetWish();
    expect(await cards.find('x', t)).toBeUndefined();
    expect(await listing.isWanted()).toBe(false);
  });

  it('lets strangers who come at once wait together, and gives up after four seconds', async () => {
    const { cards, control } = world();
    const found = await Promise.all(['x', 'y', 'z'].map((id) => cards.find(id, t)));
    expect(found).toEqual([undefined, undefined, undefined]);
    expect(control.sleeps).toBeLessThanOrEqual(16);
  });

  it('has the page of a tournament that a member shared, and of one that left the list', async () => {
    const { cards, listing } = world();
    await listing.save([{ id: 'a', name: 'Cup' }]);
    await listing.save([]);
    expect(await cards.share({ id: 'b', name: 'Old cup', phase: 'finished' })).toBe('https://bot.test/t/b');
    expect(await cards.find('a', t)).toMatchObject({ title: 'Cup' });
    expect(await cards.find('b', t)).toMatchObject({ facts: [['Status', 'Finished']] });
    expect(await cards.upcoming(t)).toEqual([]);
  });

  it('is what its channels saw of a followed tournament, though the list has it no more, or not yet so', async () => {
    const { cards, control, listing, pass } = world();
    const facts = async () => (await cards.find('a', t))?.facts;
    await listing.save([{ id: 'a', name: 'Cup', phase: 'upcoming' }]);
    await listing.noteFollowed({ id: 'a', name: 'Cup', phase: 'running', entrants: 8 }, undefined);
    expect(await facts()).toEqual([
      ['Status', 'Running'],
      ['Players', '8 players'],
    ]);
    await listing.save([]);
    pass(6000);
    await listing.noteFollowed({ id: 'a', name: 'Cup', phase: 'finished' }, { name: 'Ana' });
    // A member who opens it then knows no more.
    await cards.share({ id: 'a', name: 'Cup', phase: 'finished' });
    expect(await facts()).toEqual([
      ['Status', 'Finished'],
      ['Winner', 'Ana'],
    ]);
    expect(await cards.find('a', t)).toMatchObject({ isAhead: false });
    control.followed = { '7': ['a', 'a', 'unknown'] };
    expect(await cards.followedBy('7', t)).toMatchObject([{ id: 'a' }]);
    expect(await cards.followedBy('8', t)).toEqual([]);
  });

  it('takes a winner back with the end, and a canceled tournament is canceled in the calendar', async () => {
    const { cards, control, listing } = world();
    await listing.save([]);
    const startsAt = { epochMs: Date.UTC(2027, 0, 1), precision: 'second' as const };
    const note = (phase: 'running' | 'finished' | 'cancelled', winner?: { name?: string }) =>
      listing.noteFollowed({ id: 'a', name: 'Cup', phase, startsAt }, winner);
    await note('finished', { name: 'Ana' });
    await note('running', {});
    const namesWinner = async () =>
      (await cards.find('a', t))?.facts.some(([, text]) => text === 'Ana') === true;
    expect(await namesWinner()).toBe(false);
    await note('finished', { name: 'Ana' });
    expect(await namesWinner()).toBe(true);
    await note('finished');
    expect(await namesWinner(), 'a reading that does not say').toBe(true);
    await note('finished', {});
    expect(await namesWinner(), 'nobody won alone').toBe(false);
    await note('finished', { name: 'Ana' });
    await note('cancelled');
    expect(await namesWinner()).toBe(false);
    control.followed = { '7': ['a'] };
    const view = {
      name: 'x',
      host: 'h',
      events: await cards.followedBy('7', t),
      addressOf: (id: string) => id,
    };
    expect(calendarText(view)).toContain('STATUS:CANCELLED');
  });

  it('notes when a tournament changed, not when it was read', async () => {
    const { listing, pass } = world();
    const first = await listing.save([{ id: 'a', name: 'Cup', entrants: 1 }]);
    pass(MINUTE_MS);
    const same = await listing.save([{ id: 'a', name: 'Cup', entrants: 1, entrantIds: ['p1'] }]);
    expect(same.tournaments).toEqual(first.tournaments);
    expect(JSON.stringify(same)).not.toContain('p1');
    const changed = await listing.save([{ id: 'a', name: 'Cup', entrants: 2 }]);
    expect(changed.tournaments[0]?.changedAt).toBe(same.readAt);
  });

  it('is no draft, at most 200 tournaments, and nothing whose id no address can hold', async () => {
    const { cards, listing } = world();
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `t${at}`, name: 'Cup' }));
    await listing.save([{ id: 'd', registration: 'draft' }, { id: '..' }, { id: 'bad\ud800' }, ...many]);
    const ids = (await cards.upcoming(t)).map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(ids.slice(0, 2)).toEqual(['bad\ud800', 't0']);
    expect(await cards.find('d', t)).toBeUndefined();
    await cards.share({ id: 'e', registration: 'draft' });
    expect(await cards.find('e', t)).toBeUndefined();
  });

  it('goes when the platform has the tournament no longer', async () => {
    const { cards, listing, pass } = world();
    await listing.save([{ id: 'a' }, { id: 'b' }]);
    await cards.forget('a');
    pass(6000);
    expect(await cards.find('a', t)).toBeUndefined();
    expect((await cards.upcoming(t)).map(({ id }) => id)).toEqual(['b']);
    await listing.save([{ id: 'a' }, { id: 'b' }]);
    pass(6000);
    expect(await cards.find('a', t)).toMatchObject({ id: 'a' });
  });

  it('has short texts, however long the platform’s are', async () => {
    const { listing } = world();
    const { tournaments } = await listing.save([
      { id: 'a', name: 'x'.repeat(20_000), game: 'y'.repeat(5000) },
    ]);
    expect(JSON.stringify(tournaments).length).toBeLessThan(600);
  });

  it('links to a tournament also while the store is down', async () => {
    const { cards, stores } = world();
    stores.control.down = true;
    expect(await cards.share({ id: 'a' })).toBe('https://bot.test/t/a');
  });
});
