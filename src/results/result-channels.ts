import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn, organizersChannelsOf } from '../guilds/settings.ts';
import type { Match } from '../reading/records.ts';
import { isUnderWay, type ResultChannel } from './next-report.ts';
import type { Report } from './report.ts';

/** Where an interaction was made. */
export interface Origin {
  /** The server, if the bot is installed there. */
  serverId: string | undefined;
  channelId: string | undefined;
  /** If the channel is a thread: its parent channel. */
  parentId: string | undefined;
}

/** If the store is down, a result is shown twice at worst. */
export const ignore = (): undefined => undefined;

/**
 * The channel of the interaction, if answers are public there and members other than organizers read it. The thread of this match's
 * message counts as that message's channel: it closes with the result. Discord gives both the same id.
 */
export async function publicChannel(
  { serverId, channelId, parentId }: Origin,
  matchId: string,
  { resultPosts, settings }: Pick<Guilds, 'resultPosts' | 'settings'>,
): Promise<string | undefined> {
  if (serverId === undefined || channelId === undefined) return undefined;
  const current = await settings.recent(serverId);
  if (!isPublicIn(current, { channelId, parentId })) return undefined;
  if (organizersChannelsOf(current).some((id) => id === channelId || id === parentId)) return undefined;
  if (parentId === undefined) return channelId;
  const shown = await resultPosts.shown(parentId, matchId).catch(ignore);
  return shown?.messageId === channelId ? parentId : channelId;
}

/**
 * The channel that called a match or shows its result, else the first one that follows its tournament. `typed`: preferred among
 * several.
 */
async function channelOfMatch(
  serverId: string,
  { id, tournament }: Match,
  typed: string | undefined,
  { resultPosts, follows }: Pick<Guilds, 'resultPosts' | 'follows'>,
): Promise<string | undefined> {
  const all = Object.values(await follows.read(serverId))
    .filter(({ tournamentId }) => tournament?.id === undefined || tournamentId === tournament.id)
    .toSorted((one, other) => one.since - other.since);
  const shown = await Promise.all(
    all.map(async ({ channelId }) => (await resultPosts.shown(channelId, id).catch(ignore))?.messageId),
  );
  const showing = all.filter((_, at) => shown[at] !== undefined);
  const following = tournament?.id === undefined ? [] : all.filter(({ stopped }) => stopped === undefined);
  const channelIds = (showing.length > 0 ? showing : following).map(({ channelId }) => channelId);
  return channelIds.find((channelId) => channelId === typed) ?? channelIds[0];
}

/**
 * Where a result is shown: the server's results channel, else the channel of its match, else where it is typed; nowhere outside
 * servers, and nowhere that only organizers read.
 */
export async function resultChannel(
  origin: Origin,
  match: Match,
  guilds: Pick<Guilds, 'resultPosts' | 'follows' | 'settings'>,
): Promise<ResultChannel> {
  const { serverId, channelId, parentId } = origin;
  if (serverId === undefined) return {};
  const { resultsChannelId } = await guilds.settings.recent(serverId);
  const typed = await publicChannel(origin, match.id, guilds);
  const shownIn = resultsChannelId ?? (await channelOfMatch(serverId, match, typed, guilds)) ?? typed;
  return {
    guildId: serverId,
    channelId: shownIn,
    parentId: shownIn === channelId ? parentId : undefined,
  };
}

/** Where a press is shown: in the channel of its report. A correction edits the result post, wherever in the server it is. */
export async function channelOf(
  matchId: string,
  report: Report | undefined,
  here: ResultChannel,
  { resultPosts }: Pick<Guilds, 'resultPosts'>,
): Promise<ResultChannel> {
  if (report === undefined) return here;
  const { guildId, channelId, parentId } = report;
  const there = { guildId, channelId, parentId };
  if (isUnderWay(report)) return there;
  const standing =
    channelId === undefined || channelId === here.channelId
      ? undefined
      : await resultPosts.shown(channelId, matchId).catch(ignore);
  return standing?.messageId === undefined ? here : there;
}
