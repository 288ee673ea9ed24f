import { describe, expect, it, onTestFinished } from 'vitest';
import { CHORES, OWNER_WORK, REACTIONS } from '../../src/app/background.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import type { RoleRule } from '../../src/roles/rules.ts';
import { StoreError } from '../../src/store/errors.ts';
import { press, slash } from '../support/interactions.ts';
import { NEW } from '../support/filled-store.ts';
import { pageBrowser } from '../support/page-browser.ts';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';

const GUILD = '700';
const CHANNEL = '800';
const ANA = { id: 'p1', name: 'Ana', elo: 1500, rank: 'Gold' };
const BRUNO = { id: 'p2', name: 'Bruno', elo: 1200, rank: 'Silver' };

type Bot = ReturnType<ProductWorld['start']>;

/** Ana (501) and Bruno (502) in one server with a match to play, and a bot. */
async function world() {
  const made = productWorld();
  await made.member('501', ANA);
  await made.member('502', BRUNO);
  made.platform.matches.set('m1', {
    id: 'm1',
    status: 'in_progress',
    tournament: { id: 't1', name: 'Cup' },
    player1: { id: 'p1', name: 'Ana' },
    player2: { id: 'p2', name: 'Bruno' },
  });
  return made;
}

/** Both are seen in the server. */
async function see(made: ProductWorld, bot: Bot): Promise<void> {
  for (const userId of ['501', '502']) await made.interact(bot, slash('help', {}, { userId }));
}

const rule = (kind: RoleRule['kind'], more: Partial<RoleRule> = {}): RoleRule => ({
  roleId: 'linked',
  roleName: 'linked',
  kind,
  ...more,
});
const addRule = (made: ProductWorld, bot: Bot, one: RoleRule) => made.finish(bot.roles.add(GUILD, one));
const holds = (made: ProductWorld, discordId: string): boolean =>
  made.discord.server(GUILD).members.get(discordId)?.has('linked') === true;

/** A browser at the bot's pages, of Ana, who consents to everything. */
function browserOf(made: ProductWorld, bot: Bot) {
  const web = bot.openWeb({
    readiness: async () => ({ ready: true, draining: false, discord: 'connected', store: 'ok' }),
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
  });
  onTestFinished(() => web.close());
  return pageBrowser(web, {
    publicUrl: 'https://bot.test',
    through({ host, searchParams }) {
      const back = new URL(searchParams.get('redirect_uri') ?? 'https://bot.test/link/callback');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      const ana = { discordId: '501', name: 'Ana' };
      back.searchParams.set(
        'code',
        host === 'platform.test'
          ? 'code-of-p1'
          : made.discord.consents.code(ana, back.origin + back.pathname),
      );
      return back;
    },
  });
}

/** Ana lets Linked Roles show her rank. */
async function connect(made: ProductWorld, bot: Bot): Promise<void> {
  await made.finish(browserOf(made, bot).go('/linked-role'));
  if (!made.discord.connections.shown.has('501')) throw new Error('Linked Roles show nothing');
}

/** Ana links her account in a browser. */
async function linkAgain(made: ProductWorld, bot: Bot): Promise<void> {
  const asked = await made.interact(bot, slash('link', {}, { userId: '501' }));
  const [, url = ''] = /"url":"([^"]*link\/start[^"]*)"/.exec(JSON.stringify(asked)) ?? [];
  const browser = browserOf(made, bot);
  const { page } = await made.finish(browser.go(url));
  if (page === undefined) throw new Error('no question to confirm');
  await made.finish(browser.press(page));
  await made.finish(bot.idle());
}

/** The bot learns that it was removed from the server, and 30 days pass. */
async function forgetServer(made: ProductWorld): Promise<void> {
  await made.leap(DAY_MS);
  await made.pass(2 * MINUTE_MS);
  await made.leap(31 * DAY_MS);
  await made.pass(2 * MINUTE_MS);
}

/** Ana reports 3–1 where both sides have to agree. */
async function report(made: ProductWorld, bot: Bot): Promise<void> {
  await bot.services.guilds.settings.change(GUILD, () => ({ agreement: 'both' }));
  const asked = await made.interact(
    bot,
    slash('score', { match: 'm1', player1_score: 3, player2_score: 1 }, { userId: '501' }),
  );
  const body = asked.at(-1);
  await made.interact(
    bot,
    press(buttonIn({ channelId: CHANNEL, body: body as never, files: [] }, 'Confirm'), {
      userId: '501',
      ownerId: '501',
      ephemeral: true,
    }),
  );
}

/** The server posts rank-ups. */
const tellRankUps = (bot: Bot) =>
  bot.services.guilds.rankUps.around(GUILD, () =>
    bot.services.guilds.settings.change(GUILD, () => ({ rankUpChannelId: CHANNEL })),
  );

