import type { TournamentStage } from '../../brackets/tournament-stage.ts';
import type { Follow, StopReason } from '../../guilds/follows.ts';
import { changeSeries } from '../../guilds/series-changes.ts';
import { withoutChannel, type SeriesRule } from '../../guilds/series.ts';
import { sendToOrganizers } from '../../guilds/send-to-organizers.ts';
import { nonceOf } from '../../message/nonce.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { stoppedPost, stoppedText } from '../../replies/follow-stop.ts';
import type { Followed } from '../plan/reading.ts';
import type { Work } from '../work.ts';

/** Sends the organizers the message with Resume: in their channel, else in the followed channel if it can still be written to. */
async function tellOrganizers(
  { guildId, followId, follow }: Followed,
  stop: Parameters<typeof stoppedText>[0],
  { channels, guilds, log, t }: Work,
): Promise<NonNullable<Follow['stopped']>['message']> {
  const nonce = nonceOf('stop', followId, follow.since);
  const sent = await sendToOrganizers(
    {
      guildId,
      channelId: follow.channelId,
      send: (to, roleId) => channels.post(to, stoppedPost({ ...stop, followId, roleId }, t), nonce),
    },
    { settings: guilds.settings, log },
  );
  return sent && { channelId: sent.channelId, messageId: sent.messageId };
}

/** The rules of a series follow nothing more in a channel that was deleted, and one log line says so. Throws `StoreError`. */
async function stopRules({ guildId, follow: { channelId } }: Followed, { guilds, log }: Work): Promise<void> {
  const follows = ({ followChannelId }: SeriesRule): boolean => followChannelId === channelId;
  const { series = [] } = await guilds.settings.read(guildId);
  if (!series.some(follows)) return;
  let isNew = false;
  await changeSeries(guilds, guildId, (rules) => {
    isNew = rules.some(follows);
    return withoutChannel(rules, 'followChannelId', channelId);
  });
  if (!isNew) return;
  log.info({ guildId, channelId }, 'a series stopped following tournaments');
  const t = await guilds.translator(guildId);
  await guilds.note(
    guildId,
    t('series.stopped', { channel: `<#${channelId}>`, why: t('feed.audit.why.channel-gone') }),
  );
}

/**
 * Stops posting in a channel, and notifies its server once: while the tournament runs, with a message to the organizers, else with
 * a line in the log. Throws `StoreError`, or if Discord does not answer.
 */
export async function stopFollowing(
  followed: Followed,
  reason: Exclude<StopReason, 'organizer'>,
  seen: { tournament: Tournament | undefined; stage?: TournamentStage | undefined },
  work: Work,
): Promise<void> {
  const { guildId, followId, follow } = followed;
  const { events, guilds, log, mention, now } = work;
  // The follow may have its own language.
  const t = await guilds.translator(guildId);
  const { tournamentId, channelId } = follow;
  if ((await guilds.follows.read(guildId))[followId]?.stopped !== undefined) return;
  if (reason === 'channel-gone') await stopRules(followed, work);
  const stop = { tournament: seen.tournament ?? { id: tournamentId }, channelId, reason };
  // Before it is stored, so that after a kill in between, the same message is sent again with its nonce.
  const message = seen.stage === 'running' ? await tellOrganizers(followed, stop, { ...work, t }) : undefined;
  let isNew = false;
  await guilds.follows.change(guildId, followId, (stored) => {
    isNew = stored.stopped === undefined;
    return isNew ? { ...stored, stopped: { reason, at: now(), ...present({ message }) } } : stored;
  });
  if (!isNew) return;
  events.onStop(reason);
  log.info({ guildId, channelId, tournamentId, reason }, 'stopped following');
  if (reason === 'over') return;
  // The organizers' message says it.
  if (message !== undefined) return;
  const hint = t('feed.audit.resume', { follow: mention('follow') });
  await guilds.note(guildId, `${stoppedText(stop, t)} ${hint}`);
}
