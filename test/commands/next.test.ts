import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakePlatform } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const down = () => Promise.reject(failing('unavailable'));
const ANA = accountOf('501', { playerId: 'u1' });
const accounts = fakeAccounts({ '501': { state: 'linked', account: ANA } });
const HOUR = 60 * 60_000;
const NOW = Date.UTC(2027, 0, 1, 12);
const at = (hours: number) => ({ epochMs: NOW + hours * HOUR, precision: 'second' as const });

const against = (name: string, given: Partial<Match> = {}): Match => ({
  id: `m-${name}`,
  sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: `u-${name}`, name } }],
  tournament: { id: 't_9', name: 'Night *Open*' },
  roundName: 'Semi-finals',
  phase: 'open',
  ...given,
});
const cup = (id: string, given: Partial<Tournament> = {}): Tournament => ({
  id,
  name: `Cup ${id}`,
  phase: 'upcoming',
  startsAt: at(24),
  ...given,
});

const world = (platform: Partial<Platform> = {}, given: Partial<Services> = {}) =>
  people({ platform: fakePlatform({ tournaments: () => value([]), ...platform }), accounts, ...given });
type World = ReturnType<typeof world>;
type Shown = Awaited<ReturnType<World['ask']>>;
const fieldOf = (shown: Shown, name: string) =>
  shown.embeds[0]?.fields?.find((field) => field.name === name)?.value;
const SUCCESS = 3;
/** The alerts that are shown as chosen; each can be pressed. */
const chosenIn = (shown: Shown) =>
  componentsOf(shown).flatMap((one) => {
    const { label = '', disabled, style } = one as { label?: string; disabled?: boolean; style?: number };
    expect(disabled).not.toBe(true);
    expect(label.startsWith('✓ ')).toBe(style === SUCCESS);
    return style === SUCCESS ? [label.slice(2)] : [];
  });
const pressOwn = async (on: World, shown: Shown, label: string) =>
  (await on.all(press(buttonOf(shown, label), { ephemeral: true }))).at(-1)!;

it('a player for whose matches the platform answers 404 has none', async () => {
  const shown = await world({ userMatches: () => Promise.reject(failing('not-found')) }).ask(slash('next'));
  expect(wordsOf(shown)).toContain('No match is waiting for you.');
  expect(wordsOf(shown)).not.toContain("can't read");
});

describe('matches of which the platform shows nothing', () => {
  const bare = (id: string, given: Partial<Match> = {}): Match => {
    const { phase: _phase, ...rest } = against(id, given);
    return rest;
  };

  it('are not called open, but for those that are still to start', async () => {
    const past = bare('Past', { startsAt: at(-1) });
    const shown = await world({ userMatches: () => value([past, bare('Unknown')]) }).ask(slash('next'));
    expect(fieldOf(shown, 'Your next match')).toBe(
      "Playhouse doesn't show which of your matches are still open. /matches lists them all.",
    );
    expect(componentsOf(shown).map(({ label }) => label)).not.toContain('Report score');
    const ahead = bare('Ahead', { startsAt: at(1) });
    const some = await world({ userMatches: () => value([past, ahead]) }).ask(slash('next'));
    expect(fieldOf(some, 'Your next match')).toContain('Ahead');
    expect(wordsOf(some)).not.toContain('Past');
  });

  it('are open where it shows of others that they were played', async () => {
    const matches = [against('Done', { phase: 'finished', winner: 1 }), bare('Open')];
    const shown = await world({ userMatches: () => value(matches) }).ask(slash('next'));
    expect(fieldOf(shown, 'Your next match')).toContain('Open');
  });
});

