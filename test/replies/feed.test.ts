import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/brackets/results.ts';
import { callPost, closedCallPost, latePost, oftenPost } from '../../src/replies/feed-calls.ts';
import { endPost, noEndPost } from '../../src/replies/feed-end.ts';
import { linkCallPost, openPost, schedulePost, startPost } from '../../src/replies/feed-milestones.ts';
import { resultsPost } from '../../src/replies/feed-results.ts';
import { noThreadPost, threadName, threadPost } from '../../src/replies/feed-threads.ts';
import { livePost } from '../../src/replies/feed.ts';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { postText } from '../support/message-text.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

const NOW = Date.UTC(2027, 0, 1, 18);
const MINUTE_MS = 60_000;
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });

const ana = { id: 'u1', name: 'Ana *Souza*' };
const bruno = { id: 'u2', name: 'Bruno' };
const chi = { id: 'u3', name: 'Chi' };
const dilan = { id: 'u4', name: 'Dilan' };
const first: Match = {
  id: 'm1',
  sides: [
    { player: ana, score: 3 },
    { player: bruno, score: 1 },
  ],
  phase: 'finished',
  winner: 1,
  bestOf: 5,
  startsAt: at(NOW + 5 * MINUTE_MS),
};
const second: Match = {
  ...first,
  id: 'm2',
  sides: [
    { player: chi, score: 3 },
    { player: dilan, score: 0 },
  ],
};
const final: Match = {
  ...first,
  id: 'm3',
  sides: [
    { player: ana, score: 3 },
    { player: chi, score: 2 },
  ],
};
const tournament: Tournament = {
  id: 't1',
  name: 'Open Cup',
  phase: 'running',
  game: 'Rally',
  startsAt: at(NOW),
  entrants: 4,
  capacity: 8,
};
const bracket: Bracket = {
  rounds: [
    { section: 'main', number: 1, name: 'Semifinals', matches: [first, second] },
    { section: 'main', number: 2, name: 'Final', matches: [final] },
  ],
};
const picture = { name: 'bracket.png', bytes: Buffer.of(1), description: 'Open Cup: Semifinals and Final' };

const result = outcomeOf(first)!;
const line = { match: first, result, round: 'Semifinals' };
const corrected = { ...line, before: { winner: 2 as const, scores: { player1: 1, player2: 3 } } };
const members = ['501', undefined] as const;

