import type { StopReason } from '../guilds/follows.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Tournament } from '../platform/records.ts';
import { tournamentTitle } from '../replies/format.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import type { Followed } from './followed.ts';
import type { JobsEvents, JobsLog } from './ports.ts';

interface StopDeps {
  guilds: Pick<Guilds, 'note' | 'follows'>;
  tournamentOf: (tournamentId: string) => Tournament | undefined;
  mention: (command: string) => string;
  events: JobsEvents;
  log: JobsLog;
  now: () => number;
  t: Translate;
}

/** Ends what a channel is told. */
export function createStop({ guilds, tournamentOf, mention, events, log, now, t }: StopDeps) {
  /** Tells a channel nothing more, and says why. Throws `StoreError`. */
  async function stop(
    { guildId, followId, follow }: Followed,
    reason: Exclude<StopReason, 'organizer'>,
  ): Promise<void> {
    const { tournamentId, channelId } = follow;
    await guilds.follows.change(guildId, followId, (stored) =>
      stored.stopped ? stored : { ...stored, stopped: { reason, at: now() } },
    );
    events.onStop(reason);
    log.info({ guildId, channelId, tournamentId, reason }, 'stopped following');
    if (reason === 'over') return;
    const tournament = tournamentOf(tournamentId) ?? { id: tournamentId };
    const text = t('feed.audit.stopped', {
      tournament: plain(tournamentTitle(tournament, t), 120),
      channel: `<#${channelId}>`,
      why: t(`feed.audit.why.${reason}`),
    });
    await guilds.note(guildId, `${text} ${t('feed.audit.resume', { follow: mention('follow') })}`);
  }

  return stop;
}