describe('the next match in /next', () => {
  const openMatches = [
    against('Late', { startsAt: at(3) }),
    against('Done', { phase: 'finished', winner: 1 }),
    against('Off', { phase: 'cancelled' }),
    against('Soon', { startsAt: at(1) }),
    against('Tomorrow', { phase: 'upcoming', startsAt: at(0.5), sides: [{}, { player: { id: 'u1' } }] }),
    against('Now', { phase: 'running', startsAt: at(5) }),
  ];

  it('is the running one, then a playable one, then by start time; finished ones are left out', async () => {
    const asked: string[] = [];
    const userMatches = (playerId: string) => {
      asked.push(playerId);
      return value(openMatches);
    };
    const shown = await world({ userMatches }).ask(slash('next'));
    expect(asked).toEqual(['u1']);
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      | # What's next
      | Your next match:
      | **Now**
      | Night \\*Open\\* · Semi-finals
      | Live · <t:1798822800:f> · <t:1798822800:R>
      | After that:
      | **Soon** · due <t:1798808400:R> · Night \\*Open\\* · Semi-finals
      | **Late** · due <t:1798815600:R> · Night \\*Open\\* · Semi-finals
      | **To be decided** · due <t:1798806600:R> · Night \\*Open\\* · Semi-finals
      | You're registered for: Nothing yet. /tournaments shows what's open.
      | Match alerts:
      | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
      | **Remind me** sends you a message in the last hour before a tournament you registered for.
      [Report score] [Bracket] [Match]
      [✓ Mention me] [Direct message] [Alerts off]
      [Remind me]
    `);
  });

  it('that should have begun is not called upcoming too, nor by /match', async () => {
    const match = against('Late', { phase: 'upcoming', startsAt: at(-1) });
    const on = world({ userMatches: () => value([match]), match: () => value(match) });
    const shown = messageText(await on.ask(slash('next'))).text;
    expect(shown).toContain('| <t:1798801200:f> · due <t:1798801200:R>\n');
    const opened = messageText(await on.ask(slash('match', { match: 'm-Late' }))).text;
    expect(opened).not.toContain('Upcoming');
    expect(opened).toContain('Scheduled for: <t:1798801200:f>');
    const ahead = { ...match, startsAt: at(1) };
    const before = await world({ userMatches: () => value([ahead]) }).ask(slash('next'));
    expect(messageText(before).text).toContain('| Upcoming · <t:1798808400:f> · due <t:1798808400:R>\n');
  });

  it('can be reported and opened, and so can its bracket', async () => {
    const on = world({ userMatches: () => value(openMatches) });
    const shown = await on.ask(slash('next'));
    expect(buttonOf(shown, 'Bracket')).toBe('bracket:run:tournament=t_9');
    expect(buttonOf(shown, 'Match')).toBe('match:run:match=m-Now');
    const form = await on.ask(press(buttonOf(shown, 'Report score'), { ephemeral: true }));
    expect(JSON.stringify(form)).toMatch(/score:ask:m-Now[^]*Ana[^]*Now/);
  });

  it('without an opponent is not offered to report', async () => {
    const lone = against('Nobody', { sides: [{ player: { id: 'u1', name: 'Ana' } }, {}] });
    const shown = await world({ userMatches: () => value([lone]) }).ask(slash('next'));
    expect(componentsOf(shown).map(({ label }) => label)).not.toContain('Report score');
    expect(buttonOf(shown, 'Match')).toContain('m-Nobody');
  });

  it('comes with at most five more and the number of others', async () => {
    const many = Array.from({ length: 9 }, (_, n) => against(`P${n}`, { startsAt: at(n) }));
    const further = fieldOf(await world({ userMatches: () => value(many) }).ask(slash('next')), 'After that');
    expect(further?.split('\n')).toHaveLength(6);
    expect(further).toMatch(/P1[^]*P5[^]*and 3 more$/);
  });

  it('without phases is one without a score', async () => {
    const { phase: _none, ...bare } = against('Bare');
    const { phase: _no, ...over } = against('Over', {
      sides: [
        { player: { id: 'u1' }, score: 3 },
        { player: { id: 'u2', name: 'Over' }, score: 1 },
      ],
    });
    const shown = await world({ userMatches: () => value([over, bare]) }).ask(slash('next'));
    expect(fieldOf(shown, 'Your next match')).toContain('**Bare**');
    expect(fieldOf(shown, 'After that')).toBeUndefined();
  });
});

describe('registrations in /next', () => {
  it('are those from the platform and those made here, by start time', async () => {
    const on = world({
      tournaments: () =>
        value([
          cup('later', { startsAt: at(48) }),
          cup('listed', { entrantIds: ['u7', 'u1'], startsAt: at(30) }),
          cup('other', { entrantIds: ['u7'] }),
          cup('on', { phase: 'running', entrantIds: ['u1'] }),
        ]),
      tournament: (id) => value(cup(id, { startsAt: at(2) })),
    });
    for (const id of ['later', 'single']) await on.services.registrations.note(ANA, id);
    const shown = await on.ask(slash('next'));
    expect(fieldOf(shown, "You're registered for")?.match(/Cup \w+/g)).toEqual([
      'Cup single',
      'Cup listed',
      'Cup later',
    ]);
    const select = componentsOf(shown).find(({ options }) => options !== undefined);
    expect(select?.custom_id).toBe('tournament:run:tournament');
    expect(select?.options?.map((one) => one.value)).toEqual(['single', 'listed', 'later']);
  });

  it('say what is postponed, without the time that would be left', async () => {
    const off = cup('off', { entrantIds: ['u1'], registration: 'postponed' });
    const shown = await world({ tournaments: () => value([off]) }).ask(slash('next'));
    expect(plainSpaces(fieldOf(shown, "You're registered for") ?? '')).toMatch(
      /^\*\*Cup off\*\*\nPostponed · <t:\d+:f>$/,
    );
  });

  it('are forgotten once their tournament is over, and not while it cannot be read or found', async () => {
    const phases = { over: 'finished', off: 'cancelled', on: 'running', ahead: 'open' } as const;
    const on = world({
      tournaments: () => value([cup('stale', { phase: 'finished' })]),
      tournament: (id) => {
        if (id === 'gone') return Promise.reject(failing('not-found'));
        return id === 'broken' ? down() : value(cup(id, { phase: phases[id as 'over'] }));
      },
    });
    for (const id of ['gone', 'broken', 'stale', ...Object.keys(phases)])
      await on.services.registrations.note(ANA, id);
    const shown = await on.ask(slash('next'));
    expect(fieldOf(shown, "You're registered for")).toMatch(/^\*\*Cup ahead\*\*\n[^\n]*$/);
    expect(wordsOf(shown)).toContain('tournaments may be missing');
    expect((await on.services.registrations.read(ANA)).toSorted()).toEqual(['ahead', 'broken', 'gone', 'on']);
  });

  it('for deleted tournaments do not count as unread', async () => {
    const on = world({ tournament: () => Promise.reject(failing('not-found')) });
    await on.services.registrations.note(ANA, 'gone');
    expect(wordsOf(await on.ask(slash('next')))).not.toContain('missing');
  });

  it('without a phase depend on the start time', async () => {
    const { phase: _none, ...bare } = cup('bare');
    const on = world({
      tournaments: () => value([bare, { ...bare, id: 'past', name: 'Past', startsAt: at(-1) }]),
    });
    for (const id of ['bare', 'past']) await on.services.registrations.note(ANA, id);
    const text = fieldOf(await on.ask(slash('next')), "You're registered for");
    expect(text).toContain('Cup bare');
    expect(text).not.toContain('Past');
  });

  it('of another account that was linked before are not shown, and come back with it', async () => {
    const platform = fakePlatform({
      tournaments: () => value([cup('bruno', { entrantIds: ['u2'] })]),
      tournament: (id) => value(cup(id)),
    });
    const registrations = world().services.registrations;
    await registrations.note(ANA, 'ana');
    const shownTo = async (playerId: string) => {
      const account = accountOf('501', { playerId, linkedAt: 1 });
      const on = people({
        platform,
        registrations,
        accounts: fakeAccounts({ '501': { state: 'linked', account } }),
      });
      return fieldOf(await on.ask(slash('next')), "You're registered for")?.match(/Cup \w+/g);
    };
    expect(await shownTo('u2')).toEqual(['Cup bruno']);
    expect(await shownTo('u1')).toEqual(['Cup ana']);
  });
});

describe('/next when there is little to tell', () => {
  it('offers next steps if there is nothing to show', async () => {
    const shown = await world().ask(slash('next'));
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      | # What's next
      | Your next match: No match is waiting for you.
      | You're registered for: Nothing yet. /tournaments shows what's open.
      | Match alerts:
      | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
      | **Remind me** sends you a message in the last hour before a tournament you registered for.
      [✓ Mention me] [Direct message] [Alerts off]
      [Remind me]
    `);
  });

  it('asks unlinked users to link, and works in direct messages', async () => {
    const unlinked = await people().ask(slash('next'));
    expect(componentsOf(unlinked)[0]?.url).toContain('/link/start');
    const { guild_id: _server, ...direct } = slash('next');
    expect(fieldOf(await world().ask(direct), 'Match alerts')).toBeDefined();
  });

  it('shows what could be read, and says in one line what could not', async () => {
    const noMatches = await world({ userMatches: down }).ask(slash('next'));
    expect(messageText(noMatches)).toMatchInlineSnapshot(`
      (private)
      | # What's next
      | I can't read your matches at Playhouse right now.
      | You're registered for: Nothing yet. /tournaments shows what's open.
      | Match alerts:
      | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
      | **Remind me** sends you a message in the last hour before a tournament you registered for.
      [✓ Mention me] [Direct message] [Alerts off]
      [Remind me]
    `);
    const noTournaments = await world({ tournaments: down }).ask(slash('next'));
    expect(messageText(noTournaments)).toMatchInlineSnapshot(`
      (private)
      | # What's next
      | I can't read everything at Playhouse right now, so tournaments may be missing.
      | Your next match: No match is waiting for you.
      | Match alerts:
      | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
      | **Remind me** sends you a message in the last hour before a tournament you registered for.
      [✓ Mention me] [Direct message] [Alerts off]
      [Remind me]
    `);
    const on = world({ tournaments: down, tournament: (id) => value(cup(id)) });
    await on.services.registrations.note(ANA, 'mine');
    const some = await on.ask(slash('next'));
    expect(some.embeds[0]?.description).toContain('tournaments may be missing');
    expect(fieldOf(some, "You're registered for")).toContain('Cup mine');
  });

  it('fails as usual if nothing can be read', async () => {
    const shown = await world({ userMatches: down, tournaments: down }).ask(slash('next'));
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      Playhouse isn't responding. Try again in a minute. (Reference …)
      [Try again]
    `);
  });

  it('shows the age of a response', async () => {
    const userMatches = () => Promise.resolve({ value: [], asOf: 1_800_000_000_000 });
    expect(wordsOf(await world({ userMatches }).ask(slash('next')))).toContain('<t:1800000000:R>');
  });
});

describe('alerts in /next', () => {
  it('start as mentions, change in place at once, and say what happens', async () => {
    const on = world();
    let shown = await on.ask(slash('next'));
    expect(chosenIn(shown)).toEqual(['Mention me']);
    for (const [label, how, says] of [
      [
        'Direct message',
        'dm',
        /I'll message you.*by a server we share.* disputed or ruled on\. Nothing else.*To stop/,
      ],
      ['Alerts off', 'off', /without a notification/],
      ['Mention me', 'mention', /mentioned in that channel/],
    ] as const) {
      shown = await pressOwn(on, shown, label);
      expect(shown.content).toBe(`Saved: ${label}.`);
      expect(fieldOf(shown, 'Match alerts')).toMatch(says);
      expect(chosenIn(shown)).toEqual([label]);
      expect((await on.services.alerts.read('501')).how).toBe(how);
      const again = await pressOwn(on, shown, `✓ ${label}`);
      expect(again).toEqual(shown);
      expect((await on.services.alerts.read('501')).how).toBe(how);
    }
  });

  it('are saved during an outage of the platform', async () => {
    const on = world({ userMatches: down, tournaments: down });
    const raw = press('next:dm', { ephemeral: true });
    const shown = (await on.all(raw)).at(-1)!;
    expect(messageText(shown)).toMatchInlineSnapshot(`
      Saved: Direct message.
      | # What's next
      | I can't read your matches at Playhouse right now. I can't read everything at Playhouse right now, so tournaments may be missing.
      | Match alerts:
      | I'll message you when one of your matches is ready, in tournaments followed by a server we share, and when a score you reported is disputed or ruled on. Nothing else. To stop, press **Alerts off** or **Mention me**.
      | **Remind me** sends you a message in the last hour before a tournament you registered for.
      [Mention me] [✓ Direct message] [Alerts off]
      [Remind me]
    `);
    expect((await on.services.alerts.read('501')).how).toBe('dm');
  });

  it('and reminders are in the language of the member who chose them', async () => {
    const on = world();
    const inJapanese = (customId: string) => ({ ...press(customId, { ephemeral: true }), locale: 'ja' });
    await on.all(inJapanese('next:dm'));
    await on.all(inJapanese('next:remind:on'));
    expect(await on.services.alerts.read('501')).toMatchObject({ how: 'dm', locale: 'ja' });
    expect(await on.services.reminders.all()).toEqual([{ discordId: '501', locale: 'ja' }]);
  });

  it('report a refused direct message once, and stay mentions', async () => {
    const on = world();
    await on.services.alerts.set('501', 'dm');
    await on.services.alerts.noteClosed('501');
    const first = await on.ask(slash('next'));
    expect(wordsOf(first)).toContain("couldn't send you a direct message");
    expect(chosenIn(first)).toEqual(['Mention me']);
    const second = await on.ask(slash('next'));
    expect(wordsOf(second)).not.toContain("couldn't send");
    expect(chosenIn(second)).toEqual(['Mention me']);
  });
});

describe('reminders', () => {
  it('are off until they are switched on, and can be switched off', async () => {
    const on = world();
    const first = await on.ask(slash('next'));
    expect(chosenIn(first)).toEqual(['Mention me']);
    const after = await pressOwn(on, first, 'Remind me');
    expect(messageText(after)).toMatchInlineSnapshot(`
      Saved: reminders on.
      | # What's next
      | Your next match: No match is waiting for you.
      | You're registered for: Nothing yet. /tournaments shows what's open.
      | Match alerts:
      | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
      | I'll message you in the last hour before a tournament you registered for. To stop, press **Remind me** again.
      [✓ Mention me] [Direct message] [Alerts off]
      [✓ Remind me]
    `);
    expect(wordsOf(await pressOwn(on, after, '✓ Remind me'))).toContain('Saved: reminders off.');
  });

  it('a refused one is shown once', async () => {
    const on = world();
    await on.services.reminders.set('501', true);
    await on.services.reminders.noteClosed('501');
    expect(wordsOf(await on.ask(slash('next')))).toContain("couldn't send you a reminder");
    expect(wordsOf(await on.ask(slash('next')))).not.toContain("couldn't send you a reminder");
  });

  it('who hides is promised no mention', async () => {
    const { naming } = people().services;
    const on = world({}, { naming: { ...naming, isHidden: () => Promise.resolve(true) } });
    expect(fieldOf(await on.ask(slash('next')), 'Match alerts')).toMatch(
      /hidden, so no match call mentions you/,
    );
  });
});
