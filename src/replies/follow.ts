import type { APIEmbed } from 'discord-api-types/v10';
import { CORRECTED_MS } from '../brackets/tournament-stage.ts';
import type { Follow, FollowChoice } from '../guilds/follows.ts';
import { SWITCH_NAMES, type FlagName, type FollowSwitches } from '../guilds/switches.ts';
import type { Bracket, PlayerName, Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, lines, shortMarkup, NAME_COLUMNS, nameText, time } from './format.ts';
import { pageText, type ListPage } from './pager.ts';
import { startField } from './times.ts';

/** A follow, saved or not, with what is known about its tournament. */
export interface FollowView {
  /** Of the tournament. Not escaped. */
  name: string;
  state: 'new' | 'stopped' | 'running';
  follow: FollowChoice & Pick<Follow, 'endedAt' | 'stopped'>;
  /** The channel for the server's results, if it has one. */
  resultsChannelId?: string;
  /** The other channels of the server that follow the tournament. */
  elsewhere: readonly string[];
  ended?: 'over' | 'cancelled';
  /** A new follow begins with the switches of its channel's last one. */
  isAsLast?: boolean;
  tournament?: Tournament;
  bracket?: Bracket;
  /** The platform did not answer every request. */
  isPartial: boolean;
  asOf?: number;
}

/** The switches that are on: "Match calls · Results". */
export function switchesText(switches: FollowSwitches, t: Translate): string {
  const on = SWITCH_NAMES.filter((name) => switches[name]).map((name) => {
    if (name === 'ping') return t('follow.topics.ping', { role: `<@&${switches.ping ?? ''}>` });
    if (name === 'late') return t('follow.topics.late', { count: switches.late ?? 0 });
    return t(`follow.topics.${name}`);
  });
  return on.length === 0 ? t('follow.topics.none') : on.join(t('list.separator'));
}

export const switchLabel = (name: FlagName, isOn: boolean, t: Translate): string =>
  t(isOn ? 'follow.switch.on' : 'follow.switch.off', { topic: t(`follow.topics.${name}`) });

/** Why it posts nothing new: it was stopped, or its tournament is over. What is over can't be resumed. */
function restText(
  { channelId, endedAt, stopped }: FollowView['follow'],
  isOver: boolean,
  t: Translate,
): string | undefined {
  if (stopped !== undefined && isOver && stopped.reason !== 'over')
    return `🏁 ${t('follow.uncorrected', { channel: `<#${channelId}>` })}`;
  if (stopped !== undefined) return `⏸ ${t(`follow.stopped.${stopped.reason}`)}`;
  if (endedAt === undefined) return undefined;
  const until = time({ epochMs: endedAt + CORRECTED_MS, precision: 'second' }, 'D');
  return `🏁 ${t('follow.until', { until })}`;
}

/** The fields that the channel would show and the platform omits. */
function missingFields(tournament: Tournament, bracket: Bracket | undefined) {
  const matches = bracket?.rounds.flatMap((round) => round.matches) ?? [];
  return (
    [
      ['state', tournament.phase === undefined],
      ['start', tournament.startsAt === undefined],
      ['entrants', tournament.entrants === undefined && tournament.entrantIds === undefined],
      ['matches', matches.some(({ id }) => id === '')],
    ] as const
  ).flatMap(([gap, isThere]) => (isThere ? [gap] : []));
}

const channelsText = (channelIds: readonly string[], t: Translate): string =>
  new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(channelIds.map((id) => `<#${id}>`));

