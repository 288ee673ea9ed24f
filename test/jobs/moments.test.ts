import { describe, expect, it } from 'vitest';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { postText } from '../support/message-text.ts';
import { cup, four, match, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PINGS = { calls: true, results: true, event: true, ping: '77' };
const at = (ms: number) => ({ startsAt: { epochMs: T0 + ms, precision: 'second' as const } });
const ends = { endsAt: { epochMs: T0 + 48 * HOUR_MS, precision: 'second' as const } };

interface MomentStep {
  tournament: Tournament;
  bracket?: Bracket;
}

async function show(world: NightWorld, ...steps: MomentStep[]): Promise<void> {
  for (const step of steps) {
    world.tournaments.set('t1', step);
    await world.pass(2 * MINUTE_MS, 2000);
  }
}

/** The same where nothing is played: what has no news is read seldom. */
async function showSlowly(world: NightWorld, ...steps: MomentStep[]): Promise<void> {
  for (const step of steps) {
    world.tournaments.set('t1', step);
    await world.pass(12 * MINUTE_MS, 5000);
  }
}

/** The posts after the live one. */
const said = (world: NightWorld): string[] => world.textsIn('10').slice(1);

async function followed(step: MomentStep, topics = PINGS): Promise<NightWorld> {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', step);
  await world.follow('1', 't1', { topics });
  await world.pass(MINUTE_MS, 2000);
  return world;
}

/** Everybody against everybody: Ada 3, Bo 2, Cy and Di a draw. */
const round = (number: number, ...matches: string[]) => ({
  section: 'main' as const,
  number,
  matches: matches.map((text, index) => match(`r${number}m${index}`, text)),
});
const league = (last: string) => ({
  rounds: [
    round(1, 'ada-bo 2-1', 'cy-di 1-0'),
    round(2, 'ada-cy 2-0', 'bo-di 2-0'),
    round(3, 'ada-di 2-0', last),
  ],
});

it('the table of a round whose results were deleted has a message of its own', async () => {
  const tournament = cup({ format: 'Round robin' });
  const rounds = (...first: string[]) => ({ rounds: [round(1, ...first), round(2, 'ada-cy', 'bo-di')] });
  const world = nightWorld();
  world.settings.set('1', { resultsChannelId: '20' });
  world.start('one');
  world.tournaments.set('t1', { tournament, bracket: rounds('ada-bo', 'cy-di') });
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS, 2000);
  await show(world, { tournament, bracket: rounds('ada-bo 2-1', 'cy-di') });
  for (const { channelId, id } of world.messages) if (channelId === '20') world.remove(id);
  await show(world, { tournament, bracket: rounds('ada-bo 2-1', 'cy-di 1-0') });
  expect(world.textsIn('20').filter((text) => text.includes('**Standings**'))).toHaveLength(1);
});

describe('the end of a Swiss, a round robin or a league', () => {
  const running = cup({ format: 'Round robin' });
  const over = { ...running, phase: 'finished' as const };

  it('is a post with the first three of the table, the picture and the role', async () => {
    const world = await followed({ tournament: running, bracket: league('bo-cy') });
    await show(world, { tournament: over, bracket: league('bo-cy 2-1') });
    const post = world.messages.find(({ post: one }) => one.content.includes('First place'))?.post;
    expect(await postText(post!)).toMatchInlineSnapshot(`
      (notifies <@&77>)
      <@&77> **Cup** is over. First place: **ADA**
      1\\. **ADA** · 3W 0L · +5
      2\\. **BO** · 2W 1L · +2
      3\\. **CY** · 1W 2L · −2
      | # Cup
      | **Full bracket** · 6 of 6 matches played
      |
      | **ADA** won it all.
      |
      | **Standings**
      | 1\\. **ADA** · 3W 0L · +5
      | 2\\. **BO** · 2W 1L · +2
      | 3\\. **CY** · 1W 2L · −2
      | 4\\. **DI** · 0W 3L · −5
      | (picture: attachment://bracket.png)
      [Bracket] [Results file]
      (file: bracket.png – Cup)
    `);
    expect(said(world).filter((text) => text.includes('First place'))).toHaveLength(1);
    const [season] = await world.season.read('1');
    expect(season?.places.map(({ name }) => name)).toEqual(['ADA', 'BO', 'CY']);
    expect((await world.listing.card('t1'))?.champion).toBe('ADA');
  });

  it('names who share a place together, and counts them in no season', async () => {
    const world = await followed({ tournament: running, bracket: league('bo-cy') });
    const tied = {
      rounds: [
        round(1, 'ada-bo 2-1', 'cy-di 2-0'),
        round(2, 'ada-cy 1-2', 'bo-di 2-0'),
        round(3, 'ada-di 2-0', 'bo-cy 2-0'),
      ],
    };
    await show(world, { tournament: over, bracket: tied });
    expect(said(world).at(-1)).toMatchInlineSnapshot(`
      "<@&77> **Cup** is over.
      **BO** · 2W 1L · +3
      **ADA** · 2W 1L · +2
      **CY** · 2W 1L · +1
      **DI** · 0W 3L · −6"
    `);
    expect((await world.season.read('1'))[0]?.places).toEqual([]);
  });

  it('says so if a correction changed the first', async () => {
    const world = await followed({ tournament: running, bracket: league('bo-cy') });
    await show(world, { tournament: over, bracket: league('bo-cy 2-1') });
    const other = league('bo-cy 2-1');
    other.rounds[0] = round(1, 'ada-bo 0-2', 'cy-di 1-0');
    await show(world, { tournament: over, bracket: other });
    expect(said(world).filter((text) => text.includes('First place'))).toMatchInlineSnapshot(`
      [
        "Corrected: **Cup** is over. First place: **BO** ~~ADA~~
      1\\. **BO** · 3W 0L · +5
      2\\. **ADA** · 2W 1L · +2
      3\\. **CY** · 1W 2L · −2",
      ]
    `);
  });
});

