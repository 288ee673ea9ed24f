import type { Announcing, Reply, ResultAnnouncement } from '../words/reply.ts';
import { isOfOthers } from '../guilds/announced.ts';
import { present } from '../present.ts';
import { isPublicPlace } from './audience.ts';
import type { Context } from './command.ts';
import { renderReply } from './render.ts';
import type { ResponseRoutes } from './respond.ts';

type AnnouncePlace = Pick<Context, 'guilds' | 'place'>;

/** Where results that are reported here are shown: the server's results channel, else here. */
async function channelsOf({ guilds, place }: AnnouncePlace): Promise<string[]> {
  const { serverId, channelId } = place;
  if (serverId === undefined) return [];
  const { resultsChannelId } = await guilds.settings.recent(serverId);
  const here = channelId !== undefined && (await isPublicPlace({ guilds }, place)) ? [channelId] : [];
  return resultsChannelId === undefined ? here : [resultsChannelId, ...here];
}

/** A store that is down costs a result shown twice at most. */
const ignore = (): undefined => undefined;

/** To be called before the platform is told, and ended by an announcement or by `cancelAnnouncing`. */
export async function beginAnnouncing(
  where: AnnouncePlace,
  { matchId, scores }: Pick<ResultAnnouncement, 'matchId' | 'scores'>,
): Promise<Announcing> {
  const [channelId] = await channelsOf(where);
  if (channelId === undefined) return { channelId, before: undefined };
  const before = await where.guilds.announced.begin(channelId, matchId, scores).catch(ignore);
  return { channelId, before };
}

export async function cancelAnnouncing(
  { guilds }: Pick<AnnouncePlace, 'guilds'>,
  matchId: string,
  { channelId, before }: Announcing,
): Promise<void> {
  if (channelId !== undefined) await guilds.announced.cancel(channelId, matchId, before).catch(ignore);
}

interface Announcer extends Pick<Context, 'guilds' | 'place' | 'self' | 't' | 'tickets'> {
  token: string;
  routes: Pick<ResponseRoutes, 'post' | 'editPost' | 'followUp'>;
}

/**
 * Shows a result in the channel, once this answer stands. One that corrects another edits the message of before. A follow-up shows
 * whose interaction it follows, so for one who may not be named it is a message that answers nobody.
 */
export async function announce(
  { announcing, ...result }: ResultAnnouncement,
  line: Announcer,
): Promise<void> {
  const { guilds, place, self, token, routes } = line;
  const { matchId, pair, scores } = result;
  const known = announcing.before;
  const before = known && isOfOthers(known, pair) ? undefined : known;
  const render = (reply: Reply) => renderReply(reply, { tickets: line.tickets, lasting: true });
  if (place.serverId === undefined) {
    if (await self.isNameable()) await routes.followUp(token, await render(result.post));
    return;
  }
  const [channelId, elsewhere] = await channelsOf(line);
  if (channelId === undefined) return;
  // The message of a followed tournament is corrected by what the platform shows.
  if (before?.isFollowed) return guilds.announced.cancel(channelId, matchId, before).catch(ignore);
  const isSame = before?.scores.player1 === scores.player1 && before.scores.player2 === scores.player2;
  const post = await render(before === undefined || isSame ? result.post : result.corrected(before.scores));
  for (const to of [channelId, elsewhere]) {
    if (to === undefined) continue;
    const messageId = await send(to, to === channelId ? before?.messageId : undefined, post, line);
    if (messageId === undefined) continue;
    await guilds.announced
      .end(to, matchId, { scores, ...present({ pair, messageId: messageId || undefined }) })
      .catch(ignore);
    if (to === channelId) return;
    break;
  }
  await guilds.announced.cancel(channelId, matchId, before).catch(ignore);
}

/** Gives the id of the message, empty where Discord does not say; `undefined` where the channel took none, which the log channel says. */
async function send(
  channelId: string,
  messageId: string | undefined,
  message: Awaited<ReturnType<typeof renderReply>>,
  { guilds, place, routes, self, t, token }: Announcer,
): Promise<string | undefined> {
  if (messageId !== undefined) {
    const isEdited = await routes.editPost(channelId, messageId, message).then(
      () => true,
      () => false,
    );
    if (isEdited) return messageId;
  }
  const { resultsChannelId } = await guilds.settings.recent(place.serverId ?? '');
  if (channelId !== resultsChannelId && channelId === place.channelId && (await self.isNameable()))
    return (await routes.followUp(token, message)) ?? '';
  try {
    return (await routes.post(channelId, message)) ?? '';
  } catch {
    await guilds.note(place.serverId ?? '', t('server.audit.resultLost', { channel: `<#${channelId}>` }));
    return undefined;
  }
}
