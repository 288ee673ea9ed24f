import type { APIEmbed } from 'discord-api-types/v10';
import type { SeasonView } from '../guilds/season.ts';
import type { SeriesRule } from '../guilds/series.ts';
import { DAY_MS } from '../durations.ts';
import type { Post } from '../message/reply.ts';
import type { Tournament } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { livePost } from './feed.ts';
import { switchesText } from './follow.ts';
import { embed, lines } from './format.ts';
import { announcementPost } from './announcements.ts';
import { seasonPost } from './season.ts';
import type { RuleView } from './series.ts';

const WEEK_DAYS = 7;

/** A sample tournament that the rule would match. */
function exampleOf({ words: [word] = [] }: SeriesRule, now: number, t: Translate): Tournament {
  return {
    id: 'example',
    name: word === undefined ? t('series.example.name') : t('series.example.named', { word }),
    phase: 'open',
    startsAt: { epochMs: now + WEEK_DAYS * DAY_MS, precision: 'second' },
    entrants: 5,
    capacity: 16,
  };
}

/** A season before its first winner. */
const exampleSeason = ({ words = [] }: SeriesRule, last: string | undefined): SeasonView => ({
  words,
  count: 4,
  last,
  rows: [
    { place: 1, player: { name: 'Ana' }, wins: 3, finals: 3, podiums: 3 },
    { place: 2, player: { name: 'Bruno' }, wins: 1, finals: 3, podiums: 4 },
    { place: 3, player: { name: 'Chloé' }, wins: 0, finals: 2, podiums: 3 },
  ],
});

/** A post as a channel will get it, below a line that names the channel. */
function postEmbeds(title: string, { content, embeds = [], rows = [] }: Post): APIEmbed[] {
  const buttons = rows.flat().map(({ label }) => `[${label}]`);
  return [
    embed(undefined, {
      // A title does not render mentions.
      text: lines(title, content, buttons.length === 0 ? undefined : `-# ${buttons.join(' ')}`),
    }),
    ...embeds,
  ];
}

/**
 * What each channel of a rule will get, with an example. `season`: the current one, if it has a winner. `t` is the reader's,
 * `ruleT` the rule's.
 */
export function previewEmbeds(
  { rule, switches }: RuleView,
  { now, ruleT, season, t }: { now: number; ruleT: Translate; season: SeasonView; t: Translate },
): APIEmbed[] {
  const tournament = exampleOf(rule, now, ruleT);
  const { announceChannelId, followChannelId, roleId, seasonChannelId } = rule;
  const isHidden = switches.topics.spoilers === true;
  const titled = (channelId: string, what: 'announcement' | 'live' | 'adopted' | 'season'): string =>
    t(`series.preview.${what}`, { channel: `<#${channelId}>` });
  const news = { tournament, isCurrent: true, isHidden: false, roleId, now };
  const live = {
    stage: 'registration',
    tournament,
    bracket: undefined,
    lacksBracket: false,
    bracketAt: now,
  } as const;
  const followed =
    followChannelId === undefined
      ? undefined
      : livePost({ ...live, picture: undefined, isHidden, now }, ruleT);
  return [
    ...(announceChannelId === undefined
      ? []
      : postEmbeds(titled(announceChannelId, 'announcement'), announcementPost(news, ruleT))),
    ...(followChannelId === undefined || followed === undefined
      ? []
      : [
          ...postEmbeds(
            titled(followChannelId, followChannelId === announceChannelId ? 'adopted' : 'live'),
            followed,
          ),
          embed(undefined, {
            text: t('series.preview.then', { switches: switchesText(switches.topics, t) }),
          }),
        ]),
    ...(seasonChannelId === undefined
      ? []
      : postEmbeds(
          titled(seasonChannelId, 'season'),
          seasonPost(season.count > 0 ? season : exampleSeason(rule, tournament.name), ruleT),
        )),
  ];
}
