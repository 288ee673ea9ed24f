import { PermissionFlagsBits as Permission } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { startDuel } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { ratingIn } from '../../tools/platform-stand-in/world/ratings.ts';
import { settle } from '../../tools/platform-stand-in/world/scores.ts';
import { until } from '../tour/waiting.ts';
import { goTo, saveArticle, type PageScene } from './guide-scene.ts';

const NIGHT = 'match-night';
/** What comes by itself comes with a reading, or half a minute after a rise. */
const POST_MS = 90_000;

/** A rule for nicknames, a rank-up, and the end of a tournament with its file of results. */
export async function namesAndFiles(scene: PageScene): Promise<void> {
  await goTo(scene);
  await nickname(scene);
  await rankUp(scene);
  await resultsFile(scene);
}

async function nickname(scene: PageScene): Promise<void> {
  const { discord } = scene.playground;
  const bot = discord.guilds[0]?.roles.find(({ botId }) => botId !== undefined);
  if (bot === undefined) throw new Error('the bot has no role');
  bot.permissions |= Permission.ManageNicknames;
  const ana = discord.member('Ana');
  const panel = await ana.slash('settings').answer();
  const page = await ana.press(panel, 'Roles').answer();
  const kinds = await ana.press(page, 'Nickname…').answer();
  await ana.select(kinds, 'Nickname', ['name on the platform · rating']).answer();
  await saveArticle(scene, 'Nickname: name on the platform · rating', 'nickname');
}

async function rankUp(scene: PageScene): Promise<void> {
  const { discord, platform } = scene.playground;
  const [ana, bruno] = [discord.member('Ana'), discord.member('Bruno')];
  const panel = await ana.slash('settings').answer();
  const page = await ana.press(panel, 'Results').answer();
  await ana.select(page, 'Rank-ups: not posted', ['general']).answer();
  // Each sees where they begin, and then their rise.
  for (const rank of ['Gold', 'Platinum'] as const)
    for (const [member, playerId] of [
      [ana, CAST.contender],
      [bruno, CAST.rival],
    ] as const) {
      const player = platform.world.players.get(playerId);
      if (player !== undefined) player.elo = ratingIn(rank);
      await member.slash('account').answer();
    }
  const isTold = (): boolean => ana.sees('general').some(({ content }) => content.includes('New ranks'));
  await until(discord, isTold, POST_MS);
  await saveArticle(scene, 'New ranks', 'rise');
}

async function resultsFile(scene: PageScene): Promise<void> {
  const { discord, platform } = scene.playground;
  const { world } = platform;
  const ana = discord.member('Ana');
  const playerIds: [string, string] = [CAST.contender, CAST.rival];
  const match = startDuel(world, { name: 'Duel of the Year', playerIds, at: Date.now() });
  const draft = await ana.slash('follow', { tournament: match.tournamentId, channel: NIGHT }).answer();
  await ana.press(draft, 'Follow').answer();
  const post = (text: string): ChatMessage | undefined =>
    ana.sees(NIGHT).find((message) => JSON.stringify(message).includes(text));
  await until(discord, () => post('Duel of the Year') !== undefined, POST_MS);
  settle(world, { match, scores: [4, 2], reporterId: CAST.contender, at: Date.now() });
  await until(discord, () => post('Results file') !== undefined, POST_MS);
  await goTo(scene, post('Results file')?.channelId);
  await saveArticle(scene, 'Results file', 'file');
}
