import type { Follow } from './follows.ts';
import type { Guilds } from './guilds.ts';

/** Where a result is shown. If the match names no tournament, every tournament followed there counts. */
interface ResultPlace {
  guildId?: string | undefined;
  channelId?: string | undefined;
  /** If it is a thread: its parent channel. */
  parentId?: string | undefined;
  tournamentId?: string | undefined;
}

const isHiding = ({ topics }: Follow): boolean => topics.spoilers === true;
const isActive = ({ stopped }: Follow): boolean => stopped === undefined;

/**
 * Whether results are hidden there: in a channel that follows the tournament with hidden spoilers, in its threads, and in the
 * server's results channel. A stopped follow still hides: corrections edit its spoilered messages. If the settings can't be read,
 * results are hidden. Never rejects.
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
    // Active follows decide what the shared channel shows.
    const hidesShared = all.some(isActive) ? hiding.some(isActive) : hiding.length > 0;
    return hidesShared && (await settings.recent(guildId)).resultsChannelId === channelId;
  } catch {
    return true;
  }
}
