import { isOfOthers } from '../guilds/announced.ts';
import { present } from '../present.ts';
import type { SendOutcome } from '../message/channels.ts';
import type { Announcing, Post, ResultAnnouncement } from '../message/reply.ts';
import { isPublicPlace } from './audience.ts';
import type { Context } from './command.ts';
import { renderReply } from '../message/render.ts';
import type { ResponseRoutes } from './respond.ts';

type AnnouncePlace = Pick<Context, 'guilds' | 'place'>;

/** A store that is down costs a result shown twice at most. */
const ignore = (): undefined => undefined;

/**
 * The channel of the interaction, if answers are public there. The thread that starts from a message about this match counts as that
 * message's channel: it closes with the result. Discord gives both one id.
 */
async function publicChannel({ guilds, place }: AnnouncePlace, matchId: string): Promise<string | undefined> {
  const { channelId, parentId } = place;
  if (channelId === undefined || !(await isPublicPlace({ guilds }, place))) return undefined;
  if (parentId === undefined) return channelId;
  const shown = await guilds.announced.shown(parentId, matchId).catch(ignore);
  return shown?.messageId === channelId ? parentId : channelId;
}

/** Where a result that is reported here is shown: the server's results channel, else here; nowhere outside servers. */
export async function resultChannel(
  { guilds, place }: AnnouncePlace,
  matchId: string,
): Promise<string | undefined> {
  if (place.serverId === undefined) return undefined;
  const { resultsChannelId } = await guilds.settings.recent(place.serverId);
  return resultsChannelId ?? publicChannel({ guilds, place }, matchId);
}

/** To be called before the platform is told, and ended by an announcement or by `cancelAnnouncing`. */
export async function beginAnnouncing(
  { guilds }: Pick<AnnouncePlace, 'guilds'>,
  where: { guildId?: string | undefined; channelId?: string | undefined },
  { matchId, scores }: Pick<ResultAnnouncement, 'matchId' | 'scores'>,
): Promise<Announcing> {
  const { guildId, channelId } = where;
  if (channelId === undefined) return { guildId, channelId, before: undefined };
  const before = await guilds.announced.begin(channelId, matchId, scores).catch(ignore);
  return { guildId, channelId, before };
}

export async function cancelAnnouncing(
  { guilds }: Pick<AnnouncePlace, 'guilds'>,
  matchId: string,
  { channelId }: Announcing,
): Promise<void> {
  if (channelId !== undefined) await guilds.announced.cancel(channelId, matchId).catch(ignore);
}

interface Announcer extends Pick<Context, 'channels' | 'guilds' | 'place' | 'self' | 'tickets'> {
  token: string;
  routes: Pick<ResponseRoutes, 'followUp'>;
}

/**
 * Shows a result in its channel, once this answer stands. One that changes another edits the message of before. A follow-up shows
 * whose interaction it follows, so for one who may not be named it is a message that answers nobody.
 */
export async function announce(
  { announcing, ...result }: ResultAnnouncement,
  line: Announcer,
): Promise<void> {
  const { guilds, place } = line;
  const { matchId, pair, scores, isOpen } = result;
  const { channelId, guildId, before: known } = announcing;
  if (channelId === undefined || guildId === undefined) return;
  const before = known && isOfOthers(known, pair) ? undefined : known;
  const isCall = before !== undefined && before.scores === undefined;
  // The message of a followed tournament is corrected by what the platform shows. The log has this score already.
  if (before?.isFollowed && !isOpen && !result.editsOnly)
    return guilds.announced.end(channelId, matchId, { ...before, scores }).catch(ignore);
  if (before?.isFollowed || (result.editsOnly && (isCall || before?.messageId === undefined)))
    return guilds.announced.cancel(channelId, matchId).catch(ignore);
  const isSame = before?.scores?.player1 === scores.player1 && before.scores.player2 === scores.player2;
  const t = await guilds.translator(guildId);
  const post = result.post(isSame ? undefined : before?.scores, t);
  const here = guildId === place.serverId ? await publicChannel(line, matchId) : undefined;
  for (const to of new Set([channelId, here])) {
    if (to === undefined) continue;
    // An edit notifies nobody, and whoever has to agree to a report is asked.
    const postId = to === channelId && !(isCall && isOpen) ? before?.messageId : undefined;
    const messageId = await send({ guildId, channelId: to, postId, post }, line);
    if (messageId === undefined) continue;
    const shown = { scores, ...present({ pair, isOpen, messageId: messageId || undefined }) };
    await guilds.announced.end(to, matchId, shown).catch(ignore);
    await result.placed?.(to).catch(ignore);
    if (to === channelId) return;
    break;
  }
  await guilds.announced.cancel(channelId, matchId).catch(ignore);
}

interface PostDraft {
  guildId: string;
  channelId: string;
  /** The message to edit. */
  postId: string | undefined;
  post: Post;
}

/** Gives the id of the message, empty where Discord does not say; `undefined` where the channel took none, which the log channel says. */
async function send(
  { guildId, channelId, postId, post }: PostDraft,
  { channels, guilds, place, routes, self, tickets, token }: Announcer,
): Promise<string | undefined> {
  if (postId !== undefined) {
    const edited = await channels.edit(channelId, postId, post).catch(() => undefined);
    if (edited !== undefined && 'id' in edited) return postId;
  }
  const { resultsChannelId } = await guilds.settings.recent(guildId);
  const follows =
    channelId !== resultsChannelId && channelId === place.channelId && (await self.isNameable());
  const sent = await (follows ? followUp() : channels.post(channelId, post)).catch(() => undefined);
  if (sent !== undefined && 'id' in sent) return sent.id;
  const t = await guilds.translator(guildId);
  await guilds.note(guildId, t('server.audit.resultLost', { channel: `<#${channelId}>` }));
  return undefined;

  async function followUp(): Promise<SendOutcome> {
    const message = await renderReply(post, { tickets, lasting: true });
    return { id: (await routes.followUp(token, message)) ?? '' };
  }
}
