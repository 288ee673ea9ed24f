import type { Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import type { ChosenUser } from '../src/bot/options.ts';
import { Refusal, type Reply } from '../src/bot/reply.ts';
import { rankEmbed } from '../src/replies/rank.ts';
import { plain } from '../src/words/plain.ts';

/** The caller's player, where they have one; also while the platform no longer takes their tokens. */
export async function callersPlayer({
  accounts,
  caller,
}: Context): Promise<{ playerId: string; playerName?: string } | undefined> {
  const found = await accounts.find(caller.discordId);
  if (found.state === 'none') return undefined;
  return found.state === 'linked' ? found.account : found;
}

/** The player whom an option or a menu names: a member's, or the caller's own. Throws `Refusal` where they are not linked. */
export async function playerOf(context: Context, member: ChosenUser | undefined): Promise<string> {
  const { accounts, caller, mention, platformName, t } = context;
  const found = await accounts.find(member?.discordId ?? caller.discordId);
  if (found.state === 'linked') return found.account.playerId;
  if (found.state === 'expired') return found.playerId;
  if (member === undefined || member.discordId === caller.discordId) {
    throw new Refusal('link-none', await context.askToLink('none'));
  }
  const name = member.name === undefined ? `<@${member.discordId}>` : plain(member.name);
  throw new Refusal(
    'member-not-linked',
    t('rank.memberNotLinked', { member: name, platform: plain(platformName), link: mention('link') }),
  );
}

/** A player's rank, as /rank and its twin on a user's menu show it. */
export async function rankReply(context: Context, playerId: string): Promise<Reply> {
  const { platform, platformName, t } = context;
  const [player, rank] = await Promise.all([platform.user(playerId), platform.userRank(playerId)]).catch(
    because(['not-found'], t('rank.unknownPlayer', { platform: plain(platformName) })),
  );
  const asOf = player.asOf ?? rank.asOf;
  return { embeds: [rankEmbed({ player: player.value, rank: rank.value, platformName, asOf }, t)] };
}
