import type { NightStage, MatchResult } from '../brackets/night.ts';
import { registrationOf } from '../brackets/registration.ts';
import { contentOf } from '../brackets/windows.ts';
import type { Bracket, Match, Moment, PlayerName, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { escapeMarkup } from '../words/plain.ts';
import { button, runButton, type ActionButton, type Post, type ReplyFile } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketEmbed } from './bracket.ts';
import { lines, shortMarkup, playerMarkup, time, tournamentTitle } from './format.ts';
import { contextMarkup, scoreButton, scoreLine, sideTitles, formatVersus } from './match.ts';
import { wrongButton } from './results.ts';
import { tournamentEmbed } from './tournaments.ts';

const TITLE_LENGTH = 120;
/** What a phone shows without scrolling. */
const LINES_MAX = 20;

const titleMarkup = (tournament: Tournament, t: Translate): string =>
  escapeMarkup(tournamentTitle(tournament, t), TITLE_LENGTH);

interface LiveView {
  stage: NightStage;
  tournament: Tournament;
  /** In the stages that show it. */
  bracket: Bracket | undefined;
  winner?: PlayerName;
  /** The tournament is running, and its bracket could not be read. */
  lacksBracket: boolean;
  /** Of the bracket, if it could be rendered. */
  picture: ReplyFile | undefined;
  /** Epoch milliseconds. */
  now: number;
}

function registrationLine({ tournament, now }: LiveView, t: Translate): string {
  const name = titleMarkup(tournament, t);
  const registration = registrationOf(tournament, now);
  if (registration !== 'open') return t(`feed.live.${registration}`, { tournament: name });
  const { entrants, capacity } = tournament;
  if (entrants === undefined || capacity === undefined) return t('feed.live.open', { tournament: name });
  return t('feed.live.places', { tournament: name, count: capacity - entrants });
}

function liveLine(view: LiveView, t: Translate): string {
  const { stage, tournament: record, winner } = view;
  const tournament = titleMarkup(record, t);
  if (winner !== undefined && stage !== 'cancelled')
    return t('feed.live.won', { tournament, name: playerMarkup(winner, t) });
  return stage === 'registration' ? registrationLine(view, t) : t(`feed.live.${stage}`, { tournament });
}

/** Says what the post does not show, and why. */
function liveNote({ bracket, lacksBracket }: LiveView, t: Translate): string | undefined {
  if (lacksBracket) return `-# ${t('feed.live.noBracket')}`;
  if (bracket?.isCut !== true) return undefined;
  return `-# ${t('feed.live.cut', { count: bracket.rounds.reduce((sum, { matches }) => sum + matches.length, 0) })}`;
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
      return [
        button(t('match.report'), 'score:mine', { style: 'primary', args: [tournament.id] }),
        ...bracketButton,
      ];
    case 'over':
      return bracketButton;
    case 'cancelled':
      return [];
  }
}

/** The post that shows the current state of a tournament. */
export function livePost(view: LiveView, t: Translate): Post {
  const { bracket, picture, tournament, now } = view;
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
    content: lines(liveLine(view, t), liveNote(view, t)),
    embeds: [embed],
    rows: [liveButtons(view, t)],
    ...present({ files: bracket && picture && [picture] }),
  };
}

/** A match's tournament and round. Matches within a bracket do not name their tournament. */
const placeMarkup = (match: Match, tournament: Tournament, t: Translate): string | undefined =>
  contextMarkup({ ...match, tournament: { name: tournamentTitle(tournament, t) } }, t);

const HALF_DAY_MS = 12 * 60 * 60_000;

/** Near enough to show the time without the date, in any time zone. */
const isToday = ({ epochMs }: Moment, now: number): boolean => Math.abs(epochMs - now) < HALF_DAY_MS;

