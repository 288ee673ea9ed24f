import type { Context } from './define.ts';
import { emptyIfNotFound } from '../../src/bot/failures.ts';
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

/** The members who may be named in a server, by their players' ids. Waits 300 ms at most for Discord. */
export async function nameableMembers(
  { accounts, naming }: Pick<Context, 'accounts' | 'naming'>,
  guildId: string | undefined,
  playerIds: readonly string[],
): Promise<Map<string, string>> {
  const members = await Promise.all(playerIds.map((playerId) => accounts.memberOf(playerId)));
  const nameable = await naming.nameable(
    guildId,
    members.filter((member) => member !== undefined),
  );
  return new Map(
    playerIds.flatMap((playerId, at) => {
      const member = members[at];
      return member !== undefined && nameable.has(member) ? [[playerId, member] as const] : [];
    }),
  );
}

/** The same for this answer, which may name its caller even where it names no one else. Empty while the store fails. */
export async function membersShown(
  context: Context,
  playerIds: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const { caller, place, self } = context;
  const known = playerIds.filter((playerId) => playerId !== undefined);
  const [members, own] = await Promise.all([
    nameableMembers(context, place.serverId, known),
    self.marked(),
  ]).catch(() => [new Map<string, string>(), undefined] as const);
  if (own !== undefined && known.includes(own.playerId)) members.set(own.playerId, caller.discordId);
  return members;
}

/** The results in a player's form. */
export const FORM_LENGTH = 10;

/** A player's latest results, the newest first; empty if they cannot be read, because the rank is shown without them, too. */
async function formOf({ platform }: Context, playerId: string): Promise<PlayerResult[]> {
  const matches = await platform.userMatches(playerId, { shown: () => [] }).catch(() => undefined);
  const results = (matches?.value ?? []).map((match) => resultFor(match, playerId));
  return results.filter((result) => result !== undefined).slice(0, FORM_LENGTH);
}

/**
 * A player's rank for /rank and the user command, with the chosen or linked member: as text, and with a card if the renderer has
 * capacity.
 */
export async function rankReply(
  context: Context,
  playerId: string,
  { member, isById = false }: { member?: string | undefined; isById?: boolean },
): Promise<Reply> {
  const { platform, pictures, t } = context;
  const draws = pictures.takeCard();
  const [player, rank, form, members] = await Promise.all([
    platform.user(playerId),
    platform.userRank(playerId).catch(emptyIfNotFound({})),
    draws ? formOf(context, playerId) : [],
    isById ? membersShown(context, [playerId]) : undefined,
  ]);
  const picture = draws
    ? await pictures.card({ player: player.value, rank: rank.value, form, t })
    : undefined;
  const view = {
    player: player.value,
    rank: rank.value,
    form,
    member: member ?? members?.get(playerId),
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
