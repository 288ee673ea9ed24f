import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import { ORGANIZER, press, slash, submit } from '../support/interactions.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { productWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';

const GUILD = '700';
const [LOBBY, CUP, DESK, LOG] = ['800', '810', '803', '804'];
const [ANA, BRUNO] = [
  { id: 'p1', name: 'Ana' },
  { id: 'p2', name: 'Bruno' },
];
const WHO = {
  ana: { userId: '501' },
  bruno: { userId: '502' },
  olga: { userId: '503', permissions: ORGANIZER },
  pia: { userId: '504', permissions: ORGANIZER },
} as const;
type Person = keyof typeof WHO;

/** Ana and Bruno are called to the final in #cup; Olga and Pia organize, and read #desk and the log. */
async function final(settings: object = {}, { isFollowed = true } = {}) {
  const world = productWorld();
  await world.member('501', ANA);
  await world.member('502', BRUNO);
  await world.member('503', { id: 'p3', name: 'Olga' });
  await world.member('504', { id: 'p4', name: 'Pia' });
  const one = world.start();
  const other = world.start();
  for (const who of Object.values(WHO)) await world.interact(one, slash('help', {}, who));
  await one.services.guilds.settings.change(GUILD, () => ({
    organizersChannelId: DESK,
    logChannelId: LOG,
    ...settings,
  }));
  const match: Record<string, unknown> = { id: 'm1', status: 'pending', player1: ANA, player2: null };
  world.platform.tournaments.set('t1', {
    record: { id: 't1', name: 'Cup', status: 'in_progress' },
    bracket: { rounds: [{ name: 'Final', matches: [match] }] },
  });
  if (isFollowed)
    await one.services.guilds.follows.add(GUILD, {
      tournamentId: 't1',
      channelId: CUP,
      topics: { calls: true, results: true, event: false },
    });
  await world.pass(2 * MINUTE_MS);
  Object.assign(match, { status: 'open', player2: BRUNO });
  await world.pass(2 * MINUTE_MS);

  type Shown = { components?: unknown; content?: string; custom_id?: string };
  const on = (body: unknown) => ({ channelId: '', body: body as never, files: [] });
  const say = async (raw: object, at = one): Promise<Shown> =>
    ((await world.interact(at, raw)).at(-1) ?? {}) as Shown;
  const pressIn = (who: Person, channelId: string, id: string, at = one): Promise<Shown> =>
    say(
      { ...press(id, { ...WHO[who], ownerId: WHO[who].userId, ephemeral: true }), channel_id: channelId },
      at,
    );
  const fill = (
    who: Person,
    channelId: string,
    form: Shown,
    fields: Record<string, string>,
    at = one,
  ): Promise<Shown> => say({ ...submit(form.custom_id ?? '', fields, WHO[who]), channel_id: channelId }, at);
  /** /score, and Confirm where that is asked. */
  async function report(who: Person, channelId: string, player1: number, player2: number): Promise<Shown> {
    const typed = { match: 'm1', player1_score: player1, player2_score: player2 };
    const asked = await say({ ...slash('score', typed, WHO[who]), channel_id: channelId });
    return pressIn(who, channelId, buttonIn(on(asked), 'Confirm'));
  }
  async function rule(
    who: Person,
    channelId: string,
    id: string,
    fields: Record<string, string>,
  ): Promise<Shown> {
    return fill(who, channelId, await pressIn(who, channelId, id), fields);
  }
  async function dispute(who: Person, player1: number, player2: number): Promise<void> {
    await rule(who, CUP, 'score:wrong:m1', { first: String(player1), second: String(player2) });
  }
  const post = (channelId: string, start: string) =>
    world.discord.messages.find((one) => one.channelId === channelId && one.post.content.includes(start));
  /** The button of the organizers' message. */
  const deskButton = (label: string): string => {
    const { rows = [] } = post(DESK, 'Ana vs Bruno')?.post ?? {};
    const found = rows.flat().find((one) => 'label' in one && one.label?.startsWith(label));
    if (found === undefined || !('action' in found)) throw new Error(`no button ${label}`);
    return [found.action, ...((found as { args?: readonly unknown[] }).args ?? [])].join(':');
  };
  return {
    world,
    one,
    other,
    match,
    on,
    say,
    press: pressIn,
    fill,
    report,
    rule,
    dispute,
    post,
    deskButton,
    texts: (channelId: string) => world.textsIn(channelId).map(plainSpaces),
    writes: () =>
      world.platform.requests.filter((request) => request.startsWith('POST') && request.includes('score')),
  };
}

