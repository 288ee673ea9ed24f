import { shownBracket, type NightStage, type Outcome } from '../brackets/night.ts';
import { championOf, partsOf } from '../brackets/parts.ts';
import { registrationOf } from '../brackets/registration.ts';
import { contentOf } from '../brackets/windows.ts';
import type { Bracket, Match, Moment, Tournament } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import { button, runButton, type ActionButton, type Post, type ReplyFile } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketEmbed } from './bracket.ts';
import { lines, listed, playerText, time, tournamentTitle } from './format.ts';
import { contextText, scoreButton, scoreLine, sideTitles, versus } from './match.ts';
import { tournamentEmbed } from './tournaments.ts';

const TITLE_LENGTH = 120;
/** As many as a phone shows without scrolling. */
const LINES_MAX = 20;

const titleOf = (tournament: Tournament, t: Translate): string =>
  plain(tournamentTitle(tournament, t), TITLE_LENGTH);

interface LiveView {
  stage: NightStage;
  tournament: Tournament;
  bracket: Bracket | undefined;
  /** Of the bracket, where it could be drawn. */
  picture: ReplyFile | undefined;
  /** Epoch milliseconds. */
  now: number;
}

function registrationLine({ tournament, now }: LiveView, t: Translate): string {
  const name = titleOf(tournament, t);
  const registration = registrationOf(tournament, now);
  if (registration !== 'open') return t(`feed.live.${registration}`, { tournament: name });
  const { entrants, capacity } = tournament;
  if (entrants === undefined || capacity === undefined) return t('feed.live.open', { tournament: name });
  return t('feed.live.places', { tournament: name, count: capacity - entrants });
}

function liveLine(view: LiveView, t: Translate): string {
  const { bracket, stage, tournament: record } = view;
  const tournament = titleOf(record, t);
  switch (stage) {
    case 'registration':
      return registrationLine(view, t);
    case 'running':
      return t('feed.live.running', { tournament });
    case 'over': {
      const champion = bracket && championOf(partsOf(bracket));
      if (champion === undefined) return t('feed.live.over', { tournament });
      return t('feed.live.won', { tournament, name: playerText(champion, t) });
    }
    case 'cancelled':
      return t('feed.live.cancelled', { tournament });
  }
}

function liveButtons({ stage, tournament, bracket, now }: LiveView, t: Translate): ActionButton[] {
  const options = { tournament: tournament.id };
  const bracketButton = bracket === undefined ? [] : [runButton(t('tournament.bracket'), 'bracket', options)];
  switch (stage) {
    case 'registration': {
      const isOpen = registrationOf(tournament, now) === 'open';
      return [
        ...(isOpen ? [runButton(t('tournament.register'), 'register', options, 'primary')] : []),
        runButton(t('feed.live.details'), 'tournament', options),
      ];
    }
    case 'running':
      return [runButton(t('match.report'), 'score', {}, 'primary'), ...bracketButton];
    case 'over':
      return bracketButton;
    case 'cancelled':
      return [];
  }
}

/** The one post that shows how a tournament stands. */
export function livePost(view: LiveView, t: Translate): Post {
  const { picture, stage, tournament, now } = view;
  const bracket = shownBracket(stage, view.bracket);
  const embed = bracket
    ? bracketEmbed(
        {
          name: tournamentTitle(tournament, t),
          bracket,
          content: contentOf(bracket, { kind: 'now' }),
          picture,
          asOf: undefined,
        },
        t,
      )
    : tournamentEmbed({ tournament, asOf: undefined, now }, t);
  return {
    content: liveLine(view, t),
    embeds: [embed],
    rows: [liveButtons(view, t)],
    ...(bracket && picture && { files: [picture] }),
  };
}

/** A match's tournament and round; within a bracket, matches do not name their tournament. */
const placeText = (match: Match, tournament: Tournament, t: Translate): string | undefined =>
  contextText({ ...match, tournament: { name: tournamentTitle(tournament, t) } }, t);

const HALF_DAY_MS = 12 * 60 * 60_000;

/** Near enough for the hour alone, in whatever time zone it is read. */
const isToday = ({ epochMs }: Moment, now: number): boolean => Math.abs(epochMs - now) < HALF_DAY_MS;

