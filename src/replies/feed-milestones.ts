import { present } from '../present.ts';
import type { Moment, Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { runButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { lines, time, timeBoth, tournamentMarkup } from './format.ts';

/** The role that a post mentions, if one was chosen. */
export interface Ping {
  roleId: string | undefined;
}

export const withRole = (text: string, { roleId }: Ping): string =>
  roleId === undefined ? text : `<@&${roleId}> ${text}`;

export const roleMentions = ({ roleId }: Ping) =>
  present({ mentions: roleId === undefined ? undefined : { roles: [roleId] } });

/** Registration has opened. */
export function openPost(view: Ping & { tournament: Tournament; now: number }, t: Translate): Post {
  const { tournament } = view;
  const options = { tournament: tournament.id };
  return {
    content: withRole(t('feed.live.open', { tournament: tournamentMarkup(tournament, t) }), view),
    rows: [
      [
        runButton(t('tournament.register'), 'register', options, 'primary'),
        runButton(t('feed.live.details'), 'tournament', options),
      ],
    ],
    ...roleMentions(view),
  };
}

/** It has begun. `round`: of the first called matches; `hasGroups`: several groups begin at once. `liveUrl`: of the live post. */
export function startPost(
  view: Ping & { tournament: Tournament; round?: string; hasGroups?: boolean; liveUrl?: string },
  t: Translate,
): Post {
  const { liveUrl, round } = view;
  const tournament = tournamentMarkup(view.tournament, t);
  const text =
    view.hasGroups === true
      ? t('feed.start.groups', { tournament })
      : round === undefined
        ? t('feed.start.text', { tournament })
        : t('feed.start.round', { tournament, round: escapeMarkup(round, 80) });
  return {
    content: lines(withRole(text, view), liveUrl && t('feed.start.live', { url: liveUrl })),
    ...roleMentions(view),
  };
}

/** It is postponed or canceled, starts at another time than planned, or goes on. */
export function schedulePost(
  view: Ping & {
    tournament: Tournament;
    state: 'planned' | 'postponed' | 'canceled';
    startsAt?: Moment | undefined;
    /** The earlier state, if relevant. */
    before?: { state: 'planned' | 'postponed' | 'canceled'; startsAt?: Moment } | undefined;
  },
  t: Translate,
): Post {
  const { before, startsAt, state } = view;
  const tournament = tournamentMarkup(view.tournament, t);
  const text = (): string => {
    const old = before?.startsAt && { tournament, before: time(before.startsAt, 'f') };
    if (state !== 'planned')
      return old === undefined ? t(`feed.plans.${state}`, { tournament }) : t(`feed.plans.${state}From`, old);
    if (startsAt === undefined) return t('feed.plans.on', { tournament });
    const at = timeBoth(startsAt);
    if (before !== undefined && before.state !== 'planned')
      return t('feed.plans.onAt', { tournament, time: at });
    return old === undefined
      ? t('feed.plans.moved', { tournament, time: at })
      : t('feed.plans.movedFrom', { ...old, time: at });
  };
  return { content: withRole(text(), view), ...roleMentions(view) };
}

/** A post that a later one replaced. */
export const struckPost = ({ content }: Post): Post => ({ content: `~~${content}~~`, rows: [] });

/** Invites players to link their accounts. It names no one. */
export const linkCallPost = (tournament: Tournament, t: Translate): Post => ({
  content: t('feed.linkCall.text', { tournament: tournamentMarkup(tournament, t) }),
  rows: [[runButton(t('feed.linkCall.button'), 'link', {}, 'primary')]],
});
