import { defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { Refusal } from '../src/bot/reply.ts';
import type { ChosenUser } from '../src/bot/options.ts';
import { rankEmbed } from '../src/replies/rank.ts';
import { plain } from '../src/words/plain.ts';

/** The player that a member of the chat is linked to. */
async function playerOf(context: Context, member: ChosenUser | undefined): Promise<string> {
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

export default defineCommand({
  name: 'rank',
  audience: 'public',
  options: { player: { type: 'user' }, id: { type: 'text', maxLength: 200 } },
  async run(context) {
    const { options, platform, platformName, t } = context;
    if (options.player !== undefined && options.id !== undefined)
      throw new Refusal('two-players', t('rank.oneOfBoth'));
    const playerId = options.id ?? (await playerOf(context, options.player));
    const [player, rank] = await Promise.all([platform.user(playerId), platform.userRank(playerId)]).catch(
      because(['not-found'], t('rank.unknownPlayer', { platform: plain(platformName) })),
    );
    const asOf = [player.asOf, rank.asOf].find((at) => at !== undefined);
    return { embeds: [rankEmbed({ player: player.value, rank: rank.value, platformName, asOf }, t)] };
  },
});
