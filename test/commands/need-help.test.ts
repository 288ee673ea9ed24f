import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import { followIdOf } from '../../src/guilds/follows.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { Match } from '../../src/reading/records.ts';
import { organizersCall } from '../../src/replies/organizer-calls.ts';
import { createWords } from '../../src/words/words.ts';
import { buttonOf, people, wordsOf } from '../support/ask.ts';
import {
  accountOf,
  failing,
  fakeAccounts,
  fakeGuilds,
  fakePlatform,
  fakeServices,
} from '../support/fakes.ts';
import { ORGANIZER, press } from '../support/interactions.ts';
import { messageText, postText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const NOW = Date.UTC(2027, 0, 1, 12);
const HELP = 'follow:help:m1:t1';
const FOLLOW = {
  tournamentId: 't1',
  channelId: '810',
  topics: { calls: true, results: true, event: false },
};
const DIRECT = `follow:help:m1::700:${followIdOf(FOLLOW)}`;
const MATCH: Match = {
  id: 'm1',
  sides: [{ player: { id: 'p1', name: 'Ana' } }, { player: { id: 'p2', name: 'Bảo' } }],
};
const linkedTo = (playerId: string) =>
  fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId }) } });
const { naming } = fakeServices([]);

interface HelpSetup {
  settings?: GuildSettings;
  match?: Partial<Match>;
  services?: Partial<Services>;
}

function world({ settings, match = {}, services = {} }: HelpSetup = {}) {
  const guilds = fakeGuilds(settings);
  const platform = fakePlatform({
    tournament: () => Promise.resolve({ value: { id: 't1', name: 'Friday Cup' } }),
    bracket: () => Promise.reject(failing('not-found')),
    match: () => Promise.resolve({ value: { ...MATCH, ...match } }),
    user: (id) => Promise.resolve({ value: { id, name: `Name ${id}` } }),
  });
  const members = people({ guilds, platform, now: () => NOW, accounts: linkedTo('p1'), ...services });
  /** What a press shows in the end: a write is acknowledged first. */
  const answer = async (raw: object) => (await members.all(raw)).at(-1)!;
  const last = async (raw: object) => messageText(await answer(raw));
  const posted = { ownerId: '900', permissions: '0' };
  const direct = (customId: string, owner: object = posted) => {
    const { guild_id: _server, member, ...rest } = press(customId, owner);
    return answer({ ...rest, user: member.user, channel_id: '555', context: 1 });
  };
  return {
    guilds,
    inServer: (customId = HELP, more: object = {}) => last({ ...press(customId, posted), ...more }),
    inDirect: async (customId = DIRECT) => messageText(await direct(customId)),
    /** Need help, and then what its question offers. */
    told: async (meanwhile: () => unknown = () => undefined) => {
      const call = buttonOf(await direct(DIRECT), 'Call the organizers');
      await meanwhile();
      return messageText(await direct(call, {}));
    },
    follow: () => guilds.follows.add('700', FOLLOW),
  };
}

