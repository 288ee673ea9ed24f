import type { Context } from '../src/bot/command.ts';
import type { ChosenUser } from '../src/bot/options.ts';
import { resultFor, type PlayerResult } from '../src/brackets/results.ts';
import { rankEmbed } from '../src/replies/rank.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { ReplyError, runButton, type Reply } from '../src/words/reply.ts';

/** The caller's own, for an answer about them. Throws `ReplyError` where they have none. */
export async function ownPlayer({ askToLink, self }: Context): Promise<string> {
  const own = await self.player();
  if (own === undefined) throw new ReplyError('link-none', await askToLink('none'));
  return own.playerId;
}

/**
 * The player whom an option or a menu names: a member's who may be named here, or the caller's own. Throws `ReplyError`
 * otherwise, in the same words for a member who hides, is not here, or is not linked: other words for those who are not
 * linked would tell who hides. `naming.playerOf` sees to it that it takes as long. `bot`: what is said of a bot.
 */
export async function playerOf(
  context: Context,
  member: ChosenUser | undefined,
  { bot }: { bot: string },
): Promise<string> {
  const { caller, mention, naming, place, t } = context;
  if (member?.isBot === true) throw new ReplyError('bot', bot);
  if (member === undefined || member.discordId === caller.discordId) return ownPlayer(context);
  const playerId = await naming.playerOf(place.serverId, member);
  if (playerId !== undefined) return playerId;
  // Not a mention where Discord gave no name: no id of theirs goes where they may not be named.
  const name = member.name === undefined ? t('rank.thisMember') : escapeMarkup(member.name);
  throw new ReplyError('member-not-shown', t('rank.memberNotShown', { member: name, link: mention('link') }));
}

/** How many results a card's form shows. */
const FORM_LENGTH = 10;

/** A player's last results, the newest first; none where they cannot be had, since the rank is worth showing without. */
async function formOf({ platform }: Context, playerId: string): Promise<PlayerResult[]> {
  const matches = await platform.userMatches(playerId, { shown: () => [] }).catch(() => undefined);
  const results = (matches?.value ?? []).map((match) => resultFor(match, playerId));
  return results.filter((result) => result !== undefined).slice(0, FORM_LENGTH);
}

/** A player's rank, as /rank and its twin on a user's menu show it: in words, and where there is room for one, a card with their form. */
export async function rankReply(context: Context, playerId: string): Promise<Reply> {
  const { platform, pictures, t } = context;
  const draws = pictures.takeCard();
  const [player, rank, form] = await Promise.all([
    platform.user(playerId),
    platform.userRank(playerId),
    draws ? formOf(context, playerId) : [],
  ]);
  const picture = draws
    ? await pictures.card({ player: player.value, rank: rank.value, form, t })
    : undefined;
  const view = {
    player: player.value,
    rank: rank.value,
    form,
    picture,
    asOf: player.asOf ?? rank.asOf,
  };
  return {
    embeds: [rankEmbed(view, t)],
    rows: [
      [
        runButton(t('rank.matches'), 'matches', { id: playerId }),
        runButton(t('rank.leaderboard'), 'leaderboard'),
      ],
    ],
    ...(picture && { files: [picture] }),
  };
}