/** Without the live post. */
/** What stands beside the desk. */
const asideOf = (texts: readonly string[]) => texts.filter((text) => !text.includes("organizers' desk"));

const about = (texts: readonly string[]): string[] =>
  texts.filter((text) => !text.includes('is on.') && !text.includes('has started'));

describe('a result is shown where its match lives', () => {
  test('wherever a player types it', async () => {
    const { report, texts } = await final();
    await report('ana', LOBBY, 3, 1);
    expect(texts(LOBBY)).toEqual([]);
    expect(about(texts(CUP))[0]).toContain('**Ana** 3 – 1 Bruno');
    expect(about(texts(CUP))).toHaveLength(1);
  });

  test("and nothing of an organizer's score or ruling in their channel or in the log", async () => {
    const { report, rule, texts, world } = await final();
    await report('olga', DESK, 3, 1);
    expect(asideOf(texts(DESK))).toEqual([]);
    expect(about(texts(CUP))).toEqual([
      expect.stringContaining('**Ana** 3 – 1 Bruno'),
      expect.stringMatching(
        /^<@501> <@502>\nAn organizer entered the result of \*\*Ana vs Bruno\*\*: Ana wins 3–1\.\nhttps/,
      ),
    ]);
    await rule('pia', LOG, 'score:rule:m1', { first: '0', second: '3', reason: 'Wrong way round.' });
    await world.pass(MINUTE_MS);
    expect(asideOf(texts(DESK))).toEqual([]);
    expect(texts(LOG).filter((text) => text.includes('Ruled by'))).toEqual([]);
    expect(about(texts(CUP))[0]).toMatch(/^Corrected: .*0 – 3 \*\*Bruno\*\*.*~~3 – 1~~/);
  });

  test('of an unfollowed tournament where it is typed, but never where only organizers read', async () => {
    const { report, texts } = await final({}, { isFollowed: false });
    await report('olga', DESK, 3, 1);
    expect([...texts(DESK), ...texts(CUP), ...texts(LOBBY)]).toEqual([]);
    await report('ana', LOBBY, 3, 2);
    expect(texts(LOBBY)).toHaveLength(1);
  });
});

describe('after a ruling in the organizers’ channel', () => {
  test.each(['at-once', 'both'] as const)(
    'the way leads to the message that stays (%s)',
    async (agreement) => {
      const { deskButton, dispute, post, report, rule, texts, world } = await final({ agreement });
      const call = post(CUP, 'match is ready')?.id ?? '';
      await report('ana', CUP, 3, 1);
      await dispute('bruno', 1, 3);
      await rule('olga', DESK, deskButton('Rule for Bruno'), { reason: 'Rewatched.' });
      await world.pass(MINUTE_MS);
      const link = `https://discord.com/channels/${GUILD}/${CUP}/${call}`;
      const before = agreement === 'both' ? '' : ' (before: 3 – 1)';
      expect(asideOf(texts(DESK))).toEqual([
        `**Ana vs Bruno**\nCup\nAna says: Ana wins 3–1\nBruno says: Bruno wins 3–1\nSettled: <@503> ruled: Bruno wins 3–1${before}. Rewatched.\n-# Reported in <#${CUP}> · [Open the message](${link})`,
      ]);
      expect(about(texts(CUP)).slice(1)).toEqual([
        `<@501> <@502>\nAn organizer ruled on **Ana vs Bruno**: Bruno wins 3–1.\n${link}`,
      ]);
      await rule('olga', DESK, deskButton('Change this ruling'), {
        first: '3',
        second: '0',
        reason: 'My mistake.',
      });
      await world.pass(MINUTE_MS);
      expect(asideOf(texts(DESK))).toHaveLength(1);
      expect(asideOf(texts(DESK))[0]).toContain(
        `Settled: <@503> ruled: Ana wins 3–0 (before: 1 – 3). My mistake.\n-# Reported in <#${CUP}> · [Open the message](${link})`,
      );
      expect(about(texts(CUP)).slice(2)).toEqual([
        `<@501> <@502>\nAn organizer ruled on **Ana vs Bruno**: Ana wins 3–0.\n${link}`,
      ]);
    },
  );

  test('against an open report, it says what was reported', async () => {
    const { post, report, rule } = await final({ agreement: 'both' });
    const call = post(CUP, 'match is ready');
    await report('ana', CUP, 3, 0);
    await rule('olga', CUP, 'score:rule:m1', { first: '1', second: '3', reason: 'Seen.' });
    expect(plainSpaces(call?.post.content ?? '')).toBe(
      'Ana 1 – 3 **Bruno**\nRuled by <@503>: Seen.\n-# Cup · <@501> reported 3 – 0',
    );
  });
});

