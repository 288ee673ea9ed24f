import type { APIEmbed } from 'discord-api-types/v10';
import type { StopReason, Topic } from '../guilds/follows.ts';
import type { Bracket, PlayerName, Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { ActionButton } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  lines,
  shortMarkup,
  NAME_COLUMNS,
  nameText,
  timeBoth,
  tournamentTitle,
} from './format.ts';
import { pageText, type ListPage } from './pager.ts';

/** The topics with a switch, in display order. */
export const SWITCHES: readonly Topic[] = ['calls', 'results', 'event'];
export type TopicSwitches = Readonly<Record<Topic, boolean>>;

/** A followed tournament. `name` is not escaped. */
export interface FollowView {
  name: string;
  channelId: string;
  topics: TopicSwitches;
  eventHours?: number;
  stopped?: { reason: StopReason };
}

/** The topics that are on: "Match calls · Results". */
export function topicsText(topics: TopicSwitches, t: Translate): string {
  const on = SWITCHES.filter((topic) => topics[topic]).map((topic) => t(`follow.topics.${topic}`));
  return on.length === 0 ? t('follow.topics.none') : on.join(t('list.separator'));
}

/** A switch as a button with its state in the label. */
export const switchButton = (
  { topic, isOn, ...press }: { topic: Topic; isOn: boolean } & Pick<ActionButton, 'action' | 'args'>,
  t: Translate,
): ActionButton => ({
  kind: 'action',
  label: t(isOn ? 'follow.switch.on' : 'follow.switch.off', { topic: t(`follow.topics.${topic}`) }),
  style: isOn ? 'success' : 'secondary',
  ...press,
});

const stoppedText = ({ stopped }: FollowView, t: Translate): string | undefined =>
  stopped && `⏸ ${t(`follow.stopped.${stopped.reason}`)}`;

const hoursText = ({ topics, eventHours }: Pick<FollowView, 'topics' | 'eventHours'>, t: Translate) =>
  topics.event && eventHours !== undefined ? t('follow.eventHours', { count: eventHours }) : undefined;

/** The fields that the channel would show and the platform leaves out. */
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

/** A tournament before it is followed. Its switches are below. */
export function previewEmbed(
  view: {
    tournament: Tournament;
    bracket: Bracket | undefined;
    asOf: number | undefined;
    channelId: string;
    topics: TopicSwitches;
    eventHours?: number;
    /** Set if the channel follows it already. */
    existing?: FollowView;
  },
  t: Translate,
): APIEmbed {
  const { tournament, bracket, existing } = view;
  const channel = `<#${view.channelId}>`;
  const missing = missingFields(tournament, bracket).map((gap) => `- ${t(`follow.gaps.${gap}`)}`);
  return embed(escapeMarkup(tournamentTitle(tournament, t), 120), {
    text: lines(
      (existing && stoppedText(existing, t)) ??
        t(existing === undefined ? 'follow.preview' : 'follow.already', { channel }),
      hoursText(view, t),
      ...(missing.length === 0 ? [] : [t('follow.gaps.intro'), ...missing]),
      asOfLine(view.asOf, t),
    ),
    facts: [
      [t('tournament.status'), tournament.phase && t(`tournament.phases.${tournament.phase}`)],
      [t('tournament.starts'), tournament.startsAt && timeBoth(tournament.startsAt)],
    ],
  });
}

/** Leaves room for the number before it. */
const LISTED_COLUMNS = 28;

/** All tournaments that a server follows, numbered as in the select below. */
export const followListEmbed = (views: readonly FollowView[], t: Translate): APIEmbed =>
  embed(t('follow.title'), {
    text: views
      .map((view, at) =>
        lines(
          `**${at + 1}. ${shortMarkup(view.name, LISTED_COLUMNS)}**`,
          `<#${view.channelId}>${t('list.separator')}${stoppedText(view, t) ?? topicsText(view.topics, t)}`,
        ),
      )
      .join('\n\n'),
  });

/** One followed tournament. */
export const followEmbed = (view: FollowView, t: Translate): APIEmbed =>
  embed(escapeMarkup(view.name, 120), {
    text: lines(
      stoppedText(view, t) ?? t('follow.on', { channel: `<#${view.channelId}>` }),
      hoursText(view, t),
    ),
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