/** What a follow of a current tournament will show. */
function ongoingTexts(view: FollowView, t: Translate): (string | undefined)[] {
  const { bracket, elsewhere, follow, resultsChannelId, tournament } = view;
  const { channelId, eventHours, topics } = follow;
  const gaps = tournament ? missingFields(tournament, bracket) : [];
  const sendsResults = topics.results === true && resultsChannelId !== undefined;
  return [
    sendsResults && resultsChannelId !== channelId
      ? t('follow.resultsIn', { channel: `<#${resultsChannelId}>` })
      : undefined,
    elsewhere.length > 0
      ? t('follow.elsewhere', { channels: channelsText(elsewhere, t), count: elsewhere.length })
      : undefined,
    topics.event === true && eventHours !== undefined
      ? t('follow.eventHours', { count: eventHours })
      : undefined,
    `-# ${t('follow.about.threads')}`,
    `-# ${t('follow.about.spoilers')}`,
    ...(gaps.length === 0
      ? []
      : [t('follow.gaps.intro'), ...gaps.map((gap) => `- ${t(`follow.gaps.${gap}`)}`)]),
  ];
}

/** One follow, saved or not. Its switches are below. */
export function followEmbed(view: FollowView & { now: number }, t: Translate): APIEmbed {
  const { asOf, ended, follow, isAsLast = false, isPartial, name, state, tournament } = view;
  const channel = `<#${follow.channelId}>`;
  const rest = restText(follow, ended !== undefined, t);
  const stateText = rest ?? t(state === 'new' ? 'follow.preview' : 'follow.on', { channel });
  return embed(escapeMarkup(name, 120), {
    text: lines(
      ...(ended === undefined
        ? [stateText, isAsLast ? t('follow.asLast') : undefined, ...ongoingTexts(view, t)]
        : [follow.endedAt === undefined ? t(`follow.ended.${ended}`, { channel }) : rest]),
      isPartial ? t('follow.partial') : undefined,
      asOfLine(asOf, t),
    ),
    facts: [
      [t('tournament.status'), tournament?.phase && t(`tournament.phases.${tournament.phase}`)],
      ...(tournament === undefined ? [] : [startField(tournament, view.now, t)]),
    ],
  });
}

/** Leaves room for the number before it. */
const LISTED_COLUMNS = 28;

/** All tournaments that a server follows, numbered as in the select below. */
export const followListEmbed = (
  views: readonly (Pick<FollowView, 'name' | 'follow'> & { isOver: boolean })[],
  t: Translate,
): APIEmbed =>
  embed(t('follow.title'), {
    text: views
      .map(({ name, follow, isOver }, at) =>
        lines(
          `**${at + 1}. ${shortMarkup(name, LISTED_COLUMNS)}**`,
          `<#${follow.channelId}>${t('list.separator')}${restText(follow, isOver, t) ?? switchesText(follow.topics, t)}`,
        ),
      )
      .join('\n\n'),
  });

/** Whether an entrant can be called; those who need help come first. */
export const READINESS = ['unlinked', 'absent', 'unknown', 'ready'] as const;
export type EntrantReadiness = (typeof READINESS)[number];

/** An entrant. `discordId` only if they may be named. */
export interface EntrantView {
  player: PlayerName;
  readiness: EntrantReadiness;
  discordId?: string;
}

const entrantLine = ({ player, readiness, discordId }: EntrantView, t: Translate): string => {
  const name = shortMarkup(nameText(player, t), NAME_COLUMNS);
  const state = discordId === undefined ? t(`follow.roster.${readiness}`) : `<@${discordId}>`;
  return `${readiness === 'ready' ? '✓' : readiness === 'unknown' ? '?' : '✗'} ${name}${t('list.separator')}${state}`;
};

/** One page of the entrants. `counts`: over all pages. */
export function rosterEmbed(
  view: {
    name: string;
    page: ListPage<EntrantView>;
    counts: Readonly<Record<EntrantReadiness, number>>;
  },
  t: Translate,
): APIEmbed {
  const counts = READINESS.toReversed().flatMap((readiness) =>
    view.counts[readiness] === 0
      ? []
      : [`**${t.number(view.counts[readiness])}** ${t(`follow.roster.${readiness}`)}`],
  );
  return embed(escapeMarkup(view.name, 120), {
    text: lines(
      `${counts.join(t('list.separator'))}\n`,
      ...view.page.items.map((entrant) => entrantLine(entrant, t)),
      view.counts.unknown === 0 ? undefined : `-# ${t('follow.roster.why')}`,
    ),
    footer: pageText(view.page, t),
  });
}
