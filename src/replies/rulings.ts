import type { Match } from '../reading/records.ts';
import { escapeMarkup, label } from '../words/plain.ts';
import { button, type ActionButton, type Post } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { lines, nameText } from './format.ts';
import { contextMarkup, shortScoreText, versusLabel } from './match.ts';
import { claimsMarkup, matchFormArgs, type ReportView } from './results.ts';

/** Phones cut longer buttons. */
const RULE_NAME_LENGTH = 14;

/** The buttons of a ruling: a form asks for its reason. */
export function rulingButtons(match: Match, report: ReportView | undefined, t: Translate): ActionButton[] {
  const { args, shortArgs } = matchFormArgs(match, t);
  const rule = (text: string, first: string | number, second: string | number) => ({
    ...button(text, 'score:rule'),
    args: [...args, first, second],
    shortArgs: shortArgs.map((some) => [...some, ...Array<string>(5 - some.length).fill(''), first, second]),
  });
  const isUnderWay = report?.state === 'open' || report?.state === 'disputed';
  const claims = isUnderWay ? [report.claim, report.counter] : [];
  return [
    ...claims.flatMap((claim) =>
      claim === undefined
        ? []
        : [
            rule(
              t('results.rule.for', {
                player: label(
                  claim.side === undefined
                    ? t('results.somebody')
                    : nameText(match.sides[claim.side - 1]?.player, t),
                  RULE_NAME_LENGTH,
                ),
                score: shortScoreText(claim.scores, t),
              }),
              claim.scores.player1,
              claim.scores.player2,
            ),
          ],
    ),
    rule(t('results.rule.other'), '', ''),
    ...(isUnderWay ? [rule(t('results.rule.leave'), '-', '-')] : []),
  ];
}

/** The message to the organizers: a dispute, or an unconfirmed report; `outcome` once it is settled. */
export function organizersPost(
  view: {
    match: Match;
    report: ReportView;
    channelId: string | undefined;
    roleId: string | undefined;
    outcome?: string | undefined;
  },
  t: Translate,
): Post {
  const { match, report, channelId, roleId, outcome } = view;
  const need = report.state === 'disputed' ? 'dispute' : 'unconfirmed';
  const title = t(`results.organizers.${outcome === undefined ? need : 'settled'}`, {
    match: escapeMarkup(versusLabel(match, t)),
  });
  return {
    content: lines(
      roleId === undefined ? title : `<@&${roleId}> ${title}`,
      contextMarkup(match, t),
      claimsMarkup(match, report, t),
      outcome,
      channelId === undefined ? undefined : t('results.organizers.where', { channel: `<#${channelId}>` }),
    ),
    rows: outcome === undefined ? [rulingButtons(match, report, t)] : [],
    mentions: roleId === undefined ? {} : { roles: [roleId] },
  };
}
