import type { APIEmbed } from 'discord-api-types/v10';
import type { Match, Tournament } from '../reading/records.ts';
import { isSuspended } from '../brackets/registration.ts';
import { sideOf } from '../brackets/results.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  factLine,
  lines,
  shortMarkup,
  NAME_COLUMNS,
  time,
  tournamentTitle,
} from './format.ts';
import { formatContext, matchTitle } from './match.ts';
import { opponentMarkup } from './matches.ts';
import { phaseText, whenText } from './times.ts';
import { awaitingMarkup, reportLine } from './report-lines.ts';
import type { ReportView } from './report-view.ts';

/** The most matches shown, including the next one. */
export const MATCHES = 6;
const TOURNAMENTS = 6;

interface OwnMatch {
  playerId: string;
  report: ReportView | undefined;
  now: number;
}

/** The reader's own report, addressed as "you". */
function ownReportLine(match: Match, { playerId, report }: OwnMatch, t: Translate): string | undefined {
  const side = sideOf(match, playerId);
  return report && reportLine(match, report, t, side === undefined ? undefined : side === 0 ? 1 : 2);
}

const matchMarkup = (match: Match, own: OwnMatch, t: Translate): string =>
  lines(
    `**${opponentMarkup(match, own.playerId, t)}**`,
    ownReportLine(match, own, t),
    formatContext(match, t, shortMarkup),
    factLine(
      [
        phaseText(match, own.now, t),
        match.startsAt && time(match.startsAt, 'f'),
        match.startsAt && whenText(match, match.startsAt, t),
      ],
      t,
    ),
  );

const matchLine = (match: Match, own: OwnMatch, t: Translate): string =>
  lines(
    factLine(
      [
        `**${opponentMarkup(match, own.playerId, t)}**`,
        match.phase === 'running'
          ? t('match.phases.running')
          : match.startsAt && whenText(match, match.startsAt, t),
        formatContext(match, t, shortMarkup),
      ],
      t,
    ),
    ownReportLine(match, own, t),
  );

const tournamentMarkup = (tournament: Tournament, t: Translate): string => {
  const { startsAt } = tournament;
  const isPostponed = isSuspended(tournament);
  return lines(
    `**${shortMarkup(tournamentTitle(tournament, t))}**`,
    factLine(
      [
        isPostponed ? t('tournaments.registration.postponed') : undefined,
        startsAt && time(startsAt, 'f'),
        // A postponed match has no valid time.
        isPostponed ? undefined : startsAt && time(startsAt, 'R'),
      ],
      t,
    ) || undefined,
  );
};

const awaitingLine = ({ match, report, url }: AwaitingView, t: Translate): string =>
  lines(
    `**${matchTitle(match, t, (title) => shortMarkup(title, NAME_COLUMNS))}**`,
    awaitingMarkup(match, report, t),
    url,
  );

/** The first items of a list, and how many more there are. */
function firstLines<T>(list: readonly T[], max: number, render: (item: T) => string, t: Translate): string {
  const more = list.length - max;
  return lines(...list.slice(0, max).map(render), more > 0 ? t('next.more', { count: more }) : undefined);
}

/** `url`: of its message, if it can't be answered here. */
interface AwaitingView {
  match: Match;
  report: ReportView;
  url?: string | undefined;
}

/** A player's open matches, the next one first, with their registrations and alerts. `undefined`: could not be read. */
export function nextEmbed(
  view: {
    playerId: string;
    /** The reports that the player has to confirm. */
    awaiting: readonly AwaitingView[];
    matches: readonly Match[] | undefined;
    /** For some matches, the platform does not show whether they were played. */
    isUnsaid: boolean;
    /** The report of a match that waits for someone else's answer. */
    reportOf: (match: Match) => ReportView | undefined;
    tournaments: readonly Tournament[] | undefined;
    alerts: 'mention' | 'dm' | 'off';
    /** They are hidden: no call mentions them. */
    isHidden: boolean;
    isReminded: boolean;
    notes: readonly (string | undefined)[];
    asOf: number | undefined;
    now: number;
    mention: (command: string) => string;
  },
  t: Translate,
): APIEmbed {
  const { awaiting, playerId, matches, tournaments } = view;
  const [next, ...further] = matches ?? [];
  const ways = { tournaments: view.mention('tournaments') };
  const own = (match: Match): OwnMatch => ({ playerId, report: view.reportOf(match), now: view.now });
  const none = view.isUnsaid ? t('next.unsaid', { matches: view.mention('matches') }) : t('next.noMatch');
  const match = next === undefined ? none : matchMarkup(next, own(next), t);
  const registered =
    tournaments?.length === 0
      ? t('next.noneRegistered', ways)
      : tournaments && firstLines(tournaments, TOURNAMENTS, (one) => tournamentMarkup(one, t), t);
  const others = firstLines(further, MATCHES - 1, (one) => matchLine(one, own(one), t), t);
  return embed(t('next.title'), {
    text: lines(...view.notes, asOfLine(view.asOf, t)),
    facts: [
      [
        t('next.awaiting'),
        awaiting.length === 0 ? undefined : firstLines(awaiting, MATCHES, (one) => awaitingLine(one, t), t),
        'full',
      ],
      [t('next.match'), matches && match, 'full'],
      [t('next.further'), further.length === 0 ? undefined : others, 'full'],
      [t('next.registered'), registered, 'full'],
      [
        t('next.alerts'),
        lines(
          view.isHidden && view.alerts === 'mention' ? t('next.hidden') : t(`next.${view.alerts}.text`),
          t(view.isReminded ? 'next.remind.text' : 'next.remind.offer'),
        ),
        'full',
      ],
    ],
  });
}
