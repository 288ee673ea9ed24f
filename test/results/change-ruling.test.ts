import { describe, expect, it } from 'vitest';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf, type ShownMessage } from '../support/shown-message.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const LOG = { logChannelId: '803' } as const;

interface Input {
  custom_id: string;
  value?: string;
}
/** What the inputs of a form open with, by their names. */
function filledIn({ body }: ShownMessage): Record<string, string | undefined> {
  const inputs: Input[] = [];
  JSON.stringify(body, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'custom_id' in value && 'type' in value)
      inputs.push(value as unknown as Input);
    return value;
  });
  return Object.fromEntries(inputs.map((one) => [one.custom_id, one.value]));
}

/** Olga has ruled for Bruno. */
async function ruled(settings: GuildSettings = LOG) {
  const world = resultWorld({ settings });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  const toOrganizers = () => world.public().find(({ channelId }) => channelId === '803')!;
  await world.replica().rule('olga', buttonIn(toOrganizers(), 'Rule for Bruno'), { reason: 'Rewatched.' });
  const result = () => world.public().find(({ channelId }) => channelId === '800')!;
  return { ...world, toOrganizers, result };
}

describe('Change this ruling', () => {
  it('stands on the settled message, opens with the reason of before, and corrects channel and message', async () => {
    const world = await ruled();
    expect(labelsOf(world.toOrganizers())).toEqual(['Change this ruling']);
    const button = buttonIn(world.toOrganizers(), 'Change');
    const form = await world.replica().press('olga', button);
    expect(filledIn(form)).toMatchObject({ reason: 'Rewatched.' });
    const fields = { first: '3', second: '0', reason: 'Rewatched all of it.' };
    const done = await world.replica().fill('olga', form, fields);
    expect(labelsOf(done)).toEqual(['Change this ruling']);
    expect(world.writes.at(-1)).toEqual({ playerId: 'u3', score: '3-0' });
    expect(messageText(world.result().body)).toMatchInlineSnapshot(`
      Corrected: **Ana** 3 – 0 Bruno ~~1 – 3~~
      Ruled by <@503>: Rewatched all of it.
      -# Cup · <@501> reported 3 – 1
      [Bracket]
    `);
    expect(messageText(world.toOrganizers().body)).toMatchInlineSnapshot(`
      **Ana vs Bruno**
      Cup
      Ana says: Ana wins 3–1
      Bruno says: Bruno wins 3–1
      Settled: <@503> ruled: Ana wins 3–0 (before: 1 – 3). Rewatched all of it.
      -# Reported in <#800> · [Open the message](https://discord.com/channels/700/800/1002)
      [Change this ruling]
    `);
  });

  it('takes the place of one that left the match as it is, although the platform had no result', async () => {
    const world = resultWorld({ settings: { ...LOG, agreement: 'both' } });
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    const toOrganizers = () => world.public().find(({ channelId }) => channelId === '803')!;
    await world.replica().rule('olga', buttonIn(toOrganizers(), 'Leave'), { reason: 'Play again.' });
    const notices = world.notices().length;
    world.clock.time += 60_000;
    const change = buttonIn(toOrganizers(), 'Change');
    await world.replica().rule('olga', change, { first: '3', second: '0', reason: 'All of it.' });
    expect(textOf(toOrganizers())).toContain('Settled: <@503> ruled: Ana wins 3–0. All of it.');
    expect(textOf(toOrganizers())).toContain('Ana says: Ana wins 3–1\nBruno says: Bruno wins 3–1');
    expect(world.lines().at(-1)).toBe('<@503> ruled on Ana vs Bruno: no score → 3 – 0. All of it.\n-# Cup');
    expect(world.notices()).toHaveLength(notices + 1);
  });

  it('is refused to players and others, and none is on what the sides agreed to', async () => {
    const world = await ruled();
    const button = buttonIn(world.toOrganizers(), 'Change');
    for (const who of ['ana', 'chris'] as const)
      expect(textOf(await world.replica().press(who, button))).toContain("Only this server's organizers");
    const agreed = resultWorld({ settings: LOG });
    await agreed.replica().report('ana', 3, 1);
    await agreed.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    await agreed.replica().report('ana', 1, 3);
    const settled = agreed.public().find(({ channelId }) => channelId === '803')!;
    expect(textOf(settled)).toContain('Settled');
    expect(labelsOf(settled)).toEqual([]);
  });

  it('keeps the typed reason where the score is doubted or no number, and opens empty where the store fails', async () => {
    const world = await ruled();
    const button = buttonIn(world.toOrganizers(), 'Change');
    for (const first of ['-1', 'three']) {
      const doubted = await world
        .replica()
        .rule('olga', button, { first, second: '0', reason: 'Typed once.' });
      const again = await world.replica().press('olga', buttonIn(doubted, 'Change score'));
      expect(filledIn(again), first).toMatchObject({ reason: 'Typed once.' });
    }
    const replica = world.replica();
    replica.results.rulingOf = () => Promise.reject(new Error('down'));
    expect(filledIn(await replica.press('olga', button))['reason']).toBeUndefined();
  });
});

it('an organizer who typed a score rules for it with one more press', async () => {
  const world = await ruled();
  const answer = await world
    .replica()
    .type('olga', 'score', { match: 'm1', player1_score: 3, player2_score: 2 });
  expect(labelsOf(answer).map(plainSpaces)).toEqual(['Rule for Ana 3–2', 'Other score']);
  await world.replica().rule('olga', buttonIn(answer, 'Rule for Ana'), { reason: 'The right one.' });
  expect(world.writes.at(-1)).toEqual({ playerId: 'u3', score: '3-2' });
});

describe('the log channel', () => {
  it("has no line for what the organizers' own message says there, but one for a ruling that changed", async () => {
    const world = await ruled();
    expect(world.lines()).toEqual(['<@501> reported Ana vs Bruno: 3 – 1\n-# Cup']);
    const change = buttonIn(world.toOrganizers(), 'Change');
    await world.replica().rule('olga', change, { first: '3', second: '0', reason: 'All of it.' });
    expect(world.lines().slice(1)).toEqual([
      '<@503> ruled on Ana vs Bruno: 1 – 3 → 3 – 0. All of it.\n-# Cup',
    ]);
  });

  it('has a line for another score of a side, since the message shows the last one alone', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    for (const [who, score] of [
      ['bruno', 1],
      ['bruno', 2],
      ['ana', 0],
    ] as const) {
      world.clock.time += 1000;
      await world.replica().dispute(who, 'score:wrong:m1', score, 3);
    }
    const toOrganizers = world.public().find(({ channelId }) => channelId === '803')!;
    expect(textOf(toOrganizers)).toContain('Ana says: Bruno wins 3–0\nBruno says: Bruno wins 3–2');
    expect(world.lines().slice(1)).toEqual([
      '<@502> disputed Ana vs Bruno: 2 – 3 instead of 1 – 3\n-# Cup',
      '<@501> disputed Ana vs Bruno: 0 – 3 instead of 3 – 1\n-# Cup',
    ]);
  });

  it('has both lines if the organizers have a channel, or none takes their message', async () => {
    const apart = await ruled({ ...LOG, organizersChannelId: '803', logChannelId: '804' });
    expect(apart.lines()).toHaveLength(3);
    const world = resultWorld({ settings: LOG });
    world.discord.refuses.add('803');
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    expect(world.lines()).toHaveLength(2);
  });
});
