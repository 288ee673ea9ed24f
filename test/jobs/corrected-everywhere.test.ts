import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { changeSeries } from '../../src/guilds/series-changes.ts';
import { slash } from '../support/interactions.ts';
import { pageBrowser } from '../support/page-browser.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';

const [ARENA, BACKYARD, CLUB] = ['700', '701', '702'];
const [CUP, YARD, NEWS, SEASON] = ['810', '811', '812', '813'];
const CHAMPION = 'champion';
const PLAYERS = { '501': { id: 'p1', name: 'Ana' }, '502': { id: 'p2', name: 'Bruno' } } as const;
const TOPICS = { calls: true, results: true, event: false };

/** The bot's pages, and how a member lets Linked Roles show what they won. */
function pagesOf(made: ProductWorld, bot: ReturnType<ProductWorld['start']>) {
  const web = bot.openWeb({
    readiness: async () => ({ ready: true, draining: false, discord: 'connected', store: 'ok' }),
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
    now: made.now,
  });
  onTestFinished(() => web.close());
  return {
    body: async (url: string): Promise<string> => plainSpaces((await made.finish(web.inject(url))).body),
    async connect(discordId: keyof typeof PLAYERS): Promise<void> {
      const { id, name } = PLAYERS[discordId];
      const browser = pageBrowser(web, {
        publicUrl: 'https://bot.test',
        through({ host, searchParams }) {
          const back = new URL(searchParams.get('redirect_uri') ?? 'https://bot.test/link/callback');
          const own = made.discord.consents.code({ discordId, name }, back.origin + back.pathname);
          back.searchParams.set('state', searchParams.get('state') ?? '');
          back.searchParams.set('code', host === 'platform.test' ? `code-of-${id}` : own);
          return back;
        },
      });
      await made.finish(browser.go('/linked-role'));
    },
  };
}

/** A cup of one final, announced in one server and followed in two others; both players show what they won. */
async function followed() {
  const made = productWorld();
  const guildIds = [ARENA, BACKYARD, CLUB];
  for (const [discordId, player] of Object.entries(PLAYERS))
    await made.member(discordId, player, { guildIds });
  const bot = made.start();
  const { guilds } = bot.services;
  for (const userId of Object.keys(PLAYERS)) await made.interact(bot, slash('help', {}, { userId }));
  const pages = pagesOf(made, bot);
  await pages.connect('501');
  await pages.connect('502');
  const won = { roleId: CHAMPION, roleName: 'Champion', kind: 'won' } as const;
  await made.finish(bot.roles.add(ARENA, won));
  await changeSeries(guilds, CLUB, () => [{ id: 'news', announceChannelId: NEWS }]);
  await changeSeries(guilds, ARENA, () => [{ id: 'cups', words: ['cup'], seasonChannelId: SEASON }]);
  await made.pass(2 * MINUTE_MS);
  const final: Record<string, unknown> = {
    id: 'm1',
    status: 'open',
    player1: PLAYERS['501'],
    player2: PLAYERS['502'],
  };
  const record: Record<string, unknown> = {
    id: 't1',
    name: 'Cup',
    status: 'upcoming',
    starts_at: new Date(made.now() + HOUR_MS).toISOString(),
  };
  made.platform.tournaments.set('t1', { record });
  for (const [guildId, channelId] of [
    [ARENA, CUP],
    [BACKYARD, YARD],
  ] as const)
    await guilds.follows.add(guildId, { tournamentId: 't1', channelId, topics: TOPICS });
  await made.pass(2 * MINUTE_MS);
  record['status'] = 'in_progress';
  made.platform.tournaments.get('t1')!.bracket = { rounds: [{ name: 'Final', matches: [final] }] };
  await made.pass(3 * MINUTE_MS);
  const end = (player1: number, player2: number): void => {
    record['status'] = 'finished';
    Object.assign(final, { status: 'finished', player1_score: player1, player2_score: player2 });
  };
  /** The platform takes the end back. */
  const open = (): void => {
    record['status'] = 'in_progress';
    final['status'] = 'open';
    delete final['player1_score'];
    delete final['player2_score'];
  };
  return { made, pages, end, open };
}

const holds = (made: ProductWorld): string[] =>
  Object.keys(PLAYERS).filter((id) => made.discord.server(ARENA).members.get(id)?.has(CHAMPION));
const wins = (made: ProductWorld): unknown[] =>
  Object.keys(PLAYERS).map((id) => made.discord.connections.shown.get(id)?.metadata['tournaments_won']);

/** All that shows who won, beside the channels that follow. */
async function shown({ made, pages }: Awaited<ReturnType<typeof followed>>) {
  const season = made.discord.messages.find(({ channelId }) => channelId === SEASON)?.post;
  const [first = ''] = season?.embeds?.[0]?.description?.split('\n') ?? [];
  const calendar = (await pages.body(`/calendar.ics?server=${ARENA}`)).replaceAll('\r\n ', '');
  const page = await pages.body('/t/t1');
  return {
    announcement: plainSpaces(made.textsIn(NEWS).join('\n')),
    calendar: /DESCRIPTION:.*/.exec(calendar)?.[0],
    page: /Winner\W+(?:<[^>]*>\W*)*(\w+)/.exec(page)?.[1],
    role: holds(made),
    season: plainSpaces(first).replaceAll(/[`*]/g, ''),
    wins: wins(made),
  };
}

test('a final that is corrected the next morning reaches page, calendar, role, wins, season and announcement, and so does one that is undone', async () => {
  const world = await followed();
  const { end, made, open } = world;
  end(3, 2);
  await made.pass(5 * MINUTE_MS);
  await made.pass(HOUR_MS, 10_000);
  expect(await shown(world)).toMatchInlineSnapshot(`
      {
        "announcement": "**Ana** won **Cup**!",
        "calendar": "DESCRIPTION:Status: Finished\\nWinner: Ana\\nhttps://bot.test/t/t1",
        "page": "Ana",
        "role": [
          "501",
        ],
        "season": "🥇 #1 Ana · 1 win · 1 final · 1 podium · <@501>",
        "wins": [
          "1",
          "0",
        ],
      }
    `);
  await made.leap(10 * HOUR_MS);
  end(2, 4);
  await made.pass(2 * HOUR_MS, 10_000);
  expect(await shown(world)).toMatchInlineSnapshot(`
      {
        "announcement": "**Bruno** won **Cup**!",
        "calendar": "DESCRIPTION:Status: Finished\\nWinner: Bruno\\nhttps://bot.test/t/t1",
        "page": "Bruno",
        "role": [
          "502",
        ],
        "season": "🥇 #1 Bruno · 1 win · 1 final · 1 podium · <@502>",
        "wins": [
          "0",
          "1",
        ],
      }
    `);
  open();
  await made.pass(2 * HOUR_MS, 10_000);
  expect(await shown(world)).toMatchInlineSnapshot(`
      {
        "announcement": "**Cup** is on.",
        "calendar": "DESCRIPTION:Status: Running\\nhttps://bot.test/t/t1",
        "page": undefined,
        "role": [],
        "season": "0 tournaments within a year.",
        "wins": [
          "0",
          "0",
        ],
      }
    `);
});
