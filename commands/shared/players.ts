import type { Context } from './define.ts';
import type { ChosenUser } from '../../src/bot/options.ts';
import { resultFor, type PlayerResult } from '../../src/brackets/results.ts';
import { present } from '../../src/present.ts';
import { rankEmbed } from '../../src/replies/rank.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError, runButton, type Reply } from '../../src/message/reply.ts';

/** The caller's own player. Throws `ReplyError` if they have none. */
export async function ownPlayer({ askToLink, self }: Context): Promise<string> {
  const own = await self.player();
  if (own === undefined) throw new ReplyError('link-none', await askToLink('none'));
  return own.playerId;
}

/**
 * The player of a chosen member who may be named here, or the caller's own. Otherwise throws `ReplyError`, with the same text for
 * members who hide, have left or are not linked: different texts would reveal who hides. `naming.playerOf` equalizes the duration.
 * `bot`: the text for bots.
 */
export async function playerOf(
  context: Context,
  member: ChosenUser | undefined,
  { bot }: { bot: string },
): Promise<string> {
  const { caller, callerT, mention, naming, place } = context;
  if (member?.isBot === true) throw new ReplyError('bot', bot);
  if (member === undefined || member.discordId === caller.discordId) return ownPlayer(context);
  const playerId = await naming.playerOf(place.serverId, member);
  if (playerId !== undefined) return playerId;
  // Not a mention, even without a name: it would put the id of a hidden member into a message.
  const name = member.name === undefined ? callerT('rank.thisMember') : escapeMarkup(member.name);
  throw new ReplyError(
    'member-not-shown',
    callerT('rank.memberNotShown', { member: name, link: mention('link') }),
  );
}

/** The results in a player's form. */
export const FORM_LENGTH = 10;

/** A player's latest results, the newest first; empty if they cannot be read, because the rank is shown without them, too. */
async function formOf({ platform }: Context, playerId: string): Promise<PlayerResult[]> {
  const matches = await platform.userMatches(playerId, { shown: () => [] }).catch(() => undefined);
  const results = (matches?.value ?? []).map((match) => resultFor(match, playerId));
  return results.filter((result) => result !== undefined).slice(0, FORM_LENGTH);
}

/** A player's rank, or a member's, for /rank and the user command: as text, and with a card if the renderer has capacity. */
export async function rankReply(context: Context, playerId: string, member?: string): Promise<Reply> {
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
    member,
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
    ...present({ files: picture && [picture] }),
  };
}
