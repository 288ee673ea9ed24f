import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn } from '../guilds/settings.ts';
import { isUnderWay, type ResultChannel } from './next-report.ts';
import type { Report } from './report.ts';

/** Where an interaction was made. */
export interface Origin {
  /** The server, if the bot is installed there. */
  serverId: string | undefined;
  channelId: string | undefined;
  /** Of a thread: the channel that it is in. */
  parentId: string | undefined;
}

/** A store that is down costs a result shown twice at most. */
export const ignore = (): undefined => undefined;

/**
 * The channel of the interaction, if answers are public there. The thread that starts from a message about this match counts as that
 * message's channel: it closes with the result. Discord gives both one id.
 */
export async function publicChannel(
  { serverId, channelId, parentId }: Origin,
  matchId: string,
  { announced, settings }: Pick<Guilds, 'announced' | 'settings'>,
): Promise<string | undefined> {
  if (serverId === undefined || channelId === undefined) return undefined;
  if (!isPublicIn(await settings.recent(serverId), { channelId, parentId })) return undefined;
  if (parentId === undefined) return channelId;
  const shown = await announced.shown(parentId, matchId).catch(ignore);
  return shown?.messageId === channelId ? parentId : channelId;
}

/** Where a result that is reported there is shown: the server's results channel, else there; nowhere outside servers. */
export async function resultChannel(
  origin: Origin,
  matchId: string,
  guilds: Pick<Guilds, 'announced' | 'settings'>,
): Promise<ResultChannel> {
  const { serverId, channelId, parentId } = origin;
  if (serverId === undefined) return {};
  const { resultsChannelId } = await guilds.settings.recent(serverId);
  const shownIn = resultsChannelId ?? (await publicChannel(origin, matchId, guilds));
  return {
    guildId: serverId,
    channelId: shownIn,
    parentId: shownIn === channelId ? parentId : undefined,
  };
}

/** Where a press is shown: where the report stands. What corrects a result edits its announcement, wherever that is in the server. */
export async function channelOf(
  matchId: string,
  report: Report | undefined,
  here: ResultChannel,
  { announced }: Pick<Guilds, 'announced'>,
): Promise<ResultChannel> {
  if (report === undefined) return here;
  const { guildId, channelId, parentId } = report;
  const there = { guildId, channelId, parentId };
  if (isUnderWay(report)) return there;
  const standing =
    channelId === undefined || channelId === here.channelId
      ? undefined
      : await announced.shown(channelId, matchId).catch(ignore);
  return standing?.messageId === undefined ? here : there;
}
