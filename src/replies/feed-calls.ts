import type { Meetings } from '../brackets/meetings.ts';
import type { Question } from '../brackets/question.ts';
import { HOUR_MS } from '../durations.ts';
import type { Match, Moment, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { channelUrl } from '../message/channel-url.ts';
import { escapeMarkup } from '../words/plain.ts';
import { button, type ActionButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { factLine, lines, shortMarkup, spoiler, time, tournamentMarkup, tournamentTitle } from './format.ts';
import { shownLine, type ResultLine } from './feed-results.ts';
import { contextMarkup, formatVersus, meetingsText, scoreLine, sideTitles, winnerBy } from './match.ts';
import { scoreButton } from './score-forms.ts';
import { organizersCall } from './organizer-calls.ts';
import { hiddenResult, questionedLine, resultButtons } from './results.ts';
import type { ReportView } from './report-view.ts';

/** A match's tournament and round. Matches within a bracket do not name their tournament. */
const placeMarkup = (match: Match, tournament: Tournament, t: Translate): string | undefined =>
  contextMarkup({ ...match, tournament: { name: tournamentTitle(tournament, t) } }, t);

const HALF_DAY_MS = 12 * HOUR_MS;

/** Near enough to show the time without the date, in any time zone. */
const isToday = ({ epochMs }: Moment, now: number): boolean => Math.abs(epochMs - now) < HALF_DAY_MS;

/** Both players: as "@ana (**Ana**)" where they may be mentioned. */
export function memberTitles(
  match: Match,
  members: readonly (string | undefined)[],
  t: Translate,
): readonly [string, string] {
  const title = (name: string, discordId: string | undefined): string =>
    discordId === undefined ? `**${name}**` : t('feed.call.member', { member: `<@${discordId}>`, name });
  const [first, second] = sideTitles(match, t, { format: shortMarkup });
  return [title(first, members[0]), title(second, members[1])];
}

/** Notifies these members, if there are any. */
export function mentionsOf(members: readonly (string | undefined)[]): Pick<Post, 'mentions'> {
  const users = members.filter((discordId) => discordId !== undefined);
  return present({ mentions: users.length > 0 ? { users } : undefined });
}

/** Reminds two players that their match has no report. */
export function latePost(
  view: {
    match: Match;
    tournament: Tournament;
    members: readonly [string | undefined, string | undefined];
  },
  t: Translate,
): Post {
  const { match, members, tournament } = view;
  const [first, second] = memberTitles(match, members, t);
  return {
    content: lines(t('feed.call.late', { first, second }), `-# ${placeMarkup(match, tournament, t) ?? ''}`),
    rows: callButtons(match, tournament, t),
    ...mentionsOf(members),
  };
}

/** Asks the player who has to answer a reported score. `member`: their Discord id, if they may be mentioned. */
export function owedPost(
  view: {
    match: Match;
    tournament: Tournament;
    report: ReportView;
    side: 1 | 2;
    member: string | undefined;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { isHidden, match, member, report, side, tournament } = view;
  const scores = report.claim?.scores ?? { player1: 0, player2: 0 };
  const score = scoreLine(match, scores, t, { winner: winnerBy(match, scores) });
  const players = memberTitles(match, side === 1 ? [member] : [undefined, member], t);
  return {
    content: lines(
      t('results.remind', {
        player: players[side - 1] ?? '',
        result: isHidden ? hiddenResult(match, score, t) : score,
      }),
      `-# ${placeMarkup(match, tournament, t) ?? ''}`,
    ),
    rows: [resultButtons(match, report, t)],
    ...mentionsOf([member]),
  };
}

/** The buttons of a call; none for a match without an id, which nobody can report. */
export function callButtons(
  match: Match,
  tournament: Tournament,
  t: Translate,
  from?: DirectFrom,
): ActionButton[][] {
  if (match.id === '') return [];
  const args = from ? [match.id, '', from.guildId, from.followId] : [match.id, tournament.id];
  const help = button(t('feed.call.help'), 'follow:help', { args });
  return [[scoreButton(match, t('match.report'), t, { isShared: true }), help]];
}

/** The follow that a direct message is sent for: its server's organizers help. */
export interface DirectFrom {
  guildId: string;
  followId: string;
  channelId: string;
  /** If Discord returns it. */
  serverName: string | undefined;
}

/** A server and its channel, as read from elsewhere. */
export const channelMarkup = ({ serverName, guildId, channelId }: Omit<DirectFrom, 'followId'>): string =>
  [serverName && `**${shortMarkup(serverName)}**`, channelUrl(guildId, channelId)].filter(Boolean).join(' ');

/** Calls two players to their match. `members`: the Discord ids to mention, in the order of the sides. `from`: in a direct message. */
export function callPost(
  view: {
    match: Match;
    tournament: Tournament;
    members: readonly (string | undefined)[];
    from?: DirectFrom;
    /** Epoch milliseconds. */
    now: number;
    meetings?: Meetings;
    /** Results are spoilered. */
    isHidden?: boolean;
  },
  t: Translate,
): Post {
  const { from, isHidden = false, match, meetings, members, tournament } = view;
  const met = meetings && meetingsText(meetings, t);
  const [first, second] = memberTitles(match, members, t);
  const facts = [
    placeMarkup(match, tournament, t),
    match.bestOf === undefined ? undefined : t('feed.call.bestOf', { count: match.bestOf }),
    match.startsAt?.precision === 'second'
      ? time(match.startsAt, isToday(match.startsAt, view.now) ? 't' : 'f')
      : undefined,
  ];
  return {
    content: lines(
      t('feed.call.text', { first, second }),
      `-# ${facts.filter((fact) => fact !== undefined).join(t('list.separator'))}`,
      met && `-# ${isHidden ? spoiler(met) : met}`,
      from && `-# ${channelMarkup(from)}`,
    ),
    rows: callButtons(match, tournament, t, from),
    ...mentionsOf(members),
  };
}

/** Why a match without a result is asked about, or no longer. */
export function closedLine(
  match: Match,
  state: Exclude<Question, 'decided'> | 'dropped',
  t: Translate,
): string {
  const [first, second] = sideTitles(match, t, { format: (name) => `**${shortMarkup(name)}**` });
  return t(`feed.closed.${state}`, { first, second });
}

/** The call, edited to how its match stands, without new mentions. */
export function closedCallPost(
  view: {
    line: ResultLine;
    state: Question | 'dropped';
    round?: string;
    tournament: Tournament;
    /** The channel follows other tournaments, too. */
    isShared: boolean;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { isHidden, isShared, line, state, round, tournament } = view;
  const { match, result, before } = line;
  const isWithdrawn = result === undefined && before !== undefined;
  const withdrawn = isWithdrawn ? shownLine(line, t, { isHidden, isNamed: false }) : undefined;
  const place = [round && escapeMarkup(round, 80), isShared ? tournamentMarkup(tournament, t) : undefined];
  if (state === 'decided')
    return {
      content: lines(
        factLine([shownLine(line, t, { isHidden }), noScore(line, t), ...place], t),
        line.shown && questionedLine(match, line.shown, t, { isHidden }),
      ),
      rows: [],
    };
  return {
    content: lines(factLine([closedLine(match, state, t), ...place], t), withdrawn),
    rows: state === 'open' ? callButtons(match, tournament, t) : [],
  };
}

const noScore = ({ result }: ResultLine, t: Translate): string | undefined =>
  result?.winner !== undefined && result.scores === undefined ? t('feed.closed.noScore') : undefined;

interface MatchesForOrganizers {
  tournament: Tournament;
  matches: readonly Match[];
  roleId: string | undefined;
  channelId: string;
}

/** Notifies the organizers of matches with a result that keeps changing. */
export function oftenPost(view: MatchesForOrganizers, t: Translate): Post {
  const { channelId, matches, roleId, tournament } = view;
  const matchLines = matches.map((match) =>
    t('feed.often', {
      match: formatVersus(match, t, { format: shortMarkup }),
      tournament: tournamentMarkup(tournament, t),
      channel: `<#${channelId}>`,
    }),
  );
  return organizersCall(matchLines, roleId, t);
}
