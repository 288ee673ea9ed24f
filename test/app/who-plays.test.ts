import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { productWorld } from '../support/product/product-world.ts';

const [ANA, BRUNO] = [
  { id: 'p1', name: 'Ana', elo: 1500 },
  { id: 'p2', name: 'Bruno', elo: 1400 },
];
const of = (id: string, player1: object, player2: object, more: object = {}) => ({
  id,
  player1,
  player2,
  ...more,
});
const won = (player1_score: number, player2_score: number) => ({
  status: 'finished',
  player1_score,
  player2_score,
});

/** Ana (501) and Bruno (502) have met twice before the match that is open. */
async function world({ spoilers = false } = {}) {
  const made = productWorld();
  await made.member('501', ANA);
  await made.member('502', BRUNO);
  const bot = made.start();
  for (const userId of ['501', '502']) await made.interact(bot, slash('help', {}, { userId }));
  made.platform.tournaments.set('t0', {
    record: { id: 't0', name: 'Last week', status: 'finished' },
    bracket: {
      rounds: [
        { name: 'Final', matches: [of('m1', ANA, BRUNO, won(3, 1)), of('m2', BRUNO, ANA, won(2, 0))] },
      ],
    },
  });
  const open: Record<string, unknown> = of('m3', BRUNO, ANA, { status: 'pending', player2: null });
  made.platform.tournaments.set('t1', {
    record: { id: 't1', name: 'Cup', status: 'in_progress' },
    bracket: { rounds: [{ name: 'Final', matches: [open] }] },
  });
  const show = async (command: string, options: object, userId = '503', where: object = {}) => {
    const raw = { ...slash(command, options as never, { userId }), ...where };
    return messageText((await made.interact(bot, raw)).at(-1)! as never);
  };
  const begin = async () => {
    await bot.services.guilds.follows.add('700', {
      tournamentId: 't1',
      channelId: '800',
      topics: { calls: true, results: true, event: false, spoilers },
    });
    await made.pass(2 * MINUTE_MS);
    Object.assign(open, { status: 'open', player2: ANA });
  };
  const call = async () => {
    await made.pass(3 * MINUTE_MS);
    return made.textsIn('800').find((text) => text.includes('match is ready'));
  };
  return { made, bot, show, begin, call, open };
}

test('/rank by id names the member who plays', async () => {
  const { bot, made, show } = await world();
  expect(await show('rank', { id: 'p1' })).toMatchInlineSnapshot(`
    | # Ana
    | <@501>
    | Rating: 1,500
    | Global rank: #1
    | Form, newest first: ▲W ▼L
    [Matches] [Leaderboard]
  `);
  await made.finish(bot.services.personalData.setHidden('501', true));
  expect(String((await show('rank', { id: 'p1' })).text)).not.toContain('<@501>');
  // A private answer may always show its caller.
  expect(await show('rank', { id: 'p1' }, '501')).toMatchInlineSnapshot(`
    (private)
    | # Ana
    | <@501>
    | Rating: 1,500
    | Global rank: #1
    | Form, newest first: ▲W ▼L
    [Matches] [Leaderboard]
  `);
});

test('direct messages name only the caller', async () => {
  const { show } = await world();
  const direct = { guild_id: undefined, context: 1, member: undefined };
  const by = (id: string) => ({ ...direct, user: { id, username: 'ana' } });
  expect((await show('rank', { id: 'p1' }, '502', by('502'))).text).not.toContain('<@501>');
  expect((await show('rank', { id: 'p2' }, '502', by('502'))).text).toContain('<@502>');
});

test('/match names both members, and says how often they have met where a history was read anyway', async () => {
  const { made, show, open } = await world();
  Object.assign(open, { status: 'open', player2: ANA });
  made.platform.requests.length = 0;
  expect(await show('match', { match: 'm3' })).toMatchInlineSnapshot(`
    | # Bruno vs Ana
    | Cup
    | Bruno: <@502>
    | Ana: <@501>
    | Status: Ready to play
    [Report score] [Bracket]
  `);
  expect(made.platform.requests.join()).not.toContain('/matches?');
  await show('matches', { id: 'p2' });
  expect((await show('match', { match: 'm3' })).text).toContain('Met 2 times, 1–1');
  expect((await show('match', { match: 'm2' })).text).toContain('Met 1 time, 0–1');
  await made.leap(HOUR_MS);
  expect((await show('match', { match: 'm3' })).text).not.toContain('Met');
});

test('a call says how often the two have met, from a history that a command read', async () => {
  const one = await world();
  await one.begin();
  expect(await one.call()).not.toContain('Met');
  const other = await world();
  await other.begin();
  await other.show('matches', { id: 'p1' });
  expect(await other.call()).toMatchInlineSnapshot(`
    "<@502> (**Bruno**) vs <@501> (**Ana**): your match is ready.
    -# Cup · Final
    -# Met 2 times, 1–⁠1"
  `);
  const hidden = await world({ spoilers: true });
  await hidden.begin();
  await hidden.show('matches', { id: 'p1' });
  expect(await hidden.call()).toContain('||Met 2 times, 1–\u20601||');
});
