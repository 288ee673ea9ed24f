import type { Scores } from '../brackets/results.ts';
import { walkover } from '../brackets/score-rules.ts';
import type { Match } from '../reading/records.ts';
import { present } from '../present.ts';
import { escapeMarkup, label } from '../words/plain.ts';
import { button, type ActionButton, type Post, type Select } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { factLine, lines, nameText, spoiler } from './format.ts';
import { contextMarkup, winnerFirst, sideTitles, versusLabel } from './match.ts';
import { claimsIn } from './report-lines.ts';
import type { ReportView } from './report-view.ts';
import { formArgs, formValue, RULING_FORM } from './score-forms.ts';

/** Phones cut longer buttons. */
const RULE_NAME_LENGTH = 14;

/** "Rule for Ana 3–1", for labels. */
export function ruleText(scores: Scores, [first, second]: readonly [string, string], t: Translate): string {
  const names = [label(first, RULE_NAME_LENGTH), label(second, RULE_NAME_LENGTH)] as const;
  const { winner, score } = winnerFirst(scores, names, t);
  return winner === undefined ? t('results.rule.draw', { score }) : t('results.rule.for', { winner, score });
}

/** Opens the form of a ruling, not for the players: for this score, or without `texts`, for a score typed there. */
export const rulingButton = (
  match: Match,
  text: string,
  texts: readonly string[],
  t: Translate,
  draft?: string,
): ActionButton => ({
  ...button(text, 'score:rule'),
  ...formArgs(RULING_FORM, match, { texts, ...present({ draft }) }, t),
});

/** Opens the form of another ruling, with the current one's reason. */
export const changeRulingButton = (match: Match, t: Translate): ActionButton =>
  rulingButton(match, t('results.rule.change'), [], t);

/** A select has room for three options each. */
const MENU_MATCHES = 8;

/** A menu for matches without a report: each with its score, or a walkover for one side. Matches without an id are omitted. */
export function settleMenu(matches: readonly Match[], t: Translate): Select {
  const shown = matches.filter(({ id }) => id !== '').slice(0, MENU_MATCHES);
  const options = shown.flatMap((match) => {
    const versus = versusLabel(match, t);
    const [first, second] = sideTitles(match, t, { format: (title) => title });
    const noShow = (absent: string, winner: 1 | 2) => {
      const { player1, player2 } = walkover(match, winner);
      const texts = [String(player1), String(player2)];
      return {
        label: t('feed.settle.absent', { player: label(absent, 60) }),
        description: versus,
        value: formValue(rulingButton(match, '', texts, t)),
      };
    };
    const score = formValue(rulingButton(match, '', [], t));
    return [
      { label: t('feed.settle.score'), description: versus, value: score },
      noShow(first, 2),
      noShow(second, 1),
    ];
  });
  const usable = options.filter(({ value }) => value !== '');
  return { kind: 'select', action: 'score:rule', placeholder: t('feed.settle.choose'), options: usable };
}

/**
 * The buttons of a ruling, whose form asks for a reason. `typed`: the presser's own score. A label can't be spoilered, so where
 * results are hidden it has no score.
 */
export function rulingButtons(
  match: Match,
  report: ReportView | undefined,
  t: Translate,
  { isHidden = false, typed }: { isHidden?: boolean; typed?: Scores | undefined } = {},
): ActionButton[] {
  const rule = (text: string, ...texts: string[]): ActionButton => rulingButton(match, text, texts, t);
  const names = sideTitles(match, t, { format: (name) => name });
  const isUnderWay = report?.state === 'open' || report?.state === 'disputed';
  const claims = isUnderWay ? [report.claim, report.counter] : [];
  const ruleFor = ({ scores, side }: NonNullable<ReportView['claim']>) => {
    const name = side === undefined ? t('results.somebody') : nameText(match.sides[side - 1]?.player, t);
    const text = isHidden
      ? t('results.rule.forPlayer', { player: label(name, RULE_NAME_LENGTH) })
      : ruleText(scores, names, t);
    return rule(text, String(scores.player1), String(scores.player2));
  };
  const isClaimed = ({ player1, player2 }: Scores): boolean =>
    claims.some((claim) => claim?.scores.player1 === player1 && claim.scores.player2 === player2);
  const own = typed === undefined || isClaimed(typed) ? [] : [typed];
  return [
    ...own.map((scores) => rule(ruleText(scores, names, t), String(scores.player1), String(scores.player2))),
    ...claims.flatMap((claim) => (claim === undefined ? [] : [ruleFor(claim)])),
    rule(t('results.rule.other')),
    ...(isUnderWay ? [rule(t('results.rule.leave'), '-', '-')] : []),
  ];
}

function whereLine(channelId: string, url: string | undefined, t: Translate): string {
  const where = t('results.organizers.where', { channel: `<#${channelId}>` });
  return url === undefined ? where : factLine([where, t('results.organizers.link', { url })], t);
}

/** The message to the organizers: a dispute, or an unconfirmed report; `outcome` once it is settled. */
export function organizersPost(
  view: {
    match: Match;
    report: ReportView;
    channelId: string | undefined;
    /** The link to the message there. */
    url?: string | undefined;
    roleId: string | undefined;
    outcome?: string | undefined;
    /** Another ruling may replace the one that settled it. */
    canChange?: boolean;
    /** Scores are spoilered where it stands, and everything that reveals them. */
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { match, report, channelId, url, roleId, outcome, canChange = false, isHidden } = view;
  const claims = lines(...claimsIn(match, report, t));
  const cover = (markup: string): string => (isHidden && markup !== '' ? spoiler(markup) : markup);
  const need = report.state === 'disputed' ? 'dispute' : 'unconfirmed';
  const title = t(`results.organizers.${outcome === undefined ? need : 'settled'}`, {
    match: escapeMarkup(versusLabel(match, t)),
  });
  return {
    content: lines(
      roleId === undefined ? title : `<@&${roleId}> ${title}`,
      contextMarkup(match, t),
      cover(claims),
      outcome && cover(outcome),
      channelId === undefined ? undefined : whereLine(channelId, url, t),
    ),
    rows: [
      outcome === undefined
        ? rulingButtons(match, report, t, { isHidden })
        : canChange
          ? [changeRulingButton(match, t)]
          : [],
    ],
    mentions: roleId === undefined ? {} : { roles: [roleId] },
  };
}