/**
 * Calls two players to their match. `members`: the Discord ids of those who are mentioned, in the order of the sides; a direct
 * message mentions nobody, and no organizers are there to help.
 */
export function callPost(
  view: {
    match: Match;
    tournament: Tournament;
    members: readonly [string | undefined, string | undefined] | 'direct';
    /** Epoch milliseconds. */
    now: number;
  },
  t: Translate,
): Post {
  const { match, tournament } = view;
  const members: readonly (string | undefined)[] = view.members === 'direct' ? [] : view.members;
  const [first = '', second = ''] = sideTitles(match, t, { draw: listed }).map((name, at) => {
    const discordId = members[at];
    return discordId === undefined
      ? `**${name}**`
      : t('feed.call.member', { member: `<@${discordId}>`, name });
  });
  const facts = [
    placeText(match, tournament, t),
    match.bestOf === undefined ? undefined : t('feed.call.bestOf', { count: match.bestOf }),
    match.startsAt?.precision === 'second'
      ? time(match.startsAt, isToday(match.startsAt, view.now) ? 't' : 'f')
      : undefined,
  ];
  const users = members.filter((discordId) => discordId !== undefined);
  const help = button(t('feed.call.help'), 'follow:help', { args: [match.id, tournament.id] });
  const buttons = [scoreButton(match, t('match.report'), t), ...(view.members === 'direct' ? [] : [help])];
  return {
    content: lines(
      t('feed.call.text', { first, second }),
      `-# ${facts.filter((fact) => fact !== undefined).join(t('list.separator'))}`,
    ),
    // The platform does not name this match: nothing can be asked about it.
    rows: match.id === '' ? [] : [buttons],
    ...(users.length > 0 && { mentions: { users } }),
  };
}

function outcomeLine(match: Match, { winner, scores }: Outcome, t: Translate): string {
  if (scores !== undefined) return scoreLine(match, scores, t, { draw: listed, winner });
  const [first, second] = sideTitles(match, t, { draw: listed });
  return winner === 2
    ? t('feed.results.beat', { winner: second, loser: first })
    : t('feed.results.beat', { winner: first, loser: second });
}

const cutLines = (all: readonly string[], t: Translate): string[] =>
  all.length <= LINES_MAX
    ? [...all]
    : [...all.slice(0, LINES_MAX), t('bracket.more', { count: all.length - LINES_MAX })];

/** New results, and those that were corrected. `gap`: the time in which the platform could not be read, if it was long. */
export function resultsPost(
  view: {
    tournament: Tournament;
    results: readonly { match: Match; outcome: Outcome; isCorrection: boolean }[];
    gap: { from: number; to: number } | undefined;
  },
  t: Translate,
): Post {
  const { gap, results, tournament } = view;
  const drawn = results.map(({ match, outcome, isCorrection }) => {
    const line = outcomeLine(match, outcome, t);
    return isCorrection ? t('feed.results.corrected', { result: line }) : line;
  });
  const at = (ms: number): string => `<t:${Math.floor(ms / 1000)}:t>`;
  return {
    content: lines(
      t('feed.results.title', { tournament: titleOf(tournament, t) }),
      gap && `-# ${t('feed.results.digest', { from: at(gap.from), to: at(gap.to) })}`,
      ...cutLines(drawn, t),
    ),
    rows: [[runButton(t('tournament.bracket'), 'bracket', { tournament: tournament.id })]],
  };
}

/** Tells the organizers of matches that were called a while ago and have no result. */
export function overduePost(
  view: { tournament: Tournament; matches: readonly Match[]; roleId: string | undefined; channelId: string },
  t: Translate,
): Post {
  const { channelId, matches, roleId, tournament } = view;
  const drawn = matches.map((match) => versus(match, t, { draw: (name) => `**${listed(name)}**` }));
  const text = t('feed.overdue', {
    count: matches.length,
    tournament: titleOf(tournament, t),
    channel: `<#${channelId}>`,
  });
  return {
    content: lines(roleId === undefined ? text : `<@&${roleId}> ${text}`, ...cutLines(drawn, t)),
    ...(roleId !== undefined && { mentions: { roles: [roleId] } }),
  };
}
