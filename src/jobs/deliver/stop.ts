import type { NightStage } from '../../brackets/night.ts';
import type { Follow, StopReason } from '../../guilds/follows.ts';
import { sendToOrganizers } from '../../guilds/send-to-organizers.ts';
import { nonceOf } from '../../message/nonce.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { stoppedPost, stoppedText } from '../../replies/follow-stop.ts';
import type { Followed } from '../plan/reading.ts';
import type { Work } from '../work.ts';

/** Sends the organizers the message with Resume: where they read, else in the channel that follows, if it can still be written to. */
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

/**
 * Posts nothing more in a channel, and tells its server why, once: while the tournament runs, by a message to the organizers, else
 * by a line in the log. Throws `StoreError`, and where Discord does not answer.
 */
export async function stopFollowing(
  followed: Followed,
  reason: Exclude<StopReason, 'organizer'>,
  seen: { tournament: Tournament | undefined; stage?: NightStage | undefined },
  work: Work,
): Promise<void> {
  const { guildId, followId, follow } = followed;
  const { events, guilds, log, mention, now } = work;
  // The follow may have a language of its own.
  const t = await guilds.translator(guildId);
  const { tournamentId, channelId } = follow;
  if ((await guilds.follows.read(guildId))[followId]?.stopped !== undefined) return;
  const stop = { tournament: seen.tournament ?? { id: tournamentId }, channelId, reason };
  // Before it is stored, so that a process that ends in between tells it again, as the same message.
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
