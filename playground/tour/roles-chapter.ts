import { PermissionFlagsBits as Permission } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { ratingIn, type Rank } from '../../tools/platform-stand-in/world/ratings.ts';
import { Browser } from './browser.ts';
import { TourError, type TourStage, type TourWorld } from './stage.ts';
import { until } from './waiting.ts';

const GOLD = 'Gold';
/** A role follows within 15 s. */
const ROLE_MS = 15_000;
/** After a quiet hour a rise waits half a minute for others. */
const RANK_UP_MS = 30_000;

/** A rule for a role: what it would do, whom it gives the role, and a member who rises. */
export async function followRanks(stage: TourStage, world: TourWorld): Promise<void> {
  const { say } = stage;
  stage.chapter('Roles that follow the platform');
  moveTo(world, CAST.contender, 'Gold');
  moveTo(world, CAST.rival, 'Silver');
  stage.tell('At the platform, a new season has begun: Ana is in Gold, Chloé in Silver. Ana makes a rule.');
  const chosen = await chooseRankUps(stage);
  await stage.type('Chloé', 'account', {}, { says: ['Jürgen Weiß', 'Silver'], sees: 'alone' });
  await grantRoles(stage, world);
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.roles'), {
    says: [say('roles.page.title'), say('roles.page.none')],
    never: [say('roles.page.noPermission')],
    sees: 'alone',
  });
  const asked = await stage.choose('Ana', page, say('roles.page.add'), [GOLD], {
    says: [say('roles.page.ask', { role: `@${GOLD}` })],
    sees: 'alone',
  });
  const rule = say('roles.rules.rank', { label: GOLD });
  const preview = await stage.choose('Ana', asked, say('roles.page.kind'), [rule], {
    says: [
      say('roles.preview.rule', { role: `@${GOLD}`, rule }),
      say('roles.preview.gives', { role: `@${GOLD}`, count: 1 }),
    ],
    sees: 'alone',
  });
  await stage.press('Ana', preview, say('roles.page.start'), {
    says: [say('roles.page.added')],
    sees: 'alone',
  });
  await expectRole(world, 'Ana');
  stage.tell('A moment later @Gold stands beside Ana’s name. Then Chloé rises to Gold, too, and looks:');
  moveTo(world, CAST.rival, 'Gold');
  await stage.type('Chloé', 'account', {}, { says: ['Jürgen Weiß', GOLD], sees: 'alone' });
  await expectRole(world, 'Chloé');
  stage.tell('Nobody has to do anything: @Gold stands beside Chloé’s name as well.');
  await followNames(stage, world);
  await showRankUp(stage, world, chosen);
}

/** The channel that tells who rose; gives the answer. */
async function chooseRankUps(stage: TourStage): Promise<ChatMessage> {
  const { say } = stage;
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.results'), {
    says: [say('server.fields.rankUpChannel')],
    sees: 'alone',
  });
  return stage.choose('Ana', page, say('server.choose.rankUpChannel'), ['general'], {
    says: [say('server.saved', { field: say('server.fields.rankUpChannel'), value: '#general' })],
    sees: 'alone',
  });
}

/** Chloé’s rise, which a channel is told without a ping. */
async function showRankUp(stage: TourStage, { discord }: TourWorld, after: ChatMessage): Promise<void> {
  const { say } = stage;
  const line = say('rankUps.line', { member: '@Chloé', rank: GOLD });
  const posts = (): ChatMessage[] =>
    discord
      .member('Bruno')
      .sees('general')
      .filter(({ content, id }) => BigInt(id) > BigInt(after.id) && content.startsWith(say('rankUps.title')));
  await until(discord, () => posts().length > 0, RANK_UP_MS);
  const [post] = posts();
  stage.tell('The channel that Ana chose is told of Chloé’s rise, without a ping:');
  stage.show(post, 'the rank-up', { says: [line], never: ['@Ana'], sees: 'everybody' });
}

/** A rule for nicknames: it asks for another permission, renames whom it may, and gives back what was there. */
async function followNames(stage: TourStage, world: TourWorld): Promise<void> {
  const { say } = stage;
  const [bot] = world.discord.guilds[0]?.roles.filter(({ botId }) => botId !== undefined) ?? [];
  if (bot === undefined) throw new TourError('the bot has no role');
  bot.permissions |= Permission.ManageNicknames;
  stage.tell('Ana lets the bot manage nicknames, too: members are to be called here as on the platform.');
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.roles'), {
    says: [say('roles.page.title')],
    sees: 'alone',
  });
  const asked = await stage.press('Ana', page, say('roles.page.nickname'), {
    says: [say('roles.page.askName')],
    sees: 'alone',
  });
  const preview = await stage.choose('Ana', asked, say('roles.nickname'), [say('roles.rules.name')], {
    says: [say('roles.preview.rule', { role: say('roles.nickname'), rule: say('roles.rules.name') })],
    sees: 'alone',
  });
  await stage.press('Ana', preview, say('roles.page.start'), {
    says: [say('roles.page.added')],
    sees: 'alone',
  });
  const chloe = world.discord.member('Chloé').id;
  const isRenamed = (): boolean => world.discord.guilds[0]?.members.get(chloe)?.nick === 'Jürgen Weiß';
  await until(world.discord, isRenamed, ROLE_MS);
  if (!isRenamed()) throw new TourError(`Chloé is not renamed after ${ROLE_MS / 1000} s`);
  stage.tell(
    'Chloé is called Jürgen Weiß here now, as on the platform. Ana owns the server: nobody renames her.',
  );
}

/** The usual invitation does not ask for Manage Roles: the page has the link that does. */
async function grantRoles(stage: TourStage, { discord }: TourWorld): Promise<void> {
  const { say } = stage;
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.roles'), {
    says: [say('roles.page.noPermission')],
    sees: 'alone',
  });
  const [, address] = /\((https?:[^)]+)\)/.exec(page.content) ?? [];
  if (address === undefined) throw new TourError('the page of roles has no link that grants the permission');
  const browser = new Browser();
  const invitation = await browser.open(address);
  stage.page('Discord', invitation.heading, 'Authorize');
  const done = await browser.press(invitation, 'Authorize', {
    member: 'Ana',
    guild: discord.guilds[0]?.name ?? '',
  });
  stage.page('Discord', done.heading);
  if (done.status !== 200) throw new TourError(`Manage Roles could not be granted: ${done.text}`);
}

function moveTo({ platform }: TourWorld, playerId: string, rank: Rank): void {
  const player = platform.world.players.get(playerId);
  if (player === undefined) throw new TourError(`the platform has no player ${playerId}`);
  player.elo = ratingIn(rank);
}

async function expectRole({ discord }: TourWorld, name: string): Promise<void> {
  const [guild] = discord.guilds;
  const roleId = guild?.roles.find((role) => role.name === GOLD)?.id ?? '';
  const has = (): boolean => guild?.members.get(discord.member(name).id)?.roles.includes(roleId) ?? false;
  await until(discord, has, ROLE_MS);
  if (!has()) throw new TourError(`${name} has no @${GOLD} after ${ROLE_MS / 1000} s`);
}
