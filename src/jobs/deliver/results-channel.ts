import { agreementOf } from '../../guilds/settings.ts';
import type { Turn, Work } from '../work.ts';

/** Where the results of a server's tournaments go. */
export async function resultsChannel({ follow, guildId }: Turn, { guilds }: Work) {
  const settings = await guilds.settings.recent(guildId);
  const { resultsChannelId } = settings;
  return {
    channelId: resultsChannelId ?? follow.channelId,
    isShared: resultsChannelId !== undefined,
    isOpenToDispute: agreementOf(settings) !== 'platform',
  };
}
