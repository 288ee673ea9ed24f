import type { Guilds } from './guilds.ts';

/** Where a result is shown. Where the match names no tournament, each that is followed there counts. */
interface ResultPlace {
  guildId?: string | undefined;
  channelId?: string | undefined;
  tournamentId?: string | undefined;
}

/**
 * Whether results are hidden there: in a channel that follows the tournament so, and in the server's results channel. What cannot be
 * read is hidden. Never rejects.
 */
export async function hidesResults(
  { follows, settings }: Pick<Guilds, 'follows' | 'settings'>,
  { guildId, channelId, tournamentId }: ResultPlace,
): Promise<boolean> {
  if (guildId === undefined || channelId === undefined) return false;
  try {
    const record = await follows.read(guildId);
    const hidden = Object.values(record).filter(
      (one) =>
        one.topics.spoilers === true &&
        one.stopped === undefined &&
        (tournamentId === undefined || one.tournamentId === tournamentId),
    );
    if (hidden.length === 0) return false;
    if (hidden.some((one) => one.channelId === channelId)) return true;
    return (await settings.recent(guildId)).resultsChannelId === channelId;
  } catch {
    return true;
  }
}