describe('a corrected champion', () => {
  it('stands beside the one that was told, and alone once they are back', async () => {
    const world = await followed({ tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    const final = (text: string) => ({
      tournament: cup({ phase: 'finished' }),
      bracket: four('a-b 3-1', 'c-d 0-2', text),
    });
    const champion = () => said(world).filter((text) => text.includes('champion'));
    await show(world, final('a-d 2-3'), final('a-d 3-2'));
    expect(champion()).toMatchInlineSnapshot(`
      [
        "Corrected: **A** is the champion of **Cup**! ~~D~~
      Final: **A** 3 – 2 D
      Runner-up: D",
      ]
    `);
    await show(world, final('a-d 3-1'));
    expect(champion()).toMatchInlineSnapshot(`
      [
        "Corrected: **A** is the champion of **Cup**! ~~D~~
      Final: **A** 3 – 1 D
      Runner-up: D",
      ]
    `);
    await show(world, final('a-d 2-3'));
    expect(champion()).toMatchInlineSnapshot(`
      [
        "Corrected: **D** is the champion of **Cup**! ~~A~~
      Final: A 2 – 3 **D**
      Runner-up: A",
      ]
    `);
  });
});

describe('the start', () => {
  it('is posted before the results of an absence, with the first round of the bracket', async () => {
    const world = await followed({ tournament: cup({ phase: 'open', ...at(MINUTE_MS) }) });
    await show(world, { tournament: cup(), bracket: four('a-b 3-1', 'c-d 0-2', 'a-d') });
    expect(said(world).map((text) => text.split('\n')[0])).toMatchInlineSnapshot(`
      [
        "<@&77> **Cup** has started with **Semifinals**.",
        "**Semifinals** in **Cup**",
        "**A** vs **D**: your match is ready.",
      ]
    `);
  });

  it('does not lead to what is hidden', async () => {
    const world = await followed({ tournament: cup({ phase: 'open', ...at(MINUTE_MS) }) }, {
      ...PINGS,
      spoilers: true,
    } as typeof PINGS);
    await show(world, { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    expect(said(world).find((text) => text.includes('has started'))).toBe(
      '<@&77> **Cup** has started with **Semifinals**.',
    );
  });
});

describe('an open registration', () => {
  const registration = (more: Partial<Tournament>) => ({
    tournament: cup({ phase: 'open', ...at(24 * HOUR_MS), ...more }),
  });
  const last = async (world: NightWorld) => String((await postText(world.messages[1]!.post)).text);

  it('is offered by its post until it is over, in whatever way', async () => {
    for (const end of [
      registration({ registration: 'closed' }),
      { tournament: cup(), bracket: four('a-b', 'c-d', '-') },
      { tournament: cup({ phase: 'cancelled' }) },
    ]) {
      const world = await followed(registration({ registration: 'draft' }));
      await showSlowly(world, registration({}));
      expect(await last(world)).toBe(
        '(notifies <@&77>)\n<@&77> Registration for **Cup** is open.\n[Register] [Details]',
      );
      await showSlowly(world, end);
      expect(await last(world)).toBe('~~Registration for **Cup** is open.~~');
    }
  });

  it('is offered no longer where nobody follows', async () => {
    const world = await followed(registration({ registration: 'draft' }));
    await showSlowly(world, registration({}));
    const [followId = ''] = Object.keys(await world.follows.read('1'));
    const stopped = { reason: 'organizer', at: world.now() } as const;
    await world.follows.change('1', followId, (follow) => ({ ...follow, stopped }));
    await world.pass(MINUTE_MS, 2000);
    expect(await last(world)).toBe('~~Registration for **Cup** is open.~~');
  });
});

describe('a change of plans', () => {
  const open = (more: Partial<Tournament> = {}) => ({
    tournament: cup({ phase: 'open', ...at(24 * HOUR_MS), ...ends, ...more }),
  });

  it('is a post with the role: postponed, a new start, canceled, each once; the event agrees', async () => {
    const world = await followed(open());
    const events = () => world.events.map(({ startsAt, status }) => [(startsAt - T0) / HOUR_MS, status]);
    expect(events()).toEqual([[24, 'scheduled']]);
    await showSlowly(world, open({ registration: 'postponed' }), open({ registration: 'postponed' }));
    expect(events()).toEqual([[24, 'canceled']]);
    await showSlowly(world, open(at(30 * HOUR_MS)));
    expect(events()).toEqual([
      [24, 'canceled'],
      [30, 'scheduled'],
    ]);
    await showSlowly(world, open({ phase: 'cancelled', ...at(30 * HOUR_MS) }), open({ phase: 'cancelled' }));
    expect(said(world)).toMatchInlineSnapshot(`
      [
        "~~**Cup** is postponed. It was to start <t:1798912800:f>. I'll say here when it's on again.~~",
        "~~**Cup** is on again. It starts <t:1798934400:f> (<t:1798934400:R>).~~",
        "<@&77> **Cup** has been canceled. It was to start <t:1798934400:f>.",
      ]
    `);
    const posts = world.changes.filter(({ kind, post }) => kind === 'post' && post.mentions !== undefined);
    expect(posts.map(({ post }) => post.mentions?.roles)).toEqual([['77'], ['77'], ['77']]);
    expect(events().map(([, status]) => status)).toEqual(['canceled', 'canceled']);
  });

  it('leaves its event and its name alone for one record that lacks both', async () => {
    const world = await followed(open());
    const reads = () => world.calls.filter(({ what }) => what === 'tournament t1').length;
    const { length: messages } = world.messages;
    const before = reads();
    world.tournaments.set('t1', { tournament: { id: 't1', phase: 'open' } });
    while (reads() === before) await world.pass(2000, 2000);
    world.tournaments.set('t1', open());
    await world.pass(HOUR_MS / 6, 2000);
    expect(world.events.map(({ status }) => status)).toEqual(['scheduled']);
    expect(world.messages).toHaveLength(messages);
    expect(world.changes.some(({ post }) => post.content.includes('Tournament t1'))).toBe(false);
  });

  it('has one event, also once a channel that was refused follows again and another one leads', async () => {
    const world = await followed(open());
    world.control.refuse = ({ channelId }) => (channelId === '10' ? 'forbidden' : undefined);
    await showSlowly(world, open(at(30 * HOUR_MS)));
    await world.follow('1', 't1', { channelId: '11', topics: PINGS, eventHours: 3 });
    await showSlowly(world, open(at(31 * HOUR_MS)));
    world.control.refuse = () => undefined;
    await world.follow('1', 't1', { topics: PINGS, eventHours: 3 });
    await showSlowly(world, open(at(32 * HOUR_MS)));
    expect(world.events.filter(({ status }) => status === 'scheduled')).toMatchObject([
      { startsAt: T0 + 32 * HOUR_MS },
    ]);
  });

  it('leaves an event that is under way to its end where another channel leads by then', async () => {
    const world = await followed(open(at(MINUTE_MS)));
    await showSlowly(world, {
      tournament: cup({ ...at(MINUTE_MS), ...ends }),
      bracket: four('a-b', 'c-d', '-'),
    });
    world.control.refuse = ({ channelId }) => (channelId === '10' ? 'forbidden' : undefined);
    await showSlowly(world, {
      tournament: cup({ ...at(MINUTE_MS), ...ends }),
      bracket: four('a-b 3-1', 'c-d', '-'),
    });
    await world.follow('1', 't1', { channelId: '11', topics: PINGS, eventHours: 3 });
    await world.pass(MINUTE_MS, 2000);
    world.control.refuse = () => undefined;
    await world.follow('1', 't1', { topics: PINGS, eventHours: 3 });
    await showSlowly(world, {
      tournament: cup({ ...at(MINUTE_MS), ...ends }),
      bracket: four('a-b 3-1', 'c-d', '-'),
    });
    expect(world.events.map(({ status }) => status)).toEqual(['active']);
  });

  it('of less than an hour is on the live post alone, until small ones add up', async () => {
    const world = await followed(open());
    await showSlowly(world, open(at(24.5 * HOUR_MS)));
    expect(said(world)).toEqual([]);
    await showSlowly(world, open(at(25 * HOUR_MS)));
    expect(said(world)).toHaveLength(1);
    await showSlowly(world, open(at(25.5 * HOUR_MS)));
    expect(said(world)).toHaveLength(1);
  });

  it('is posted while players are called, too, but never for the time before following began', async () => {
    const world = await followed({
      tournament: cup({ registration: 'postponed' }),
      bracket: four('a-b', 'c-d', '-'),
    });
    expect(said(world)).toEqual([]);
    await show(world, { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    await show(world, { tournament: cup({ phase: 'cancelled' }), bracket: four('a-b', 'c-d', '-') });
    expect(said(world).filter((text) => /is on again|has been canceled/.test(text))).toEqual([
      '~~**Cup** is on again.~~',
      '<@&77> **Cup** has been canceled.',
    ]);
  });
});
