import { describe, expect, it } from 'vitest';
import { createWords } from '../../src/words/words.ts';
import { messageText } from '../support/message-text.ts';
import type { Person } from '../support/result-acts.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const BOTH = { agreement: 'both' } as const;
const shownBy = async (world: ReturnType<typeof resultWorld>, who: Person) => {
  const answer = await world.replica().type(who, 'next', {});
  return { text: textOf(answer), labels: labelsOf(answer) };
};
const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1);
  return list[0]!;
};
/** The organizers' button at this place. */
const ruleAt = (world: ReturnType<typeof resultWorld>, at: number): string =>
  world.public()[1]!.body.components![0]!.components![at]!.custom_id!;

describe('at once', () => {
  it('Confirm writes, and the result post has "That\'s wrong"', async () => {
    const world = resultWorld();
    const one = world.replica();
    const scores = { match: 'm1', player1_score: 3, player2_score: 1 };
    const question = await one.type('ana', 'score', scores);
    expect(messageText(question.body)).toMatchInlineSnapshot(`
      (private)
      | # Report this score?
      | **Ana** 3 – 1 **Bruno**
      |
      | Cup
      |
      | **Ana** wins 3–1. Right?
      [Confirm] [Swap] [Cancel]
    `);
    const receipt = await one.press('ana', buttonIn(question, 'Confirm'));
    expect(messageText(receipt.body)).toMatchInlineSnapshot(`
      Reported to Playhouse:
      | # Score
      | **Ana** 3 – 1 Bruno
      |
      | Cup
      [Fix score]
    `);
    expect(world.writes).toEqual([{ playerId: 'u1', score: '3-1' }]);
    expect(messageText(only(world.public()).body)).toMatchInlineSnapshot(`
      (notifies <@502>)
      **Ana** 3 – 1 Bruno
      <@502>, if this is wrong, press **That's wrong**.
      -# Cup · Reported by <@501>
      [That's wrong] [Bracket]
    `);
  });

  it('the opponent disputes, the organizers get both claims, and a ruling corrects everything', async () => {
    const world = resultWorld({ settings: { logChannelId: '803' } });
    await world.replica().report('ana', 3, 1);
    const wrong = buttonIn(only(world.public()), "That's wrong");
    const claim = await world.replica().press('bruno', wrong);
    expect(messageText(claim.body)).toMatchInlineSnapshot(`
      (form: What was the score?)
      Ana: [] – hint: 0
      Bruno: [] – hint: 0
      Screenshots, up to 3: [] – Whoever can read the organizers' or log channel sees them. Without one, they aren't posted. – optional
    `);
    const claimed = await world.replica().fill('bruno', claim, { first: '1', second: '3' });
    expect(messageText(claimed.body)).toMatchInlineSnapshot(
      `The organizers have both scores now and decide. Until then, nothing changes.`,
    );
    expect(world.writes).toHaveLength(1);
    const [disputed, toOrganizers] = world.public();
    expect(messageText(disputed!.body)).toMatchInlineSnapshot(`
      **Ana** 3 – 1 Bruno
      **Bruno** says: Bruno wins 3–1. The organizers decide.
      -# Cup · Reported by <@501>
      [Bracket]
    `);
    expect(toOrganizers?.channelId).toBe('803');
    expect(messageText(toOrganizers!.body)).toMatchInlineSnapshot(`
      (notifies <@&77>)
      <@&77> **Ana vs Bruno** needs you: the two sides report different scores.
      Cup
      Ana says: Ana wins 3–1
      Bruno says: Bruno wins 3–1
      -# Reported in <#800> · [Open the message](https://discord.com/channels/700/800/1002)
      [Rule for Ana 3–1] [Rule for Bruno 3–1] [Other score] [Leave as it is]
    `);
    const form = await world.replica().press('olga', ruleAt(world, 1));
    expect(messageText(form.body)).toMatchInlineSnapshot(`
      (form: Rule for Bruno 3–1)
      Reason (everyone sees it): []
    `);
    const answer = await world.replica().fill('olga', form, { reason: 'The video shows it.' });
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      Ruled. The result is on Playhouse:
      | # Score
      | Ana 1 – 3 **Bruno**
      |
      | Cup
      [Change this ruling]
    `);
    expect(world.writes).toEqual([
      { playerId: 'u1', score: '3-1' },
      { playerId: 'u3', score: '1-3' },
    ]);
    const [result, closed] = world.public();
    expect(messageText(result!.body)).toMatchInlineSnapshot(`
      Corrected: Ana 1 – 3 **Bruno** ~~3 – 1~~
      Ruled by <@503>: The video shows it.
      -# Cup · <@501> reported 3 – 1
      [Bracket]
    `);
    expect(messageText(closed!.body)).toMatchInlineSnapshot(`
      **Ana vs Bruno**
      Cup
      Ana says: Ana wins 3–1
      Bruno says: Bruno wins 3–1
      Settled: <@503> ruled: Bruno wins 3–1 (before: 3 – 1). The video shows it.
      -# Reported in <#800> · [Open the message](https://discord.com/channels/700/800/1002)
      [Change this ruling]
    `);
    // The organizers' message says the rest, in the same channel.
    expect(world.lines()).toEqual([expect.stringContaining('<@501> reported')]);
    expect(world.events).toEqual(['reported', 'disputed', 'ruled']);
  });

  it('a ruled score is not told as what the website showed before', async () => {
    const world = resultWorld();
    world.show(3, 1);
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    const at = world.public().findIndex(({ body }) => JSON.stringify(body).includes('score:rule:'));
    expect(textOf(world.public()[at]!)).toContain(
      'Playhouse shows: Ana wins 3–1\nBruno says: Bruno wins 3–1',
    );
    const rule = world.public()[at]!.body.components![0]!.components![0]!.custom_id!;
    const form = await world.replica().press('olga', rule);
    await world.replica().fill('olga', form, { reason: 'The video shows it.' });
    const closed = textOf(world.public()[at]!);
    expect(closed).toContain('Bruno says: Bruno wins 3–1\nSettled: <@503> ruled: Bruno wins 3–1');
    expect(closed).not.toContain('Playhouse shows');
  });

  it('a ruling for what stands already writes nothing', async () => {
    const world = resultWorld();
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
    await world.replica().rule('olga', ruleAt(world, 0), { reason: 'Seen it.' });
    expect(world.writes).toHaveLength(1);
    expect(world.events.at(-1)).toBe('ruled');
  });

  it('one side does not agree with a third person: it stays disputed', async () => {
    const world = resultWorld({ settings: { logChannelId: '803' } });
    const scores = { match: 'm1', player1_score: 3, player2_score: 1 };
    const question = await world.replica().type('chris', 'score', scores);
    await world.replica().press('chris', buttonIn(question, 'Report anyway'));
    await world.replica().dispute('ana', buttonIn(world.public()[0]!, "That's wrong"), 3, 2);
    const again = await world.replica().type('ana', 'score', scores);
    expect(textOf(again)).toContain('The organizers have this score already');
    await world.replica().press('ana', 'score:agree:m1');
    expect(world.events.at(-1)).toBe('disputed');
  });

  it('racing presses of one ruling act once, and keep the old score struck through', async () => {
    const world = resultWorld({ settings: { logChannelId: '803' } });
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
    const form = await world.replica().press('olga', ruleAt(world, 1));
    const replicas = Array.from({ length: 3 }, () => world.replica());
    await Promise.all(replicas.map((one) => one.fill('olga', form, { reason: 'Seen it.' })));
    expect(textOf(await world.replica().fill('olga', form, { reason: 'Again.' }))).toContain('has ruled');
    expect(world.writes).toHaveLength(2);
    expect(world.events.filter((event) => event === 'ruled')).toHaveLength(1);
    expect(textOf(world.public()[0]!)).toMatch(/~~3 – 1~~[^]*Seen it\./);
  });

  it('in direct messages it is written without a result post', async () => {
    const world = resultWorld({ settings: BOTH });
    const direct = { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': '501' } };
    await world.replica().report('ana', 3, 1, direct);
    expect(world.writes).toHaveLength(1);
    expect(world.public()).toEqual([]);
  });
});

describe('both agree', () => {
  it("the report asks the opponent by name, and their press writes with the opponent's token", async () => {
    const world = resultWorld({ settings: BOTH });
    expect(messageText((await world.replica().report('ana', 3, 1)).body)).toMatchInlineSnapshot(`
      Reported. It's sent to Playhouse once the other side or an organizer confirms it.
      | # Score
      | **Ana** 3 – 1 Bruno
      |
      | Cup
      [Fix score]
    `);
    expect(world.writes).toEqual([]);
    const report = only(world.public());
    expect(messageText(report.body)).toMatchInlineSnapshot(`
      (notifies <@502>)
      **Ana** 3 – 1 Bruno
      <@502>, is this right? It counts once both sides agree.
      -# Cup · Reported by <@501>
      [Confirm] [That's wrong] [Bracket]
    `);
    const confirm = buttonIn(report, 'Confirm');
    const answerTo = async (who: Person) => messageText((await world.replica().press(who, confirm)).body);
    expect(await answerTo('ana')).toMatchInlineSnapshot(
      `That's your own side's report. To change it, use /score with the right score.`,
    );
    expect(await answerTo('chris')).toMatchInlineSnapshot(
      `You don't play in this match. Its players and this server's organizers settle its score.`,
    );
    expect(world.writes).toEqual([]);
    expect(await answerTo('bruno')).toMatchInlineSnapshot(`
      Both sides agree. The result is on Playhouse:
      | # Score
      | **Ana** 3 – 1 Bruno
      |
      | Cup
      [Fix score]
    `);
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
    expect(messageText(only(world.public()).body)).toMatchInlineSnapshot(`
      **Ana** 3 – 1 Bruno
      -# Cup · Reported by <@501> · confirmed by <@502>
      [Bracket]
    `);
    expect(await answerTo('bruno')).toMatchInlineSnapshot(
      `Both sides agreed to this result. If it's wrong, ask an organizer.`,
    );
    expect(world.writes).toHaveLength(1);
  });

  it('racing presses on several replicas write once', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const confirm = buttonIn(only(world.public()), 'Confirm');
    const replicas = Array.from({ length: 4 }, () => world.replica());
    await Promise.all(replicas.map((one) => one.press('bruno', confirm)));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
    expect(labelsOf(only(world.public()))).toEqual(['Bracket']);
  });

  it("an organizer's Confirm is a ruling with a reason", async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const answer = await world.replica().press('olga', buttonIn(only(world.public()), 'Confirm'));
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      You're an organizer here, so you decide. Choose what counts and give a reason.
      [Rule for Ana 3–1] [Other score] [Leave as it is]
    `);
    const id = buttonIn(answer, 'Rule for');
    expect(textOf(await world.replica().rule('olga', id, { reason: ' ' }))).toContain('Give a reason');
    expect(world.writes).toEqual([]);
    await world.replica().rule('olga', id, { reason: 'Bruno left.' });
    expect(world.writes).toEqual([{ playerId: 'u3', score: '3-1' }]);
    expect(messageText(only(world.public()).body)).toMatchInlineSnapshot(`
      **Ana** 3 – 1 Bruno
      Ruled by <@503>: Bruno left.
      -# Cup · Reported by <@501>
      [Bracket]
    `);
  });

  it("the opponent's own report of the same score confirms it, another one disputes it", async () => {
    for (const [score, writes] of [
      [[3, 1], 1],
      [[1, 3], 0],
    ] as const) {
      const world = resultWorld({ settings: BOTH });
      await world.replica().report('ana', 3, 1);
      await world.replica().report('bruno', score[0], score[1]);
      expect(world.writes, score.join()).toHaveLength(writes);
      expect(world.events.at(-1)).toBe(writes === 1 ? 'agreed' : 'disputed');
    }
  });

  it('an opponent who may not be named is not, and the organizers are asked at once', async () => {
    const world = resultWorld({ settings: { ...BOTH, logChannelId: '803' }, hidden: ['bruno'] });
    await world.replica().report('ana', 3, 1);
    const [toOrganizers, report] = world.public();
    expect(toOrganizers?.channelId).toBe('803');
    expect(messageText(report!.body)).toMatchInlineSnapshot(`
      **Ana** 3 – 1 Bruno
      It counts once Bruno or an organizer confirms it.
      -# Cup · Reported by <@501>
      [Confirm] [That's wrong] [Bracket]
    `);
    expect(JSON.stringify(world.public())).not.toContain('502');
    await world.replica().press('bruno', buttonIn(report!, 'Confirm'));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
    expect(JSON.stringify(world.public())).not.toContain('502');
  });

  it('a refused confirmation keeps the report open, and tells the organizers of the setting', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const confirm = buttonIn(only(world.public()), 'Confirm');
    world.refuse('Already reported by your opponent');
    const answer = await world.replica().press('bruno', confirm);
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      Your confirmation wasn't accepted, so the report stays open.
      Playhouse says: Already reported by your opponent
      [Confirm]
    `);
    expect(textOf(world.public()[1]!)).toContain('Leave it to the platform');
    world.platform.instead = undefined;
    await world.replica().press('bruno', confirm);
    expect(world.writes).toHaveLength(2);
    expect(world.events.at(-1)).toBe('agreed');
  });

  it('what the website shows meanwhile wins, unless the presser replaces it', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    world.show(2, 1);
    const answer = await world.replica().press('bruno', buttonIn(only(world.public()), 'Confirm'));
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      Playhouse now shows: Ana wins 2–1. Keep that, or replace it with yours: Ana wins 3–1?
      [Replace with 3 – 1] [Cancel]
    `);
    expect(world.writes).toEqual([]);
    const left = await world.replica().press('bruno', buttonIn(answer, 'Cancel'));
    expect(textOf(left)).toContain('Canceled. Nothing was reported.');
    const again = await world.replica().press('bruno', buttonIn(only(world.public()), 'Confirm'));
    await world.replica().press('bruno', buttonIn(again, 'Replace with 3 – 1'));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
  });

  it('a redrawn match refuses the press', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const confirm = buttonIn(only(world.public()), 'Confirm');
    world.redraw();
    expect(messageText((await world.replica().press('bruno', confirm)).body)).toMatchInlineSnapshot(
      `This match has other players now, so this report no longer counts.`,
    );
    expect(world.writes).toEqual([]);
  });

  it('a policy that changed keeps the rule of reports under way', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    await world.guilds.settings.change('700', ({ agreement: _old, ...others }) => others);
    await world.replica().report('ana', 3, 2);
    expect(world.writes).toEqual([]);
    await world.replica().press('bruno', buttonIn(only(world.public()), 'Confirm'));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-2' }]);
  });

  it('a store that is down writes nothing and loses nothing', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const confirm = buttonIn(only(world.public()), 'Confirm');
    world.stores.control.down = true;
    await world.replica().press('bruno', confirm);
    expect(world.writes).toEqual([]);
    world.stores.control.down = false;
    await world.replica().press('bruno', confirm);
    expect(world.writes).toHaveLength(1);
  });

  it('a process that ends while it writes leaves a report that can be confirmed', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const confirm = buttonIn(only(world.public()), 'Confirm');
    await new Promise<void>((begun) => {
      world.platform.instead = () => {
        begun();
        return new Promise(() => undefined);
      };
      void world.replica().press('bruno', confirm);
    });
    world.platform.instead = undefined;
    expect(textOf(await world.replica().press('bruno', confirm))).toContain('being decided right now');
    world.clock.time += 61_000;
    await world.replica().press('bruno', confirm);
    expect(world.writes).toHaveLength(2);
    expect(world.events.at(-1)).toBe('agreed');
  });
});

describe('a platform that does not answer', () => {
  it('leaves what was typed: each press is tried again with it', async () => {
    const world = resultWorld({ settings: { logChannelId: '803' } });
    const one = world.replica();
    const asked = await one.type('ana', 'score', { match: 'm1', player1_score: 3, player2_score: 1 });
    world.platform.isDown = true;
    expect(textOf(await one.press('ana', buttonIn(asked, 'Confirm')))).toContain("wasn't reported");
    world.platform.isDown = false;
    await one.press('ana', buttonIn(asked, 'Confirm'));
    expect(world.writes).toHaveLength(1);

    const form = await one.press('bruno', buttonIn(world.public()[0]!, "That's wrong"));
    world.platform.isDown = true;
    const failed = await one.fill('bruno', form, { first: '1', second: '3' });
    world.platform.isDown = false;
    await one.press('bruno', buttonIn(failed, 'Try again'));
    expect(world.events.at(-1)).toBe('disputed');

    const reason = await one.press('olga', ruleAt(world, 1));
    world.platform.isDown = true;
    const unruled = await one.fill('olga', reason, { reason: 'Seen it.' });
    expect(textOf(unruled)).toContain('nothing changed');
    world.platform.isDown = false;
    await one.press('olga', buttonIn(unruled, 'Try again'));
    expect(world.writes.at(-1)).toEqual({ playerId: 'u3', score: '1-3' });
  });
});

describe('leave it to the platform', () => {
  it('writes at once, and no one disputes', async () => {
    const world = resultWorld({ settings: { agreement: 'platform' } });
    await world.replica().report('ana', 3, 1);
    expect(world.writes).toHaveLength(1);
    expect(labelsOf(only(world.public()))).toEqual(['Bracket']);
    const form = await world.replica().press('bruno', 'score:wrong:m1');
    const answer = await world.replica().fill('bruno', form, { first: '1', second: '3' });
    expect(messageText(answer.body)).toMatchInlineSnapshot(
      `This server leaves wrong scores to Playhouse. Report it there.`,
    );
  });
});

describe('the deadline', () => {
  const HOUR = 60 * 60_000;

  it('reminds once at its half, tells the organizers once at its end, and writes nothing', async () => {
    const world = resultWorld({ settings: { ...BOTH, logChannelId: '803' } });
    await world.replica().report('ana', 3, 1);
    const run = async () => {
      await Promise.all([world.replica().deadlines(), world.replica().deadlines()]);
      await world.replica().deadlines();
    };
    world.clock.time += 11 * HOUR;
    await run();
    expect(world.public()).toHaveLength(1);
    world.clock.time += 2 * HOUR;
    await run();
    const [, reminder] = world.public();
    expect(messageText(reminder!.body)).toMatchInlineSnapshot(`
      (notifies <@502>)
      <@502>, this result still waits for your word: **Ana** 3 – 1 Bruno
      [Confirm] [That's wrong]
    `);
    expect(world.public()).toHaveLength(2);
    world.clock.time += 12 * HOUR;
    await run();
    await run();
    expect(world.public().map(({ channelId }) => channelId)).toEqual(['800', '800', '803']);
    expect(messageText(world.public()[2]!.body)).toMatchInlineSnapshot(`
      (notifies <@&77>)
      <@&77> **Ana vs Bruno** needs you: nobody has confirmed this score.
      Cup
      Ana says: Ana wins 3–1
      -# Reported in <#800> · [Open the message](https://discord.com/channels/700/800/1002)
      [Rule for Ana 3–1] [Other score] [Leave as it is]
    `);
    expect(world.writes).toEqual([]);
    await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
    expect(world.writes).toHaveLength(1);
    // The reminder is gone.
    expect(world.public().map(({ channelId }) => channelId)).toEqual(['800', '803']);
    expect(labelsOf(world.public()[1]!)).toEqual([]);
  });

  it('reminds, and tells the organizers, in the server’s language', async () => {
    const world = resultWorld({ settings: { ...BOTH, logChannelId: '803', language: 'fr' } });
    await world.replica().report('ana', 3, 1);
    for (const hours of [13, 12]) {
      world.clock.time += hours * HOUR;
      await world.replica().deadlines();
    }
    const fr = createWords().in('fr');
    const [, reminder, toOrganizers] = world.public();
    expect(labelsOf(reminder!)).toContain(fr('results.confirm'));
    expect(textOf(reminder!)).toContain(
      plainSpaces(fr('results.remind', { player: '<@502>', result: '' })).trim(),
    );
    expect(labelsOf(toOrganizers!)).toContain(fr('results.rule.leave'));
    await world.replica().press('bruno', buttonIn(world.public()[0]!, fr('results.confirm')));
    const settled = plainSpaces(fr('results.organizers.closed', { outcome: '' })).trim();
    expect(textOf(world.public().at(-1)!)).toContain(settled);
  });

  it('a result settled meanwhile notifies no one', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
    world.clock.time += 48 * HOUR;
    await world.replica().deadlines();
    expect(world.public()).toHaveLength(1);
  });
});

it('/match shows where a result stands', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  const shown = await world.replica().type('chris', 'match', { match: 'm1' });
  expect(messageText(shown.body)).toMatchInlineSnapshot(`
    | # Ana vs Bruno
    | Cup
    | Ana: <@501>
    | Bruno: <@502>
    | Result: Ana reported: Ana wins 3–1; waiting for Bruno
    | Status: Ready to play
    [Report score] [Confirm] [That's wrong] [Bracket]
  `);
});

it('/next shows who reported that the other side owes a word, and asks the other side alone', async () => {
  const world = resultWorld({ settings: BOTH });
  world.platform.history = [world.match()];
  await world.replica().report('ana', 3, 1);
  const ana = await shownBy(world, 'ana');
  expect(ana.text).toContain('You reported: Ana wins 3–1; waiting for Bruno');
  expect(ana.text).not.toContain('Waiting for you');
  expect(ana.labels).not.toContain('Report score');
  const bruno = await shownBy(world, 'bruno');
  expect(bruno.text).toContain('Waiting for you');
  expect(bruno.labels).toContain("That's wrong");
  // The match is shown once, with one way to answer.
  expect(bruno.text).not.toContain('Your next match');
  expect(bruno.labels).not.toContain('Report score');
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  for (const who of ['ana', 'bruno'] as const)
    expect((await shownBy(world, who)).text).toContain('Disputed. The organizers decide:');
});
