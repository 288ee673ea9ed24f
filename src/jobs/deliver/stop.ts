import type { StopReason } from '../../guilds/follows.ts';
import type { Tournament } from '../../reading/records.ts';
import { tournamentTitle } from '../../replies/format.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Followed } from '../plan/reading.ts';
import type { Work } from '../work.ts';

/** Posts nothing more in a channel, and tells its server why, once. Throws `StoreError`. */
export async function stopFollowing(
  { guildId, followId, follow }: Followed,
  reason: Exclude<StopReason, 'organizer'>,
  tournament: Tournament | undefined,
  { events, guilds, log, mention, now, t }: Work,
): Promise<void> {
  const { tournamentId, channelId } = follow;
  let isNew = false;
  await guilds.follows.change(guildId, followId, (stored) => {
    isNew = stored.stopped === undefined;
    return isNew ? { ...stored, stopped: { reason, at: now() } } : stored;
  });
  if (!isNew) return;
  events.onStop(reason);
  log.info({ guildId, channelId, tournamentId, reason }, 'stopped following');
  if (reason === 'over') return;
  const text = t('feed.audit.stopped', {
    tournament: escapeMarkup(tournamentTitle(tournament ?? { id: tournamentId }, t), 120),
    channel: `<#${channelId}>`,
    why: t(`feed.audit.why.${reason}`),
  });
  await guilds.note(guildId, `${text} ${t('feed.audit.resume', { follow: mention('follow') })}`);
}