describe('the live post', () => {
  const bracketAt = NOW - 10 * MINUTE_MS;
  const live = { tournament, bracket, bracketAt, picture, lacksBracket: false, isHidden: false, now: NOW };

  it('invites to register', async () => {
    const open: Tournament = { ...tournament, phase: 'open', startsAt: at(NOW + 60 * MINUTE_MS) };
    const view = { ...live, tournament: open, bracket: undefined, picture: undefined };
    expect(await postText(livePost({ ...view, stage: 'registration' }, t))).toMatchInlineSnapshot(`
      Registration for **Open Cup** is open: 4 places left.
      | # Open Cup
      | Starts: <t:1798830000:f> (<t:1798830000:R>)
      | Status: Registration open
      | Players: 4/8
      | Game: Rally
      [Register] [Details]
    `);
  });

  it('shows the bracket while it runs', async () => {
    const open: Match = { ...final, sides: [{ player: ana }, { player: chi }], phase: 'open' };
    const { winner: _none, ...undecided } = open;
    const [semifinals] = bracket.rounds;
    const rounds = [
      semifinals!,
      { section: 'main' as const, number: 2, name: 'Final', matches: [undecided] },
    ];
    expect(await postText(livePost({ ...live, bracket: { rounds }, stage: 'running' }, t)))
      .toMatchInlineSnapshot(`
        **Open Cup** is on.
        | # Open Cup
        | **Full bracket** · 2 of 3 matches played
        |
        | **On now and next**
        | **Ana \\*Souza\\*** vs **Chi** · due <t:1798826700:R>
        | (picture: attachment://bracket.png)
        [Report score] [Bracket]
        (file: bracket.png – Open Cup: Semifinals and Final)
      `);
  });

  it('keeps the last bracket while it cannot be read, and says from when it is', async () => {
    const view = { ...live, stage: 'running' as const, lacksBracket: true };
    expect(await postText(livePost(view, t))).toMatchInlineSnapshot(`
      **Open Cup** is on.
      -# I can't read the bracket right now. This one is from <t:1798825800:R>.
      | # Open Cup
      | **Full bracket** · 3 of 3 matches played
      | (picture: attachment://bracket.png)
      [Report score] [Bracket]
      (file: bracket.png – Open Cup: Semifinals and Final)
    `);
    expect(livePost({ ...view, isHidden: true }, t).content).not.toContain('from');
  });

  it('says that the bracket could not be read', async () => {
    const view = { ...live, bracket: undefined, picture: undefined, lacksBracket: true };
    expect(await postText(livePost({ ...view, stage: 'running' }, t))).toMatchInlineSnapshot(`
      **Open Cup** is on.
      -# I can't read the bracket right now.
      | # Open Cup
      | Started: <t:1798826400:f> (<t:1798826400:R>)
      | Status: Running
      | Players: 4
      | Game: Rally
      [Report score]
    `);
  });

  it('names the winner, covered where results are hidden', async () => {
    const finished: Tournament = { ...tournament, phase: 'finished' };
    const over = {
      ...live,
      tournament: finished,
      stage: 'over' as const,
      ending: { kind: 'final' as const, winner: ana, final },
    };
    expect(await postText(livePost(over, t))).toMatchInlineSnapshot(`
      **Ana \\*Souza\\*** won **Open Cup**!
      | # Open Cup
      | **Full bracket** · 3 of 3 matches played
      | (picture: attachment://bracket.png)
      [Bracket]
      (file: bracket.png – Open Cup: Semifinals and Final)
    `);
    expect(await postText(livePost({ ...over, isHidden: true }, t))).toMatchInlineSnapshot(`
      **Open Cup** is over. The champion: ||**Ana \\*Souza\\***||
      | # Open Cup
      | Started: <t:1798826400:f> (<t:1798826400:R>)
      | Status: Finished
      | Players: 4
      | Game: Rally
      [Bracket]
    `);
  });

  it('says that it is called off', async () => {
    const view = { ...live, tournament: { ...tournament, phase: 'cancelled' as const }, bracket: undefined };
    expect(await postText(livePost({ ...view, stage: 'cancelled' }, t))).toMatchInlineSnapshot(`
      **Open Cup** was canceled.
      | # Open Cup
      | Scheduled for: <t:1798826400:f>
      | Status: Canceled
      | Players: 4/8
      | Game: Rally
    `);
  });
});

describe('a call', () => {
  it('mentions who may be mentioned and names the others', async () => {
    expect(await postText(callPost({ match: first, tournament, members, now: NOW }, t)))
      .toMatchInlineSnapshot(`
      (notifies <@501>)
      <@501> (**Ana \\*Souza\\***) vs **Bruno**: your match is ready.
      -# Open Cup · best of 5 · <t:1798826700:t>
      [Report score] [Need help]
    `);
  });

  it('in a direct message mentions no one', async () => {
    const from = { guildId: '700', followId: 'f1', channelId: '800', serverName: 'Late *Night*' };
    expect(await postText(callPost({ match: first, tournament, members: [], from, now: NOW }, t)))
      .toMatchInlineSnapshot(`
      **Ana \\*Souza\\*** vs **Bruno**: your match is ready.
      -# Open Cup · best of 5 · <t:1798826700:t>
      -# **Late \\*Night\\*** https://discord.com/channels/700/800
      [Report score] [Need help]
    `);
  });

  it('becomes the result', async () => {
    const view = { line, round: 'Semifinals', tournament, isShared: false, state: 'decided' as const };
    expect(await postText(closedCallPost({ ...view, isHidden: false }, t))).toMatchInlineSnapshot(
      `**Ana \\*Souza\\*** 3 – 1 Bruno · Semifinals`,
    );
    expect(await postText(closedCallPost({ ...view, isHidden: true }, t))).toMatchInlineSnapshot(
      `Ana \\*Souza\\* vs Bruno: ||**Ana \\*Souza\\*** 3 – 1 Bruno|| · Semifinals`,
    );
    // Where the channel follows two tournaments.
    const shared = { ...view, isShared: true, isHidden: false };
    expect(await postText(closedCallPost(shared, t))).toMatchInlineSnapshot(
      `**Ana \\*Souza\\*** 3 – 1 Bruno · Semifinals · Open Cup`,
    );
  });

  it('says why it no longer counts', async () => {
    const view = {
      line: { match: first },
      round: 'Semifinals',
      tournament,
      isShared: false,
      isHidden: false,
    };
    expect(await postText(closedCallPost({ ...view, state: 'canceled' }, t))).toMatchInlineSnapshot(
      `**Ana \\*Souza\\*** vs **Bruno**: this match was called off. · Semifinals`,
    );
    expect(await postText(closedCallPost({ ...view, state: 'gone' }, t))).toMatchInlineSnapshot(
      `**Ana \\*Souza\\*** vs **Bruno**: the pairing changed, so this call no longer counts. · Semifinals`,
    );
  });

  it('is open again where its result was withdrawn', async () => {
    const view = {
      line: { match: first, before: result },
      tournament,
      state: 'open' as const,
      isShared: false,
      isHidden: false,
    };
    expect(await postText(closedCallPost(view, t))).toMatchInlineSnapshot(`
      **Ana \\*Souza\\*** vs **Bruno**: not decided yet.
      Withdrawn: ~~**Ana \\*Souza\\*** 3 – 1 Bruno~~
      [Report score] [Need help]
    `);
  });

  it('is repeated without a report', async () => {
    expect(await postText(latePost({ match: first, tournament, members }, t))).toMatchInlineSnapshot(`
      (notifies <@501>)
      <@501> (**Ana \\*Souza\\***) vs **Bruno**: nobody has reported a score yet.
      -# Open Cup
      [Report score] [Need help]
    `);
  });

  it('has a thread', async () => {
    expect(threadName(first, 'Semifinals', t)).toBe('Ana *Souza* vs Bruno · Semifinals');
    expect(await postText(threadPost({ match: first, tournament, members }, t))).toMatchInlineSnapshot(`
      (notifies <@501>)
      <@501> (**Ana \\*Souza\\***) vs **Bruno**: settle your match here. This thread closes once it's decided.
      [Report score] [Need help]
    `);
    expect(await postText(noThreadPost({ match: first, members }, t))).toMatchInlineSnapshot(`
      (notifies <@501>)
      <@501> (**Ana \\*Souza\\***) vs **Bruno**: your match is ready.
    `);
  });
});