/** What shows that each wire is there: whether it was seen. */
const SEEN: Record<string, (made: ProductWorld) => Promise<boolean>> = {
  async 'tournamentGone 0'(made) {
    const bot = made.start();
    await made.finish(bot.services.shareTournament({ id: 't9', name: 'Lost Cup' }));
    const before = made.stores.keys('cards').length;
    await made.finish(bot.services.platform.tournament('t9').catch(() => undefined));
    await made.time.settle();
    return before === 1 && made.stores.keys('cards').length === 0;
  },
  async 'ranksSeen 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('rating', { number: 1400 }));
    await made.pass(10 * SECOND_MS);
    made.platform.players.set('p2', { ...BRUNO, elo: 1450 });
    // Only the answer to a member reads this rank from the platform.
    made.platform.control.instead = ({ path }) =>
      path.startsWith('/v1/users/p2') || !path.startsWith('/v1/') ? undefined : { status: 503, body: '' };
    await made.finish(bot.services.platform.user('p2', { fresh: true }));
    made.platform.control.instead = () => ({ status: 503, body: '' });
    await made.pass(15 * SECOND_MS);
    return holds(made, '502');
  },
  async 'ranksSeen 1'(made) {
    const bot = made.start();
    await see(made, bot);
    await tellRankUps(bot);
    await made.pass(20 * SECOND_MS);
    await made.finish(bot.services.platform.user('p2', { fresh: true }));
    await made.pass(SECOND_MS);
    made.platform.players.set('p2', { ...BRUNO, elo: 1450, rank: 'Gold' });
    await made.finish(bot.services.platform.user('p2', { fresh: true }));
    await made.pass(HOUR_MS + MINUTE_MS, 10 * SECOND_MS);
    return JSON.stringify(made.textsIn(CHANNEL)).includes('Gold');
  },
  async 'rankChanged 0'(made) {
    const bot = made.start();
    await connect(made, bot);
    made.platform.players.set('p1', { ...ANA, elo: 1999 });
    await made.pass(HOUR_MS, 10 * SECOND_MS);
    await made.finish(bot.services.platform.user('p1', { fresh: true }));
    await made.pass(HOUR_MS, 10 * SECOND_MS);
    return made.discord.connections.shown.get('501')?.metadata['rating'] === '1999';
  },
  async 'playerNamed 0'(made) {
    const bot = made.start();
    made.platform.players.set('p1', { ...ANA, name: 'Anna' });
    await made.finish(bot.services.platform.user('p1', { fresh: true }));
    await made.time.settle();
    return (await made.links.read('501'))?.playerName === 'Anna';
  },
  async 'memberChanged 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('linked'));
    await made.finish(bot.services.personalData.setHidden('501', true));
    await made.pass(MINUTE_MS);
    if (holds(made, '501')) return false;
    await made.finish(bot.services.personalData.setHidden('501', false));
    await made.pass(15 * SECOND_MS);
    return holds(made, '501');
  },
  async 'memberChanged 1'(made) {
    const bot = made.start();
    await connect(made, bot);
    const since = () => made.discord.connections.shown.get('501')?.metadata['linked_since'];
    const before = since();
    // No rank is news any more.
    await made.finish(bot.services.platform.user('p1', { fresh: true }));
    await made.pass(HOUR_MS, 10 * SECOND_MS);
    await linkAgain(made, bot);
    await made.pass(HOUR_MS, 10 * SECOND_MS);
    return since() !== before;
  },
  async 'memberLinked 0'(made) {
    const bot = made.start();
    await made.links.remove('501');
    await linkAgain(made, bot);
    return JSON.stringify([...made.discord.answers.values()].at(-1)?.at(-1)).includes('linked');
  },
  async 'linkedRolesLeft 0'(made) {
    const bot = made.start();
    await connect(made, bot);
    await made.finish(bot.services.accounts.unlink('501'));
    return !made.discord.connections.shown.has('501');
  },
  async 'rolesLeft 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('linked'));
    await made.pass(10 * SECOND_MS);
    if (!holds(made, '501')) return false;
    await made.finish(bot.services.accounts.unlink('501'));
    await made.pass(MINUTE_MS);
    return !holds(made, '501');
  },
  async 'reportsLeft 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await report(made, bot);
    await made.finish(bot.services.accounts.unlink('501'));
    return made.stores.keys('reports').length === 1 && !made.stores.textOf('reports').includes('"501"');
  },
  async 'mentionsLeft 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await report(made, bot);
    const text = () => JSON.stringify(made.textsIn(CHANNEL));
    if (!text().includes('<@501>')) return false;
    await made.finish(bot.services.personalData.setHidden('501', true));
    return !text().includes('<@501>');
  },
  async 'playerLeft 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('rating', { number: 1400 }));
    await made.pass(MINUTE_MS);
    const before = made.stores.keys('ranks').includes('p1');
    await made.finish(bot.services.accounts.unlink('501'));
    return before && !made.stores.keys('ranks').includes('p1');
  },
  async 'serverLeft 0'(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('linked'));
    made.discord.server(GUILD).isGone = true;
    await forgetServer(made);
    return made.stores.keys('roles').length === 0;
  },
  async 'followForgotten 0'(made) {
    const bot = made.start();
    made.platform.tournaments.set('t1', { record: { id: 't1', name: 'Cup', status: 'upcoming' } });
    await bot.services.guilds.follows.add(GUILD, {
      tournamentId: 't1',
      channelId: CHANNEL,
      topics: { calls: true, results: true, event: false },
    });
    await made.pass(10 * SECOND_MS);
    if (made.stores.keys('feeds').length !== 1) return false;
    made.discord.server(GUILD).isGone = true;
    await forgetServer(made);
    return made.stores.keys('feeds').length === 0;
  },
  async week(made) {
    const bot = made.start();
    await bot.services.guilds.announcing.mark(GUILD);
    await bot.services.guilds.settings.change(GUILD, () => ({
      series: [{ id: 's1', announceChannelId: CHANNEL, seasonChannelId: '811' }],
    }));
    await made.pass(2 * MINUTE_MS);
    const record = { id: 't2', name: 'New Cup', status: 'upcoming', starts_at: made.now() + DAY_MS };
    made.platform.tournaments.set('t2', { record });
    const cup = { tournamentId: 't1', name: 'Cup', places: [{ id: 'p1', name: 'Ana' }] };
    await bot.services.guilds.season.note(GUILD, cup);
    await made.pass(2 * MINUTE_MS);
    return made.textsIn(CHANNEL).join().includes('New Cup') && made.textsIn('811').length === 1;
  },
  async desks(made) {
    const bot = made.start();
    await bot.services.guilds.settings.change(GUILD, () => ({ organizersChannelId: '810' }));
    const record = { id: 't1', name: 'Cup', status: 'in_progress' };
    made.platform.tournaments.set('t1', { record, bracket: { rounds: [] } });
    await bot.services.guilds.follows.add(GUILD, {
      tournamentId: 't1',
      channelId: CHANNEL,
      topics: { calls: true, results: true, event: false },
    });
    await made.pass(MINUTE_MS);
    return made.textsIn('810').length === 1;
  },
  async roles(made) {
    const bot = made.start();
    await see(made, bot);
    await addRule(made, bot, rule('linked'));
    await made.pass(10 * SECOND_MS);
    return holds(made, '501');
  },
  async linkedRoles(made) {
    const bot = made.start();
    await connect(made, bot);
    made.platform.players.set('p1', { ...ANA, elo: 1777 });
    await made.finish(bot.services.platform.user('p1', { fresh: true }));
    await made.pass(HOUR_MS, 10 * SECOND_MS);
    return made.discord.connections.shown.get('501')?.metadata['rating'] === '1777';
  },
  async deadlines(made) {
    const bot = made.start();
    await see(made, bot);
    await report(made, bot);
    const before = made.discord.messages.length;
    await made.pass(13 * HOUR_MS, MINUTE_MS);
    return made.discord.messages.length === before + 1;
  },
  async keys(made) {
    made.start(made.ports(), { keys: [NEW] });
    await made.pass(SECOND_MS);
    return made.log.lines.some(({ level, message }) => level === 'error' && message.includes("don't open"));
  },
  async leftServers(made) {
    return SEEN['serverLeft 0']!(made);
  },
  async departures(made) {
    const bot = made.start();
    await see(made, bot);
    await report(made, bot);
    made.stores.control.before = async (call) => {
      if (call.startsWith('reports.get')) throw new StoreError('down');
    };
    await made.finish(bot.services.accounts.unlink('501'));
    made.stores.control.before = async () => {};
    if (!made.stores.textOf('reports').includes('"501"')) return false;
    await made.pass(20 * SECOND_MS);
    return !made.stores.textOf('reports').includes('"501"');
  },
  async people(made) {
    made.start();
    await made.stores.replica().namespace('alerts').set('503', { how: 'dm' });
    await made.pass(2 * MINUTE_MS);
    return !made.stores.keys('alerts').includes('503');
  },
  async metadata(made) {
    made.start();
    await made.pass(SECOND_MS);
    return made.discord.connections.published !== undefined;
  },
};

