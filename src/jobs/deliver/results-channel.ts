import { HOUR_MS } from '../../durations.ts';
import { agreementOf } from '../../guilds/settings.ts';
import type { Turn, Work } from '../work.ts';

/** When a results channel that refused a message is tried again. */
const AGAIN_MS = HOUR_MS;

/** The channel for the results of a server's tournaments. */
export async function resultsChannel(
  { follow, guildId }: Pick<Turn, 'follow' | 'guildId'>,
  { closedResults, guilds, monotonic }: Work,
) {
  const settings = await guilds.settings.recent(guildId);
  const closed = closedResults.get(guildId);
  const isClosed =
    closed !== undefined &&
    closed.channelId === settings.resultsChannelId &&
    monotonic() - closed.at < AGAIN_MS;
  const resultsChannelId = isClosed ? undefined : settings.resultsChannelId;
  return {
    channelId: resultsChannelId ?? follow.channelId,
    isShared: resultsChannelId !== undefined,
    isOpenToDispute: agreementOf(settings) !== 'platform',
  };
}

/** Sends results to the followed channels for now. The server's log says so once. */
export async function closeResultsChannel(
  channelId: string,
  guildId: string,
  { closedResults, guilds, monotonic, t }: Work,
): Promise<void> {
  const isSaid = closedResults.get(guildId)?.channelId === channelId;
  closedResults.set(guildId, { channelId, at: monotonic() });
  if (!isSaid) await guilds.note(guildId, t('feed.audit.resultsElsewhere', { channel: `<#${channelId}>` }));
}
