import { describe, expect, it } from 'vitest';
import type { MemberPlatform } from '../../src/platform/platform.ts';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { bracketAltText } from '../../src/pictures/alt-text.ts';
import { matchListEmbed } from '../../src/replies/matches.ts';
import { createWords } from '../../src/words/words.ts';
import { componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeMember, fakePlatform } from '../support/fakes.ts';
import { autocomplete, press, slash } from '../support/interactions.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linkedWith = (member: Partial<MemberPlatform> = {}) =>
  fakeAccounts({
    '501': { state: 'linked', account: accountOf('501', { playerId: 'u1', platform: fakeMember(member) }) },
  });
const cup: Tournament = { id: 't_1', name: 'Open Cup 1', phase: 'open' };
const platformWith = (tournament: Tournament) =>
  fakePlatform({ tournament: () => value(tournament), bracket: () => Promise.reject(failing('not-found')) });
const labels = (shown: Parameters<typeof componentsOf>[0]) => componentsOf(shown).map(({ label }) => label);
const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

describe('a tournament that the caller is registered for', () => {
  const registered = { ...cup, entrantIds: ['u1'] };

  it('says so in private, and has no Register', async () => {
    const world = people({ platform: platformWith(registered), accounts: linkedWith() });
    const own = await world.ask(press('tournament:run:tournament=t_1'));
    expect(wordsOf(own)).toContain("✓ You're registered");
    expect(labels(own)).not.toContain('Register');
  });

  it('says nothing of the caller in public, where others may register', async () => {
    const world = people({ platform: platformWith(registered), accounts: linkedWith() });
    const shown = await world.ask(slash('tournament', { tournament: 't_1' }));
    expect(wordsOf(shown)).not.toMatch(/registered/i);
    expect(labels(shown)).toContain('Register');
  });
});

it('a canceled tournament offers no bracket that it never had', async () => {
  const world = people({ platform: platformWith({ ...cup, phase: 'cancelled' }) });
  expect(labels(await world.ask(slash('tournament', { tournament: 't_1' })))).not.toContain('Bracket');
});

it('a region without a label is named alike in a tournament and in its suggestions', async () => {
  const world = people({ platform: platformWith({ ...cup, region: 'sao-paulo' }) });
  expect(wordsOf(await world.ask(slash('tournament', { tournament: 't_1' })))).toContain('Sao Paulo');
});

it('who neither organizes nor is linked reads that organizers decide, and is not asked to link', async () => {
  const world = people();
  expect(wordsOf(await world.ask(press('score:rule:m1:::::')))).toBe(
    "Only this server's organizers can decide this.",
  );
  expect(labels(await world.ask(press('score:rule:m1:::::', { permissions: '32' })))).toContain(
    'Link account',
  );
});

describe('/register', () => {
  const ask = (tournament: Tournament, register: MemberPlatform['register']) =>
    people({ platform: platformWith(tournament), accounts: linkedWith({ register }) }).ask(
      slash('register', { tournament: 't_1' }),
    );

  it('tells no start in the past', async () => {
    const begun = { ...cup, startsAt: { epochMs: Date.UTC(2020, 0, 1), precision: 'second' as const } };
    const answer = await ask(begun, () => Promise.resolve({ outcome: 'done', now: begun }));
    expect(wordsOf(answer)).toBe("You're registered for **Open Cup 1**. Good luck!");
  });

  it('leads a lost registration to what can tell: the tournament, or else another try', async () => {
    const lost = () => Promise.resolve({ outcome: 'unknown' as const, failure: failing('unavailable') });
    const shows = await ask({ ...cup, entrantIds: ['u9'] }, lost);
    expect(wordsOf(shows)).toContain('Press **Tournament** to check before trying again.');
    const hides = await ask(cup, lost);
    expect(wordsOf(hides)).toContain('Press **Try again**: if it did, Playhouse says so.');
    for (const answer of [shows, hides]) expect(labels(answer)).toEqual(['Tournament', 'Try again']);
  });

  it('offers another try where the platform was busy, and none where it said no', async () => {
    for (const [kind, offered] of [
      ['rate-limited', ['Try again', 'Tournament']],
      ['forbidden', ['Tournament']],
    ] as const) {
      const failure = failing(kind);
      expect(labels(await ask(cup, () => Promise.resolve({ outcome: 'refused', failure }))), kind).toEqual(
        offered,
      );
    }
  });
});