describe('organizers are notified', () => {
  const view = { tournament, matches: [first, second], roleId: '600', channelId: '800' };

  it('of results that keep changing', async () => {
    expect(await postText(oftenPost(view, t))).toMatchInlineSnapshot(`
      (notifies <@&600>)
      <@&600> The result of **Ana \\*Souza\\* vs Bruno** (Open Cup) keeps changing, so I no longer edit my message in <#800>. Please check it.
      The result of **Chi vs Dilan** (Open Cup) keeps changing, so I no longer edit my message in <#800>. Please check it.
      [I'm on it] [Resolved]
    `);
  });
});

describe('results', () => {
  const view = { tournament, gap: undefined, isOpenToDispute: true, isHidden: false };
  const other = { match: second, result: outcomeOf(second)!, round: 'Semifinals' };

  it('are one line if there is only one', async () => {
    expect(await postText(resultsPost({ ...view, lines: [line] }, t))).toMatchInlineSnapshot(`
      **Ana \\*Souza\\*** 3 – 1 Bruno · Semifinals
      -# Open Cup
      [That's wrong] [Bracket]
    `);
  });

  it('stand under their round', async () => {
    expect(await postText(resultsPost({ ...view, lines: [line, other] }, t))).toMatchInlineSnapshot(`
      **Semifinals** in **Open Cup**
      **Ana \\*Souza\\*** 3 – 1 Bruno
      **Chi** 3 – 0 Dilan
      [One is wrong] [Bracket]
    `);
  });

  it('are covered where they are hidden', async () => {
    expect(await postText(resultsPost({ ...view, lines: [line, other], isHidden: true }, t)))
      .toMatchInlineSnapshot(`
      **Semifinals** in **Open Cup**
      Ana \\*Souza\\* vs Bruno: ||**Ana \\*Souza\\*** 3 – 1 Bruno||
      Chi vs Dilan: ||**Chi** 3 – 0 Dilan||
      [One is wrong] [Bracket]
    `);
  });

  it('say since when, after a long time without reads', async () => {
    const gap = { from: NOW - 60 * MINUTE_MS, to: NOW };
    expect(await postText(resultsPost({ ...view, lines: [line], gap }, t))).toMatchInlineSnapshot(`
      Results in **Open Cup**
      -# Not checked from <t:1798822800:t> to <t:1798826400:t>. This is what happened meanwhile.
      **Ana \\*Souza\\*** 3 – 1 Bruno
      [That's wrong] [Bracket]
    `);
  });

  it('show a correction with the score that it replaces', async () => {
    const lines = [corrected];
    expect(await postText(resultsPost({ ...view, lines, isOpenToDispute: false }, t))).toMatchInlineSnapshot(`
      Corrected: **Ana \\*Souza\\*** 3 – 1 Bruno ~~1 – 3~~ · Semifinals
      -# Open Cup
      [Bracket]
    `);
  });

  it('show a withdrawn result', async () => {
    const lines = [{ match: first, before: result }];
    expect(await postText(resultsPost({ ...view, lines }, t))).toMatchInlineSnapshot(`
      Withdrawn: ~~**Ana \\*Souza\\*** 3 – 1 Bruno~~
      -# Open Cup
      [That's wrong] [Bracket]
    `);
  });
});

