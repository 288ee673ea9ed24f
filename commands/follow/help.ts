import type { ActionInput } from '../../src/bot/command.ts';
import { action, type LinkedContext } from '../shared/define.ts';
import { withRecord } from '../../src/brackets/ending.ts';
import { matchRounds } from '../../src/brackets/match-rounds.ts';
import { hasPlayer } from '../../src/brackets/players.ts';
import { scoringOf } from '../../src/brackets/scoring.ts';
import { followIdOf, type Follow } from '../../src/guilds/follows.ts';
import { own } from '../../src/json.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import { factLine, nameText, tournamentTitle } from '../../src/replies/format.ts';
import { matchRoundText, versusLabel } from '../../src/replies/match.ts';
import { channelMarkup } from '../../src/replies/feed-calls.ts';
import { organizersCall } from '../../src/replies/organizer-calls.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { channelUrl } from '../../src/message/channel-url.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, ReplyError, type Reply } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { FAST_READ } from '../shared/choices.ts';
import { decidedReply } from '../shared/decided.ts';
import { serverOf } from '../shared/organizers.ts';
import { ownChannel } from '../shared/posting.ts';
import { unknownMatch } from '../shared/unknown.ts';

/** A direct message names a server and its follow, a message in a server the tournament. */
const HELP = { match: 'text!', tournament: 'text', guild: 'text', follow: 'text' } as const;

type HelpContext = LinkedContext & ActionInput<typeof HELP>;

/** The server whose organizers are called, and the channel that the call is about. */
interface HelpPlace {
  guildId: string;
  channelId: string;
  tournamentId: string;
  /** The match call, if known. */
  messageId: string | undefined;
}

/**
 * The server that sent the direct message, if the caller is a member there and the tournament is still followed there, else another
 * one of theirs that calls the match. After the question (`asks` is false), only the one that it named.
 */
async function ownServerOf(context: HelpContext, asks: boolean): Promise<HelpPlace> {
  const { args, caller, guilds, naming, t } = context;
  const { follow: followId = '', guild: senderId = '', match: matchId } = args;
  const sender = own(await guilds.follows.read(senderId), followId);
  const notFollowed = new ReplyError('not-followed', t('follow.help.notFollowed'));
  if (sender === undefined) throw notFollowed;
  const { tournamentId } = sender;
  const calls = ({ stopped, topics, tournamentId: id }: Follow): boolean =>
    id === tournamentId && topics.calls === true && stopped === undefined;
  let unsure: ReplyError | undefined;
  let refusal = notFollowed;
  const others = asks ? await naming.serversOf(caller.discordId) : [];
  for (const guildId of new Set([senderId, ...others])) {
    const isSender = guildId === senderId && sender.stopped === undefined;
    const follow = isSender ? sender : Object.values(await guilds.follows.read(guildId)).find(calls);
    if (follow === undefined) continue;
    const { channelId } = follow;
    const isMember = await naming.isMember(guildId, caller.discordId);
    if (isMember === true) {
      const shown = await guilds.resultPosts.shown(channelId, matchId).catch(() => undefined);
      return { guildId, channelId, tournamentId, messageId: shown?.messageId };
    }
    const channel = channelUrl(guildId, channelId);
    if (isMember === undefined)
      unsure ??= new ReplyError('member-unknown', t('follow.help.unsure', { channel }));
    else refusal = new ReplyError('no-member', t('follow.help.notMember'));
  }
  throw unsure ?? refusal;
}

async function placeOf(context: HelpContext, asks: boolean): Promise<HelpPlace> {
  const { args, mention, message, place, t } = context;
  if (args.guild !== undefined) {
    // Only a direct message names a server.
    if (!place.isDirect) throw new ReplyError('foreign-press', t('failure.gone', { help: mention('help') }));
    return ownServerOf(context, asks);
  }
  const guildId = serverOf(context, 'follow');
  const { channelId } = ownChannel(context);
  return { guildId, channelId, tournamentId: args.tournament ?? '', messageId: message?.id };
}

/** The round's name from the call, if the match does not have it. Not escaped. */
async function roundOf(
  match: Match,
  tournamentId: string,
  { platform }: HelpContext,
  t: Translate,
): Promise<string | undefined> {
  if (match.roundName !== undefined) return matchRoundText(match, t);
  const [bracket, record] = await Promise.all([
    platform.bracket(tournamentId, FAST_READ).catch(() => undefined),
    platform.tournament(tournamentId, FAST_READ).catch(() => undefined),
  ]);
  const rounds = [
    ...matchRounds(bracket && withRecord(bracket.value, record?.value ?? { id: tournamentId }), t),
  ];
  return rounds.find(([{ id }]) => id === match.id)?.[1] ?? matchRoundText(match, t);
}