/**
 * Calls two players to their match. `members`: the Discord ids to mention, in the order of the sides. A direct message mentions no one
 * and has no button to call the organizers.
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
  const [first = '', second = ''] = sideTitles(match, t, { format: shortMarkup }).map((name, at) => {
    const discordId = members[at];
    return discordId === undefined
      ? `**${name}**`
      : t('feed.call.member', { member: `<@${discordId}>`, name });
  });
  const facts = [
    placeMarkup(match, tournament, t),
    match.bestOf === undefined ? undefined : t('feed.call.bestOf', { count: match.bestOf }),
    match.startsAt?.precision === 'second'
      ? time(match.startsAt, isToday(match.startsAt, view.now) ? 't' : 'f')
      : undefined,
  ];
  const users = members.filter((discordId) => discordId !== undefined);
  const help = button(t('feed.call.help'), 'follow:help', { args: [match.id, tournament.id] });
  const buttons = [
    scoreButton(match, t('match.report'), t, { isShared: true }),
    ...(view.members === 'direct' ? [] : [help]),
  ];
  return {
    content: lines(
      t('feed.call.text', { first, second }),
      `-# ${facts.filter((fact) => fact !== undefined).join(t('list.separator'))}`,
    ),
    // Without an id, the platform cannot be asked about the match.
    rows: match.id === '' ? [] : [buttons],
    ...present({ mentions: users.length > 0 ? { users } : undefined }),
  };
}

function outcomeLine(match: Match, { winner, scores }: MatchResult, t: Translate): string {
  if (scores !== undefined) return scoreLine(match, scores, t, { format: shortMarkup, winner });
  const [first, second] = sideTitles(match, t, { format: shortMarkup });
  return winner === 2
    ? t('feed.results.beat', { winner: second, loser: first })
    : t('feed.results.beat', { winner: first, loser: second });
}

const cutLines = (all: readonly string[], t: Translate): string[] =>
  all.length <= LINES_MAX
    ? [...all]
    : [...all.slice(0, LINES_MAX), t('bracket.more', { count: all.length - LINES_MAX })];

/** `result` is absent if it was withdrawn. `before`: the result that it replaces. */
export interface ResultLine {
  match: Match;
  result?: MatchResult;
  before?: MatchResult;
}

function resultLine({ match, result, before }: ResultLine, t: Translate): string {
  const now = result && outcomeLine(match, result, t);
  const old = before && outcomeLine(match, before, t);
  if (now === undefined) return t('feed.results.withdrawn', { before: old ?? '' });
  return old === undefined ? now : t('feed.results.corrected', { result: now, before: old });
}

/** Results of a tournament. `gap`: the period without reads of the platform, if it was long. */
export function resultsPost(
  view: {
    tournament: Tournament;
    lines: readonly ResultLine[];
    gap: { from: number; to: number } | undefined;
    /** Its players and the organizers may question a result. */
    isOpenToDispute: boolean;
  },
  t: Translate,
): Post {
  const { gap, tournament } = view;
  const at = (ms: number): string => `<t:${Math.floor(ms / 1000)}:t>`;
  return {
    content: lines(
      t('feed.results.title', { tournament: titleMarkup(tournament, t) }),
      gap && `-# ${t('feed.results.digest', { from: at(gap.from), to: at(gap.to) })}`,
      ...view.lines.map((line) => resultLine(line, t)),
    ),
    rows: [
      [
        ...(view.isOpenToDispute ? [disputeButton(view.lines, tournament, t)] : []),
        runButton(t('tournament.bracket'), 'bracket', { tournament: tournament.id }),
      ],
    ],
  };
}

/** Of several results, the presser chooses which one is wrong. */
function disputeButton(results: readonly ResultLine[], tournament: Tournament, t: Translate): ActionButton {
  const [first, ...others] = results;
  return first !== undefined && others.length === 0 && first.match.id !== ''
    ? wrongButton(first.match, t)
    : button(t('results.wrongOne'), 'score:doubt', { args: [tournament.id] });
}

/** Notifies the organizers of matches with a result that keeps changing. */
export function oftenPost(
  view: { tournament: Tournament; matches: readonly Match[]; roleId: string | undefined; channelId: string },
  t: Translate,
): Post {
  const { channelId, matches, roleId, tournament } = view;
  const matchLines = matches.map((match) =>
    t('feed.often', {
      match: formatVersus(match, t, { format: shortMarkup }),
      tournament: titleMarkup(tournament, t),
      channel: `<#${channelId}>`,
    }),
  );
  return organizersPost(matchLines, roleId);
}

const organizersPost = ([first = '', ...rest]: readonly string[], roleId: string | undefined): Post => ({
  content: lines(roleId === undefined ? first : `<@&${roleId}> ${first}`, ...rest),
  ...present({ mentions: roleId === undefined ? undefined : { roles: [roleId] } }),
});

/** Notifies the organizers of matches that were called a while ago and have no result. */
export function overduePost(
  view: { tournament: Tournament; matches: readonly Match[]; roleId: string | undefined; channelId: string },
  t: Translate,
): Post {
  const { channelId, matches, roleId, tournament } = view;
  const matchLines = matches.map((match) =>
    formatVersus(match, t, { format: (name) => `**${shortMarkup(name)}**` }),
  );
  const text = t('feed.overdue', {
    count: matches.length,
    tournament: titleMarkup(tournament, t),
    channel: `<#${channelId}>`,
  });
  return organizersPost([text, ...cutLines(matchLines, t)], roleId);
}