/** Leaves one entry of a table out until the test ends. */
function cut(wire: string): void {
  const [name = '', at] = wire.split(' ');
  const table = (at === undefined ? (name in OWNER_WORK ? OWNER_WORK : CHORES) : REACTIONS) as Record<
    string,
    unknown
  >;
  const before = table[name];
  onTestFinished(() => void (table[name] = before));
  if (at !== undefined)
    table[name] = (before as unknown[]).filter((_reaction, index) => String(index) !== at);
  else if (name in OWNER_WORK) table[name] = () => undefined;
  else table[name] = { ...(before as object), run: async () => 'done' };
}

const wires = [
  ...Object.entries(REACTIONS).flatMap(([fact, reactions]) => reactions.map((_, at) => `${fact} ${at}`)),
  ...Object.keys(OWNER_WORK),
  ...Object.keys(CHORES),
];

describe('every wire of the product', () => {
  it('has a guarantee that needs it', () => {
    expect(Object.keys(SEEN).toSorted()).toEqual(wires.toSorted());
  });

  it.each(Object.keys(SEEN))('%s: the guarantee holds with it, and falls without it', async (wire) => {
    expect(await SEEN[wire]!(await world())).toBe(true);
    cut(wire);
    expect(await SEEN[wire]!(await world()).catch(() => false)).toBe(false);
  });
});