describe('players who did not press are notified', () => {
  test('of a result from the website, of a walkover, and the way they chose, once', async () => {
    const { dispute, match, one, rule, deskButton, texts, world } = await final();
    await one.services.alerts.set('501', 'dm', 'de');
    Object.assign(match, { status: 'finished', player1_score: 3, player2_score: 0 });
    await world.pass(2 * MINUTE_MS);
    await dispute('bruno', 2, 3);
    await world.pass(SECOND_MS);
    const direct = () =>
      world.discord.messages
        .filter(({ channelId }) => ![LOBBY, CUP, DESK, LOG].includes(channelId))
        .map(({ post }) => plainSpaces(post.content).split('\n')[0]);
    expect(direct()).toEqual([
      'Das Ergebnis von **Ana vs Bruno** ist umstritten: Arena zeigt: Ana gewinnt 3:0 und Bruno sagt: Bruno gewinnt 3:2. Die Orga entscheidet.',
    ]);
    await rule('olga', DESK, deskButton('Rule for Bruno'), { reason: 'Rewatched.' });
    await world.pass(MINUTE_MS);
    expect(direct()).toHaveLength(2);
    expect(texts(CUP).filter((text) => text.includes('An organizer ruled'))).toEqual([
      expect.stringMatching(/^<@502>\nAn organizer ruled on \*\*Ana vs Bruno\*\*: Bruno wins 3–2\./),
    ]);
  });

  test('but not if they switched it off', async () => {
    const { one, rule, texts } = await final();
    for (const id of ['501', '502']) await one.services.alerts.set(id, 'off');
    await rule('olga', DESK, 'score:rule:m1:::::3:0', { reason: 'No show.' });
    expect(about(texts(CUP))).toHaveLength(1);
  });
});

describe('two organizers who decide one dispute', () => {
  async function opened() {
    const all = await final();
    await all.report('ana', CUP, 3, 0);
    await all.dispute('bruno', 1, 3);
    const ids = [all.deskButton('Rule for Ana'), all.deskButton('Rule for Bruno')];
    const first = await all.press('olga', DESK, ids[0]!);
    const second = await all.press('pia', DESK, ids[1]!, all.other);
    return { ...all, first, second };
  }

  test('the second reads what was ruled, and is asked', async () => {
    const { fill, first, other, on, press: pressOn, second, texts, writes } = await opened();
    await fill('olga', DESK, first, { reason: 'Ana was right.' });
    const before = writes().length;
    const answer = await fill('pia', DESK, second, { reason: 'Bruno was right.' }, other);
    expect(writes()).toHaveLength(before);
    expect(plainSpaces(answer.content ?? '')).toBe(
      '<@503> has ruled meanwhile: Ana wins 3–0. I changed nothing. Do you want to change this ruling?',
    );
    const again = await pressOn('pia', DESK, buttonIn(on(answer), 'Change this ruling'), other);
    expect(JSON.stringify(again)).toContain('Bruno was right.');
    await fill('pia', DESK, again, { reason: 'Bruno was right.' }, other);
    expect(writes()).toHaveLength(before + 1);
    expect(asideOf(texts(DESK))[0]).toContain('Settled: <@504> ruled: Bruno wins 3–1 (before: 3 – 0).');
  });

  test('one alone writes where both send at the same moment, on two replicas', async () => {
    const { fill, first, other, second, writes } = await opened();
    const before = writes().length;
    const answers = await Promise.all([
      fill('olga', DESK, first, { reason: 'Ana.' }),
      fill('pia', DESK, second, { reason: 'Bruno.' }, other),
    ]);
    expect(writes().length - before).toBeLessThanOrEqual(1);
    expect(answers.filter(({ content = '' }) => content.startsWith('Ruled.'))).toHaveLength(1);
  });
});
