/**
 * What arrives for an option with suggestions may be a suggestion's text and not its value: who types a whole name and presses Enter
 * sends it, and so does Discord after a change of channel.
 */
import { describe, expect, it } from 'vitest';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeMember, fakePlatform } from '../support/fakes.ts';
import { autocomplete, press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { match } from '../support/night-records.ts';

const startsAt = (day: number) => ({ epochMs: Date.UTC(2027, 0, day, 23), precision: 'second' as const });
const cups: Tournament[] = [
  { id: 't_1', name: 'Friday Night', startsAt: startsAt(2) },
  { id: 't_2', name: 'Sunday Cup', startsAt: startsAt(3), phase: 'running' },
  { id: 't_3', name: 'Sunday Cup', startsAt: startsAt(10) },
];
const bracket: Bracket = { rounds: [{ section: 'main', matches: [match('m_1', 'ana-bruno')] }] };

function world() {
  const written: string[] = [];
  const platform = fakePlatform({
    tournaments: () => Promise.resolve({ value: cups }),
    tournament: (id: string) => {
      const value = cups.find((one) => one.id === id);
      return value ? Promise.resolve({ value }) : Promise.reject(failing('not-found'));
    },
    bracket: (id: string) =>
      id === 't_2' ? Promise.resolve({ value: bracket }) : Promise.reject(failing('not-found')),
    match: (id: string) =>
      id === 'm_1'
        ? Promise.resolve({ value: bracket.rounds[0]!.matches[0]! })
        : Promise.reject(failing('invalid')),
    user: (id: string) =>
      id === 'p_1' ? Promise.resolve({ value: { id, name: 'Zoë' } }) : Promise.reject(failing('not-found')),
    userRank: () => Promise.resolve({ value: {} }),
    rankings: ({ region }: { region?: string }) =>
      Promise.resolve({
        value:
          region === 'eu' || region === undefined ? [{ place: 7, player: { id: 'p_1', name: 'Zoë' } }] : [],
      }),
  } as never);
  const member = fakeMember({
    register: (id: string) => {
      written.push(id);
      return Promise.resolve(
        cups.some((one) => one.id === id)
          ? { outcome: 'done', now: cups.find((one) => one.id === id) }
          : { outcome: 'refused', failure: failing('not-found') },
      );
    },
  } as never);
  const accounts = fakeAccounts({
    '501': { state: 'linked', account: accountOf('501', { platform: member }) },
  });
  const made = people({ platform, accounts, regions: [{ slug: 'eu', label: 'Europe' }] });
  const last = async (raw: object) => (await made.all(raw)).at(-1)!;
  return { ask: (raw: object) => made.ask(raw), last, written };
}

describe('a name in place of an id', () => {
  it.each(['Friday Night', 'friday NIGHT', '  Friday   Night '])('/tournament finds %s', async (typed) => {
    const answer = await world().ask(slash('tournament', { tournament: typed }));
    expect(answer.embeds[0]?.title).toBe('Friday Night');
  });

  it('/tournament finds what its own suggestion is called', async () => {
    const { ask } = world();
    const shown = (await ask(autocomplete('tournament', 'tournament', { tournament: 'fri' }))) as never as {
      choices: { name: string }[];
    };
    const answer = await ask(slash('tournament', { tournament: shown.choices[0]!.name }));
    expect(answer.embeds[0]?.title).toBe('Friday Night');
  });

  it('a part of a name does not count, and an id comes first', async () => {
    const { ask } = world();
    expect(wordsOf(await ask(slash('tournament', { tournament: 'Friday' })))).toContain(
      'No tournament found',
    );
    expect((await ask(slash('tournament', { tournament: 't_3' }))).embeds[0]?.title).toBe('Sunday Cup');
  });

  it('of several it asks, and a write waits for the answer', async () => {
    const { last, written } = world();
    const asked = await last(slash('register', { tournament: 'sunday cup' }));
    expect(messageText(asked)).toMatchInlineSnapshot(
      `
      Several are called “sunday cup”. Nothing was done yet.
      (select: Choose which one…)
        ○ Sunday Cup · Jan 10, 2027
        ○ Sunday Cup · Jan 3, 2027 · Closed
    `,
    );
    expect(written).toEqual([]);
    const [menu] = componentsOf(asked);
    const done = await last(press(menu!.custom_id!, { values: ['t_3'], ephemeral: true }));
    expect(wordsOf(done)).toContain('Sunday Cup');
    expect(written).toEqual(['t_3']);
  });

  it('a write of the only one goes on', async () => {
    const { last, written } = world();
    expect(wordsOf(await last(slash('register', { tournament: 'friday night' })))).toContain('Friday Night');
    expect(written).toEqual(['t_1']);
  });

  it('of several it names the ids where a menu could not carry the channel', async () => {
    const { last } = world();
    const raw = slash('follow', { tournament: 'Sunday Cup' }, { permissions: String(0x28n | 0xffffffn) });
    raw.data.options.push({ name: 'channel', value: '800', type: 7 } as never);
    Object.assign(raw.data, { resolved: { channels: { '800': { id: '800', type: 0, permissions: '8' } } } });
    const asked = await last(raw);
    expect(wordsOf(asked)).toContain('`t_2`');
    expect(componentsOf(asked)).toEqual([]);
  });

  it('/match finds the names of its players', async () => {
    const answer = await world().ask(slash('match', { match: 'ANA vs bruno' }));
    expect(answer.embeds[0]?.title).toBe('ANA vs BRUNO');
  });

  it('/leaderboard finds the label of a region', async () => {
    expect((await world().ask(slash('leaderboard', { region: 'europe' }))).embeds[0]?.title).toContain(
      'Europe',
    );
  });

  it('/rank finds what its own suggestion is called', async () => {
    const { ask } = world();
    const shown = (await ask(autocomplete('rank', 'id', { id: 'zo' }))) as never as {
      choices: { name: string }[];
    };
    expect(shown.choices[0]!.name).toBe('Zoë · #7');
    expect((await ask(slash('rank', { id: shown.choices[0]!.name }))).embeds[0]?.title).toBe('Zoë');
  });
});