/** Notifies the organizers that a player needs help with a match. */
async function callFor(context: HelpContext, match: Match, at: HelpPlace) {
  const { account, caller, guilds, naming, platform } = context;
  const { channelId, guildId, messageId, tournamentId } = at;
  const t = await guilds.translator(guildId);
  const [named, round, tournament] = await Promise.all([
    naming.nameable(guildId, [caller.discordId]),
    roundOf(match, tournamentId, context, t),
    platform.tournament(tournamentId, FAST_READ).catch(() => undefined),
  ]);
  const player = match.sides.find((side) => side.player?.id === account.playerId)?.player;
  const text = t('follow.help.call', {
    member: named.has(caller.discordId) ? `<@${caller.discordId}>` : escapeMarkup(nameText(player, t), 60),
    match: escapeMarkup(versusLabel(match, t)),
    tournament: escapeMarkup(tournamentTitle(tournament?.value ?? { id: tournamentId }, t), 80),
    channel: `<#${channelId}>`,
  });
  const url = messageId && channelUrl(guildId, channelId, messageId);
  const facts = factLine([round && escapeMarkup(round, 80), url && t('follow.help.link', { url })], t);
  // A second concurrent request adds a desk item that is then removed.
  const requestId = await guilds.helpRequests.add(guildId, {
    matchId: match.id,
    ...present({ tournamentId: tournamentId === '' ? undefined : tournamentId }),
  });
  const outcome = await guilds.callOrganizers({
    guildId,
    channelId,
    once: `${match.id}:${caller.discordId}`,
    onAttempt: (attempt) => guilds.helpRequests.noteAttempt(guildId, requestId, attempt),
    post: (roleId) => organizersCall(facts === '' ? [text] : [text, `-# ${facts}`], roleId, t),
  });
  const message = typeof outcome === 'string' ? undefined : outcome;
  if (outcome !== 'lost') await guilds.helpRequests.notePosted(guildId, requestId, message);
  return outcome;
}

/** Asks before notifying the organizers of another place, and names them. */
async function askFirst(context: HelpContext, match: Match, at: HelpPlace): Promise<Reply> {
  const { args, t } = context;
  const asked = encodeArgs(HELP, { match: args.match, guild: at.guildId, follow: followIdOf(at) });
  return {
    content: t('follow.help.ask', {
      channel: await channelOf(context, at),
      match: escapeMarkup(versusLabel(match, t)),
    }),
    rows: [[button(t('follow.help.tell'), 'follow:tell', { args: asked, style: 'primary' })]],
  };
}

const channelOf = async ({ guilds }: HelpContext, { guildId, channelId }: HelpPlace): Promise<string> =>
  channelMarkup({ guildId, channelId, serverName: await guilds.serverName(guildId) });

async function help(context: HelpContext, { asks }: { asks: boolean }): Promise<Reply> {
  const { account, args, place, platform, t } = context;
  const { value: match } = await platform.match(args.match).catch(unknownMatch(context));
  if (!hasPlayer(match, account.playerId)) throw new ReplyError('not-a-player', t('follow.help.notYours'));
  if (scoringOf(match) === 'decided') return decidedReply(context, match);
  const at = await placeOf(context, asks);
  if (asks && place.isDirect) return askFirst(context, match, at);
  const outcome = await callFor(context, match, at);
  if (outcome === 'unposted' || outcome === 'lost')
    throw new ReplyError('call-unposted', t('follow.help.unposted'));
  if (outcome === 'repeated') return { content: t('follow.help.repeated') };
  if (!place.isDirect) return { content: t('follow.help.posted') };
  return { content: t('follow.help.postedThere', { channel: await channelOf(context, at) }) };
}

/** "Need help" on a match call: a player of the match notifies the organizers; in a direct message after a question. */
export const helpActions = {
  help: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    args: HELP,
    run: (context) => help(context, { asks: true }),
  }),
  tell: action({
    press: 'caller',
    needs: 'account',
    writes: true,
    args: HELP,
    run: (context) => help(context, { asks: false }),
  }),
};
