import type { Follow } from './follows.ts';
import type { Guilds } from './guilds.ts';

/** Where a result is shown. Where the match names no tournament, each that is followed there counts. */
interface ResultPlace {
  guildId?: string | undefined;
  channelId?: string | undefined;
  /** Of a thread: the channel that it is in. */
  parentId?: string | undefined;
  tournamentId?: string | undefined;
}

const isHiding = ({ topics }: Follow): boolean => topics.spoilers === true;
const isActive = ({ stopped }: Follow): boolean => stopped === undefined;

/**
 * Whether results are hidden there: in a channel that follows the tournament so, in its threads, and in the server's results channel.
 * A follow that was stopped, as after the end, reveals nothing: corrections edit what it covered. What cannot be read is hidden.
 * Never rejects.
 */
export async function hidesResults(
  { follows, settings }: Pick<Guilds, 'follows' | 'settings'>,
  { guildId, channelId, parentId, tournamentId }: ResultPlace,
): Promise<boolean> {
  if (guildId === undefined || channelId === undefined) return false;
  try {
    const all = Object.values(await follows.read(guildId)).filter((one) =>
      tournamentId === undefined ? isActive(one) : one.tournamentId === tournamentId,
    );
    const hiding = all.filter(isHiding);
    if (hiding.some((one) => one.channelId === channelId || one.channelId === parentId)) return true;
    // Those that go on decide what the shared channel shows.
    const hidesShared = all.some(isActive) ? hiding.some(isActive) : hiding.length > 0;
    return hidesShared && (await settings.recent(guildId)).resultsChannelId === channelId;
  } catch {
    return true;
  }
}
