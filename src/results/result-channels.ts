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
  /** Of a thread: the channel that it is in. */
  parentId: string | undefined;
}

/** A store that is down costs a result shown twice at most. */
export const ignore = (): undefined => undefined;

/**
 * The channel of the interaction, if answers are public there and others than organizers read it. The thread that starts from a message about this match counts as that
 * message's channel: it closes with the result. Discord gives both one id.
 */
export async function publicChannel(
  { serverId, channelId, parentId }: Origin,
  matchId: string,
  { announced, settings }: Pick<Guilds, 'announced' | 'settings'>,
): Promise<string | undefined> {
  if (serverId === undefined || channelId === undefined) return undefined;
  const current = await settings.recent(serverId);
  if (!isPublicIn(current, { channelId, parentId })) return undefined;
  if (organizersChannelsOf(current).some((id) => id === channelId || id === parentId)) return undefined;
  if (parentId === undefined) return channelId;
  const shown = await announced.shown(parentId, matchId).catch(ignore);
  return shown?.messageId === channelId ? parentId : channelId;
}

/** The channel that called a match or shows its result, else the first one that follows its tournament. `typed`: of several, this one. */
async function channelOfMatch(
  serverId: string,
  { id, tournament }: Match,
  typed: string | undefined,
  { announced, follows }: Pick<Guilds, 'announced' | 'follows'>,
): Promise<string | undefined> {
  const all = Object.values(await follows.read(serverId))
    .filter(({ tournamentId }) => tournament?.id === undefined || tournamentId === tournament.id)
    .toSorted((one, other) => one.since - other.since);
  const shown = await Promise.all(
    all.map(async ({ channelId }) => (await announced.shown(channelId, id).catch(ignore))?.messageId),
  );
  const showing = all.filter((_, at) => shown[at] !== undefined);
  const following = tournament?.id === undefined ? [] : all.filter(({ stopped }) => stopped === undefined);
  const channelIds = (showing.length > 0 ? showing : following).map(({ channelId }) => channelId);
  return channelIds.find((channelId) => channelId === typed) ?? channelIds[0];
}

/**
 * Where a result is shown, wherever it is reported: in the server's results channel, else where its match lives, else where it is typed;
 * nowhere outside servers, and nowhere where only organizers read.
 */
export async function resultChannel(
  origin: Origin,
  match: Match,
  guilds: Pick<Guilds, 'announced' | 'follows' | 'settings'>,
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
