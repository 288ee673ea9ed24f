import type { StopReason } from '../guilds/follows.ts';
import { button, type Post } from '../message/reply.ts';
import type { Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { roleMentions, withRole } from './feed-milestones.ts';
import { lines, tournamentTitle } from './format.ts';

interface Stop {
  tournament: Pick<Tournament, 'id' | 'name'>;
  channelId: string;
  reason: Exclude<StopReason, 'organizer'>;
}

/** Why a channel no longer follows a tournament. */
export const stoppedText = ({ tournament, channelId, reason }: Stop, t: Translate): string =>
  t('feed.audit.stopped', {
    tournament: escapeMarkup(tournamentTitle(tournament, t), 120),
    channel: `<#${channelId}>`,
    why: reason === 'over' ? '' : t(`feed.audit.why.${reason}`),
  });

/** Notifies the organizers of that during the tournament. */
export const stoppedPost = (
  { followId, roleId, ...stop }: Stop & { followId: string; roleId: string | undefined },
  t: Translate,
): Post => ({
  content: withRole(stoppedText(stop, t), { roleId }),
  rows: [[button(t('follow.resume'), 'follow:goOn', { args: [followId], style: 'primary' })]],
  ...roleMentions({ roleId }),
});

/** The same message after the follow was resumed. */
export const resumedPost = ({ member, ...stop }: Stop & { member: string }, t: Translate): Post => ({
  content: lines(stoppedText(stop, t), t('follow.resumedBy', { member })),
  rows: [],
});
