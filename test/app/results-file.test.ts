import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import { ORGANIZER, press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { productWorld } from '../support/product/product-world.ts';

const CHANNEL = '800';
const [ANA, EVIL, CHLOE] = [
  { id: 'p1', name: 'Ana, "the 1st"' },
  { id: 'p2', name: '=HYPERLINK("http://evil.example")' },
  { id: 'p3', name: 'Chloé' },
];

/** A round robin of three that is followed, and ends: Ana beats both. */
async function ended() {
  const world = productWorld();
  await world.member('501', ANA);
  await world.member('502', EVIL);
  await world.member('503', CHLOE);
  const bot = world.start();
  for (const userId of ['501', '502', '503']) await world.interact(bot, slash('help', {}, { userId }));
  await world.finish(bot.services.personalData.setHidden('503', true));
  const match = (id: string, player1: object, player2: object, more: object = {}) => ({
    id,
    status: 'open',
    player1,
    player2,
    ...more,
  });
  const open = [match('m1', ANA, EVIL), match('m2', EVIL, CHLOE), match('m3', ANA, CHLOE)];
  const record = { id: 't1', name: 'Friday: Cup/1', status: 'in_progress', format: 'round_robin' };
  world.platform.tournaments.set('t1', {
    record,
    bracket: { rounds: open.map((one, at) => ({ number: at + 1, matches: [one] })) },
  });
  await bot.services.guilds.follows.add('700', {
    tournamentId: 't1',
    channelId: CHANNEL,
    topics: { calls: false, results: false, event: false },
  });
  await world.pass(2 * MINUTE_MS);
  Object.assign(open[0]!, { status: 'finished', player1_score: 3, player2_score: 1 });
  Object.assign(open[1]!, { status: 'finished', player1_score: 0, player2_score: 2 });
  Object.assign(open[2]!, { status: 'finished', player1_score: -1, player2_score: 0, winner_id: 'p1' });
  Object.assign(record, { status: 'finished' });
  await world.pass(5 * MINUTE_MS);
  const buttons = world.discord.messages.flatMap(({ post }) =>
    ((post.rows ?? []) as unknown as { label: string; action: string; args: string[] }[][]).flat(),
  );
  const file = buttons.find(({ label }) => label === 'Results file')!;
  const pressFile = async (who: object, by = bot) => {
    const raw = press(`${file.action}:${file.args.join(':')}`, { userId: '501', ownerId: '900', ...who });
    const answers = await world.interact(by, raw);
    const [sent] = [...world.discord.filesOf.values()].at(-1) ?? [];
    return { shown: answers.at(-1)!, sent };
  };
  return { world, bot, pressFile };
}

test('an organizer gets the results as a file, also days later', async () => {
  const { world, pressFile } = await ended();
  await world.leap(3 * DAY_MS);
  const { shown, sent } = await pressFile({ permissions: ORGANIZER });
  expect(messageText(shown as never)).toMatchInlineSnapshot(`
    (private)
    The results of **Friday: Cup/1**, for a spreadsheet. Only you see this.
    (file: results-Friday-Cup-1.csv – Friday: Cup/1)
  `);
  expect(sent?.name).toBe('results-Friday-Cup-1.csv');
  expect([...sent!.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(sent!.bytes.toString().slice(1).split('\r\n')).toMatchInlineSnapshot(`
    [
      "Round,Place 1,Player 1,Member 1,Score 1,Score 2,Member 2,Player 2,Place 2,Winner",
      "Round 1,1,"Ana, ""the 1st""",<@501>,3,1,<@502>,"'=HYPERLINK(""http://evil.example"")",3,"Ana, ""the 1st"""",
      "Round 2,3,"'=HYPERLINK(""http://evil.example"")",<@502>,0,2,,Chloé,2,Chloé",
      "Round 3,1,"Ana, ""the 1st""",<@501>,,,,Chloé,2,"Ana, ""the 1st"""",
      "",
    ]
  `);
});

test('members other than organizers do not get it', async () => {
  const { pressFile } = await ended();
  const { shown, sent } = await pressFile({ userId: '502', ownerId: '900' });
  expect(sent).toBeUndefined();
  expect(messageText(shown as never)).toMatchInlineSnapshot(`
    (private)
    Only members with Manage Server can do that. They can choose an organizer role with /settings.
  `);
});

test('a platform that does not answer is said', async () => {
  const { world, pressFile } = await ended();
  await world.leap(3 * DAY_MS);
  world.platform.control.instead = () => ({ status: 503, body: '' });
  const { shown, sent } = await pressFile({ permissions: ORGANIZER }, world.start());
  expect(sent).toBeUndefined();
  expect(messageText(shown as never)).toMatchInlineSnapshot(`
    (private)
    Arena isn't responding. Try again in a minute. (Reference …)
  `);
});