describe('a milestone', () => {
  const ping = { roleId: '600' };
  const podium = { final, winner: ana, runnerUp: chi, third: bruno };

  it('is that registration is open', async () => {
    expect(await postText(openPost({ ...ping, tournament, now: NOW }, t))).toMatchInlineSnapshot(`
      (notifies <@&600>)
      <@&600> Registration for **Open Cup** is open.
      [Register] [Details]
    `);
  });

  it('is the start', async () => {
    const liveUrl = 'https://discord.com/channels/700/800/1';
    expect(await postText(startPost({ ...ping, tournament, round: 'Semifinals', liveUrl }, t)))
      .toMatchInlineSnapshot(`
      (notifies <@&600>)
      <@&600> **Open Cup** has started with **Semifinals**.
      [See the live bracket](https://discord.com/channels/700/800/1)
    `);
    expect(await postText(startPost({ roleId: undefined, tournament }, t))).toMatchInlineSnapshot(
      `**Open Cup** has started.`,
    );
    const groups = { roleId: undefined, tournament, round: 'Group A · Round 1', hasGroups: true };
    expect(await postText(startPost(groups, t))).toMatchInlineSnapshot(
      `**Open Cup** has started with the groups.`,
    );
  });

  it('is that players may link their accounts', async () => {
    expect(await postText(linkCallPost(tournament, t))).toMatchInlineSnapshot(`
      Playing in **Open Cup**? Link your account here.
      [Link account]
    `);
  });

  it('is the champion, covered where results are hidden', async () => {
    const ending = { kind: 'final', ...podium } as const;
    const view = { ...ping, tournament, ending, replaced: undefined, bracket, picture };
    expect(await postText(endPost({ ...view, isHidden: false }, t))).toMatchInlineSnapshot(`
      (notifies <@&600>)
      <@&600> **Ana \\*Souza\\*** is the champion of **Open Cup**!
      Final: **Ana \\*Souza\\*** 3 – 2 Chi
      Runner-up: Chi
      Third place: Bruno
      | # Open Cup
      | **Full bracket** · 3 of 3 matches played
      | (picture: attachment://bracket.png)
      [Bracket] [Results file]
      (file: bracket.png – Open Cup: Semifinals and Final)
    `);
    expect(await postText(endPost({ ...view, isHidden: true }, t))).toMatchInlineSnapshot(`
      (notifies <@&600>)
      <@&600> **Open Cup** is over. The champion: ||**Ana \\*Souza\\***||
      Final: ||**Ana \\*Souza\\*** 3 – 2 Chi||
      Runner-up: ||Chi||
      Third place: ||Bruno||
      [Bracket] [Results file]
      (file: SPOILER_bracket.png – Open Cup)
    `);
  });

  it('is postponed, canceled, on again, or starts at another time', () => {
    const content = (view: Pick<Parameters<typeof schedulePost>[0], 'state' | 'startsAt'>) =>
      schedulePost({ ...ping, tournament, ...view }, t).content;
    expect([
      content({ state: 'postponed' }),
      content({ state: 'canceled' }),
      content({ state: 'planned' }),
      content({ state: 'planned', startsAt: at(NOW) }),
    ]).toMatchInlineSnapshot(`
      [
        "<@&600> **Open Cup** is postponed. I'll say here when it's on again.",
        "<@&600> **Open Cup** has been canceled.",
        "<@&600> **Open Cup** is on again.",
        "<@&600> **Open Cup** now starts <t:1798826400:f> (<t:1798826400:R>).",
      ]
    `);
  });

  it('is taken back', async () => {
    expect(await postText(noEndPost(tournament, t))).toMatchInlineSnapshot(
      `**Open Cup** isn't over yet after all.`,
    );
    expect(noEndPost({ ...tournament, phase: 'cancelled' }, t).content).toMatchInlineSnapshot(
      `"**Open Cup** has been canceled."`,
    );
  });
});
