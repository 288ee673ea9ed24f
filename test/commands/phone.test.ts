import { describe, expect, it } from 'vitest';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { widthOf } from '../../src/words/width.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, fakeAccounts, fakeGuilds, fakePlatform } from '../support/fakes.ts';
import { ORGANIZER, press, slash } from '../support/interactions.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });

const words = createWords();

/** What Discord draws of a text: no markup, times in words. */
const visibleText = (text: string): string =>
  text
    .replace(/<t:\d+:R>/g, 'in 23 hours')
    .replace(/<t:\d+:f>/g, 'November 30, 2027 10:00 PM')
    .replace(/<@!?\d+>/g, '@member')
    .replace(/\\(?=[^a-z\d\s])/gi, '')
    .replace(/\*\*|`/g, '');

/** What stands between the places where a line may break without harm: a score stays with the name before it. */
const facts = (text: string): string[] =>
  visibleText(text)
    .split('\n')
    .flatMap((line) => line.split(/(?<=\d(?:\u00A0[–x]\u00A0|:)\d+) |\u00A0· | (?:vs|x) /));

/** Without the heading, which is a sentence and wraps like any sentence. */
const listOf = (text: string): string => text.split('\n').slice(1).join('\n');

const NAMES = {
  Latin: 'Maximiliane_von_und_zu_Hohenstein-Schwarzburg_III',
  Chinese: '陈晨的超级无敌战队与他的朋友们一起赢得所有比赛'.repeat(3),
  Korean: '대한민국최강의플레이어김철수와친구들의모임입니다',
  emoji: '👩‍👩‍👧🔥🇻🇳'.repeat(20),
  'marked letters': 'Ng\u0302\u0301u\u0302\u0301y\u0302\u0301'.repeat(20),
};

describe.each(
  words.locales.flatMap((locale) =>
    Object.entries(NAMES).map(([kind, name]) => [kind, locale, name] as const),
  ),
)('on a phone of 32 columns, %s names break no line in themselves, in %s', (_kind, locale, name) => {
  const sides = (own?: number, other?: number): Match['sides'] => [
    { player: { id: 'u1', name }, ...(own !== undefined && { score: own }) },
    { player: { id: 'u2', name: `${name}2` }, ...(other !== undefined && { score: other }) },
  ];
  const cup: Tournament = {
    id: 't',
    name,
    status: name,
    entrants: 1234,
    capacity: 2048,
    startsAt: { epochMs: 0, precision: 'second' },
    phase: 'open',
    entrantIds: ['u1'],
  };
  const matches: Match[] = [
    { id: 'm1', sides: sides(21, 3), winner: 1, phase: 'finished', tournament: { name }, roundName: name },
    { id: 'm2', sides: sides(), phase: 'running', status: name, label: '1234' },
    { id: 'm3', sides: [{ from: { outcome: 'winner', matchId: 'm2' } }, { from: { text: name } }] },
    {
      id: 'm4',
      sides: [{ from: { outcome: 'loser', matchId: 'x' } }, { from: { outcome: 'winner', label: name } }],
    },
  ];
  const t = words.in(locale);
  const inLocale = <T extends object>(raw: T) => ({ ...raw, locale, guild_locale: locale });
  const inner = people({
    guilds: fakeGuilds({ language: locale }),
    platform: fakePlatform({
      rankings: () => value([{ place: 1000, player: { id: 'u1', name }, elo: 2_400_000, rank: name }]),
      tournaments: () => value([cup]),
      tournament: () => value(cup),
      bracket: () => value({ rounds: [{ section: 'main' as const, name: 'Final', matches }] }),
      userMatches: () => value([...matches.slice(0, 2), { ...matches[1]!, id: 'm5', tournament: { name } }]),
      user: (id) => value({ id, name: 'Ana' }),
      userRank: () => value({ globalRank: 1000 }),
    }),
    accounts: fakeAccounts(
      { '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } },
      { memberOf: () => Promise.resolve('777') },
    ),
  });

  const world = { ...inner, ask: (raw: object) => inner.ask(inLocale(raw)) };
  it.each([
    ['leaderboard', {}],
    ['matches', {}],
    ['tournaments', {}],
  ])('/%s', async (command, options) => {
    const [shown] = (await world.ask(slash(command, options))).embeds;
    for (const fact of facts(shown?.description ?? '')) expect(widthOf(fact), fact).toBeLessThanOrEqual(32);
  });

  it('/next', async () => {
    const { fields } = (await world.ask(slash('next'))).embeds[0] ?? {};
    const lists = fields?.filter((field) => field.name !== t('next.alerts')).map((field) => field.value);
    expect(lists?.join('\n')).toContain('…');
    for (const fact of facts(lists?.join('\n') ?? '')) expect(widthOf(fact), fact).toBeLessThanOrEqual(32);
  });

  it('/follow, its list and its roster', async () => {
    const topics = { calls: true, results: true, event: false };
    const { follows } = world.services.guilds;
    const id = await follows.add('700', { tournamentId: 't', channelId: '800', topics });
    const list = await world.ask(slash('follow', {}, { permissions: ORGANIZER }));
    const roster = await world.ask(
      press(`follow:roster:1:${id}`, { ephemeral: true, permissions: ORGANIZER }),
    );
    for (const answer of [list, roster])
      for (const fact of facts(answer.embeds[0]?.description ?? ''))
        expect(widthOf(fact), fact).toBeLessThanOrEqual(32);
    expect(wordsOf(roster)).toContain(t('follow.roster.ready'));
  });

  it('/bracket, in each of its windows', async () => {
    const whole = await world.ask(slash('bracket', { tournament: 't' }));
    const menu = componentsOf(whole)[0]!.custom_id!;
    const round = await world.ask(press(menu, { values: ['round:0'] }));
    const path = await world.ask(press(buttonOf(whole, t('bracket.mine'))));
    for (const answer of [whole, round, path])
      for (const fact of facts(listOf(answer.embeds[0]?.description ?? '')))
        expect(widthOf(fact), fact).toBeLessThanOrEqual(32);
    expect(wordsOf(round)).toContain('…');
  });
});