describe('Need help in a server', () => {
  it('tells the organizers once who needs it, in which match and round, with a link to the call', async () => {
    const given = world({ match: { roundName: 'Semifinals' } });
    expect(await given.inServer()).toMatchInlineSnapshot(
      `The organizers know. Someone will get back to you here.`,
    );
    expect(given.guilds.calls).toEqual([
      {
        guildId: '700',
        channelId: '800',
        once: 'm1:501',
        text:
          '<@501> needs help with **Ana vs Bảo** (Friday Cup) in <#800>.\n' +
          '-# Semifinals\u00A0· [Open the call](https://discord.com/channels/700/800/6000)',
      },
    ]);
  });

  it('from a thread names and links the thread', async () => {
    const given = world();
    await given.inServer(HELP, { channel_id: '801', channel: { id: '801', type: 11, parent_id: '800' } });
    expect(given.guilds.calls).toMatchObject([
      { channelId: '801', text: expect.stringMatching(/in <#801>\.\n-# .*\/channels\/700\/801\/6000\)$/) },
    ]);
  });

  it('takes the round from the bracket if the match has none', async () => {
    const given = world({
      services: {
        platform: fakePlatform({
          tournament: () => Promise.reject(failing('unavailable')),
          match: () => Promise.resolve({ value: MATCH }),
          bracket: () =>
            Promise.resolve({ value: { rounds: [{ section: 'main', name: 'Final', matches: [MATCH] }] } }),
          user: (id) => Promise.resolve({ value: { id } }),
        }),
      },
    });
    await given.inServer();
    expect(plainSpaces(given.guilds.calls[0]?.text ?? '')).toContain('-# Final · [Open');
  });

  it('names who may not be named by their player alone', async () => {
    const nameable = () => Promise.resolve(new Set<string>());
    const given = world({ services: { naming: { ...naming, nameable } } });
    await given.inServer();
    expect(given.guilds.calls[0]?.text).toMatch(/^Ana needs help/);
    expect(given.guilds.calls[0]?.text).not.toContain('501');
  });

  it('in a match that is over notifies no one, and shows the result', async () => {
    const given = world({ match: { phase: 'finished', winner: 1, tournament: { id: 't1' } } });
    await given.follow();
    await given.guilds.resultPosts.end('810', 'm1', { messageId: '99', scores: { player1: 3, player2: 1 } });
    const url = 'https://discord.com/channels/700/810/99';
    expect((await given.inServer()).text).toContain(`press **That's wrong**.\n${url}`);
    expect((await given.inDirect()).text).toMatch(/^This match is already decided\./);
    expect(given.guilds.calls).toEqual([]);
  });

  it('from others notifies no one', async () => {
    const given = world({ services: { accounts: linkedTo('p9') } });
    expect(await given.inServer()).toMatchInlineSnapshot(
      `Only the two players of this match can call for help.`,
    );
    const unlinked = world({ services: { accounts: fakeAccounts() } });
    expect(await unlinked.inServer()).toMatchInlineSnapshot(`
      Link your Playhouse account first, then continue here.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
    const foreign = world();
    await foreign.follow();
    expect(await foreign.inServer(DIRECT)).toMatchInlineSnapshot(
      `This button no longer works. See /help for what I can do.`,
    );
    expect([given, unlinked, foreign].flatMap(({ guilds }) => guilds.calls)).toEqual([]);
  });

  it('says if they were told already or could not be', async () => {
    const answerAfter = (outcome: 'repeated' | 'unposted') => {
      const given = world();
      given.guilds.callOrganizers = () => Promise.resolve(outcome as never);
      return given.inServer();
    };
    expect(await answerAfter('repeated')).toMatchInlineSnapshot(
      `You called the organizers a moment ago. Give them a few minutes.`,
    );
    expect(await answerAfter('unposted')).toMatchInlineSnapshot(
      `I couldn't reach the organizers. Please message one of them yourself.`,
    );
  });
});

describe('Need help in a direct message', () => {
  it('asks first, and says who will be told', async () => {
    const given = world();
    await given.follow();
    expect(await given.inDirect()).toMatchInlineSnapshot(`
      This tells the organizers in **Server \\*700\\*** https://discord.com/channels/700/810 that you need help with **Ana vs Bảo**.
      [Call the organizers]
    `);
    expect(given.guilds.calls).toEqual([]);
    given.guilds.serverName = () => Promise.resolve(undefined);
    expect((await given.inDirect()).text).toContain(
      'organizers in https://discord.com/channels/700/810 that',
    );
  });

  it('tells the organizers of the server that called, and the player where they are', async () => {
    const given = world();
    await given.follow();
    expect(await given.told()).toMatchInlineSnapshot(
      `The organizers in **Server \\*700\\*** https://discord.com/channels/700/810 know. Someone will get back to you there.`,
    );
    expect(given.guilds.calls).toEqual([
      {
        guildId: '700',
        channelId: '810',
        once: 'm1:501',
        text: '<@501> needs help with **Ana vs Bảo** (Friday Cup) in <#810>.',
      },
    ]);
  });

  it('links the call that stands in the server', async () => {
    const given = world();
    await given.follow();
    await given.guilds.resultPosts.end('810', 'm1', { messageId: '6100' });
    await given.told();
    expect(given.guilds.calls[0]?.text).toContain(
      '[Open the call](https://discord.com/channels/700/810/6100)',
    );
  });

  it('mentions the player only if that server may see who they are', async () => {
    const asked: unknown[] = [];
    const nameable: typeof naming.nameable = (...where) => {
      asked.push(where);
      return Promise.resolve(new Set());
    };
    const given = world({ services: { naming: { ...naming, nameable } } });
    await given.follow();
    await given.told();
    expect(asked).toEqual([['700', ['501']]]);
    expect(given.guilds.calls[0]?.text).toMatch(/^Ana needs help/);
  });

  it('goes to a server of the player’s that calls the match too, if the sender is none', async () => {
    const given = world({
      services: {
        naming: {
          ...naming,
          isMember: (guildId) => Promise.resolve(guildId !== '700'),
          serversOf: () => Promise.resolve(['701', '702', '703', '704']),
        },
      },
    });
    await given.follow();
    const { follows } = given.guilds;
    await follows.add('701', { ...FOLLOW, tournamentId: 't2', channelId: '820' });
    await follows.add('702', { ...FOLLOW, topics: { ...FOLLOW.topics, calls: false }, channelId: '830' });
    const stopped = await follows.add('703', { ...FOLLOW, channelId: '840' });
    await follows.change('703', stopped!, (one) => ({ ...one, stopped: { reason: 'organizer', at: NOW } }));
    await follows.add('704', { ...FOLLOW, channelId: '850' });
    expect((await given.told()).text).toContain('https://discord.com/channels/704/850 know');
    expect(given.guilds.calls).toMatchObject([{ guildId: '704', channelId: '850' }]);
  });

  it('tells nobody but those whom the question named', async () => {
    const left = new Set<string>();
    const given = world({
      services: {
        naming: {
          ...naming,
          isMember: (guildId) => Promise.resolve(!left.has(guildId)),
          serversOf: () => Promise.resolve(['704']),
        },
      },
    });
    await given.follow();
    await given.guilds.follows.add('704', { ...FOLLOW, channelId: '850' });
    expect((await given.told(() => left.add('700'))).text).toContain("aren't in the server that called you");
    expect(given.guilds.calls).toEqual([]);
    // Asked again, it names the other one.
    expect((await given.inDirect()).text).toContain('/704/850');
    await given.told();
    expect(given.guilds.calls).toMatchObject([{ guildId: '704', channelId: '850' }]);
  });

  it('tells nobody in a server that has stopped following, except where another channel still calls', async () => {
    const given = world();
    const followId = (await given.follow()) ?? '';
    const stop = () =>
      given.guilds.follows.change('700', followId, (one) => ({
        ...one,
        stopped: { reason: 'organizer', at: NOW },
      }));
    expect((await given.told(stop)).text).toContain('no longer follows this tournament');
    expect((await given.inDirect()).text).toContain('no longer follows this tournament');
    expect(given.guilds.calls).toEqual([]);
    await given.guilds.follows.add('700', { ...FOLLOW, channelId: '860' });
    await given.told();
    expect(given.guilds.calls).toMatchObject([{ guildId: '700', channelId: '860' }]);
  });

  it('is for members of that server who play in that match', async () => {
    const member = (is: boolean | undefined) =>
      world({ services: { naming: { ...naming, isMember: () => Promise.resolve(is) } } });
    const cases: [ReturnType<typeof world>, string, string?][] = [
      [world({ services: { accounts: linkedTo('p9') } }), 'Only the two players'],
      [member(false), "aren't in the server that called you"],
      [member(undefined), 'or press **Need help** in https://discord.com/channels/700/810'],
      [world(), 'no longer follows this tournament', `follow:help:m1::701:${followIdOf(FOLLOW)}`],
      [world(), 'Use /follow in one', HELP],
    ];
    for (const [given, said, customId] of cases) {
      await given.follow();
      expect((await given.inDirect(customId)).text, said).toContain(said);
      expect(given.guilds.calls, said).toEqual([]);
    }
  });
});

const english = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const TEXT = [
  '<@501> needs help with **Ana vs Bảo** (Friday Cup) in <#800>.',
  '-# Final · [Open the call](x)',
];
const organizer = { userId: '601', permissions: ORGANIZER };

/** A message to the organizers as it stands, which presses change. */
function shown(lines: readonly string[] = TEXT, settings: GuildSettings = { organizerRoleId: '31' }) {
  const guilds = fakeGuilds(settings);
  const members = people({ guilds, now: () => NOW });
  let post = organizersCall(lines, settings.organizerRoleId, english);
  return {
    guilds,
    content: () => post.content,
    labels: () => (post.rows ?? []).flat().map(({ label }) => label),
    post: () => post,
    async press(label: string, who: object = organizer) {
      const { action = '', args = [] } = (post.rows ?? []).flat().find((one) => one.label === label) ?? {};
      const raw = press([action, ...args].join(':'), { ownerId: '900', ...who });
      const said = (await members.all({ ...raw, message: { ...raw.message, content: post.content } })).at(-1);
      post = guilds.edits.at(-1)?.post ?? post;
      return wordsOf(said!);
    },
  };
}

describe('a message to the organizers', () => {
  it('keeps its menu while an organizer is on it, and loses it once it is resolved', async () => {
    const guilds = fakeGuilds({ organizerRoleId: '31' });
    const members = people({ guilds, now: () => NOW });
    const options = [{ label: 'Enter a score', value: 'score:rule:m1', description: 'Ana vs Bảo' }];
    const menu = { type: 3, custom_id: 'score:rule', placeholder: 'Settle…', options };
    const act = async (name: string) => {
      const raw = press(`follow:${name}:2`, { ownerId: '900', ...organizer });
      const components = [{ type: 1, components: [menu] }];
      await members.all({ ...raw, message: { ...raw.message, content: TEXT.join('\n'), components } });
      return guilds.edits.at(-1)?.post.menu;
    };
    expect(await act('take')).toEqual({
      kind: 'select',
      action: 'score:rule',
      placeholder: 'Settle…',
      options,
    });
    expect(await act('resolve')).toBeUndefined();
  });

  it('notifies their role alone, and shows the last one who takes it', async () => {
    const call = shown();
    expect(await postText(call.post())).toMatchInlineSnapshot(`
      (notifies <@&31>)
      <@&31> <@501> needs help with **Ana vs Bảo** (Friday Cup) in <#800>.
      -# Final · [Open the call](x)
      [I'm on it] [Resolved]
    `);
    expect(await call.press("I'm on it")).toContain("that you're on it");
    expect(call.content()).toBe(`<@&31> ${TEXT.join('\n')}\n<@601> is on it.`);
    expect(await call.press("I'm on it", { userId: '602', roles: ['31'] })).toContain("that you're on it");
    expect(await postText(call.post())).toMatchInlineSnapshot(`
      <@&31> <@501> needs help with **Ana vs Bảo** (Friday Cup) in <#800>.
      -# Final · [Open the call](x)
      <@602> is on it.
      [I'm on it] [Resolved]
    `);
  });

  it('ends with who resolved it, without buttons', async () => {
    const call = shown();
    await call.press("I'm on it");
    expect(await call.press('Resolved', { userId: '602', roles: ['31'] })).toContain('you resolved it');
    expect(await postText(call.post())).toMatchInlineSnapshot(`
      <@&31> <@501> needs help with **Ana vs Bảo** (Friday Cup) in <#800>.
      -# Final · [Open the call](x)
      Resolved by <@602>.
    `);
    expect(call.guilds.edits.map(({ isLast }) => isLast)).toEqual([false, true]);
    expect(call.guilds.edits[0]).toMatchObject({ channelId: '800', messageId: '6000' });
  });

  it('has a line in the log for each: who, what, which match; none for a second press', async () => {
    const call = shown();
    await call.press("I'm on it");
    await call.press("I'm on it");
    await call.press('Resolved');
    const link = '[See the message](https://discord.com/channels/700/800/6000)';
    expect(call.guilds.notes.map(({ text }) => text)).toEqual([
      `<@601> is on it: ${TEXT[0]} ${link}`,
      `<@601> resolved it: ${TEXT[0]} ${link}`,
    ]);
  });

  it('has none in the log channel itself', async () => {
    const call = shown();
    await call.guilds.settings.change('700', () => ({ organizerRoleId: '31', logChannelId: '800' }));
    await call.press("I'm on it");
    expect(call.content()).toContain('<@601> is on it.');
    expect(call.guilds.notes).toEqual([]);
  });

  it('about several matches names them in the log, in one line', async () => {
    const call = shown(['No score for 2 matches:', '**A** vs **B**', '**C** vs **D**']);
    await call.press("I'm on it");
    expect(plainSpaces(call.guilds.notes[0]?.text ?? '')).toMatch(
      /^<@601> is on it: No score for 2 matches: \*\*A\*\* vs \*\*B\*\* · \*\*C.*\)$/,
    );
  });

  it('of any length says who is on it', async () => {
    const call = shown(Array.from({ length: 300 }, () => 'x'.repeat(8)));
    await call.press("I'm on it");
    await call.press('Resolved');
    expect(call.content()).toMatch(/\nResolved by <@601>\.$/);
    expect(call.content()).not.toContain('is on it');
    expect(call.content().length).toBeLessThanOrEqual(2000);
    expect(Math.max(...call.guilds.notes.map(({ text }) => text.length))).toBeLessThanOrEqual(2000);
  });

  it('says who is on it in the language of the server, not of the presser', async () => {
    const call = shown(TEXT, { organizerRoleId: '31', language: 'fr' });
    await call.press("I'm on it");
    const french = createWords({ strict: true, platformName: 'Playhouse' }).in('fr');
    const member = '<@601>';
    expect(call.content()).toContain(french('follow.organizers.taken', { member }));
    expect(call.labels()).toContain(french('follow.organizers.resolve'));
  });

  it('changes for organizers alone', async () => {
    for (const label of ["I'm on it", 'Resolved']) {
      const call = shown();
      expect(await call.press(label, { permissions: '0', roles: ['32'] }), label).toContain(
        'Only organizers can do that',
      );
      expect([...call.guilds.edits, ...call.guilds.notes], label).toEqual([]);
    }
  });

  it('that could not be changed has no line in the log, and says why', async () => {
    for (const [outcome, said] of [
      ['busy', 'press again'],
      ['ended', 'resolved this a moment ago'],
      ['refused', 'tell the others yourself'],
    ] as const) {
      const call = shown();
      call.guilds.editOrganizerCall = () => Promise.resolve(outcome as never);
      expect(await call.press('Resolved'), outcome).toContain(said);
      expect(call.guilds.notes, outcome).toEqual([]);
    }
  });
});