it('a decided match has no start ahead', () => {
  const now = Date.UTC(2027, 0, 1);
  const startsAt = { epochMs: now + 840_000, precision: 'second' as const };
  const sides: Match['sides'] = [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bo' } }];
  const textOf = (match: Match) => {
    const page = { items: [match], page: 1, pages: 1 };
    return matchListEmbed({ name: 'Ana', playerId: 'u1', page, form: [], asOf: undefined, now }, t)
      .description;
  };
  expect(textOf({ id: 'm1', sides, winner: 1, startsAt })).not.toContain('<t:');
  expect(textOf({ id: 'm1', sides, startsAt })).toContain('<t:');
  expect(
    textOf({ id: 'm1', sides, winner: 1, startsAt, endsAt: { ...startsAt, epochMs: now - 1 } }),
  ).toContain('<t:');
  // That time passes while the list is read.
  expect(textOf({ id: 'm1', sides, phase: 'upcoming', startsAt })).toMatch(/due\s<t:\d+:R>/);
  expect(textOf({ id: 'm1', sides, phase: 'running', startsAt })).not.toContain('due');
});

it('what a platform does not show of a bracket is not told as zero', async () => {
  const match = (id: string): Match => ({
    id,
    sides: [{ player: { id: `${id}a`, name: 'Ana' } }, { player: { id: `${id}b`, name: 'Bo' } }],
  });
  const bracketOf = (more: Partial<Match>): Bracket => ({
    rounds: [
      { section: 'main', matches: [{ ...match('m1'), ...more }, match('m2')] },
      { section: 'main', matches: [{ id: 'm3', sides: [{}, {}] }] },
    ],
  });
  const textsOf = async (bracket: Bracket) => {
    const platform = fakePlatform({ tournament: () => value(cup), bracket: () => value(bracket) });
    const shown = await people({ platform }).ask(slash('bracket', { tournament: 't_1' }));
    return `${wordsOf(shown)} ${bracketAltText(bracket, { t, window: { kind: 'whole' } } as Parameters<typeof bracketAltText>[1])}`;
  };
  expect(await textsOf(bracketOf({}))).not.toMatch(/matches played|decided yet/);
  expect(await textsOf(bracketOf({ phase: 'upcoming' }))).toMatch(/0 of 3 matches played/);
});

describe('/help', () => {
  it('offers newcomers to link, and keeps the commands of organizers apart', async () => {
    const stranger = await people().ask(slash('help'));
    expect(labels(stranger)[0]).toBe('Link account');
    const fields = Object.fromEntries(
      (stranger.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]),
    );
    expect(fields['Organizers']?.match(/\/\w+ —/g)).toEqual(['/follow —', '/settings —']);
    expect(fields['You']).not.toContain('/settings');
    const member = await people({ accounts: linkedWith() }).ask(slash('help'));
    expect(labels(member)).not.toContain('Link account');
  });
});

it('/rank of a member names the member beside the player', async () => {
  const platform = fakePlatform({
    user: () => value({ id: 'player-502', name: 'Jürgen Weiß' }),
    userRank: () => value({ elo: 2000 }),
    userMatches: () => value([]),
  });
  const shown = await people({ platform }).ask(slash('rank', { player: '502' }));
  expect(wordsOf(shown)).toContain('<@502>');
  const byId = await people({ platform }).ask(slash('rank', { id: 'player-502' }));
  expect(wordsOf(byId)).not.toContain('<@');
});

it('/register suggests what takes players first, and what the caller registered for last', async () => {
  const cups: Tournament[] = [
    { id: 'own', name: 'Own Cup', phase: 'open', entrantIds: ['u1'] },
    { id: 'full', name: 'Full Cup', phase: 'open', entrants: 8, capacity: 8 },
    { id: 'open', name: 'Open Cup', phase: 'open' },
  ];
  const platform = fakePlatform({ tournaments: () => value(cups) });
  const { choices } = await people({ platform, accounts: linkedWith() }).ask(
    autocomplete('register', 'tournament'),
  );
  expect(choices?.map(({ name }) => name)).toEqual([
    'Open Cup',
    'Full Cup · Full',
    "Own Cup · ✓ You're registered",
  ]);
});
