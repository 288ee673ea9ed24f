import type { League } from '../brackets/stages.ts';
import { standingsOf, type TableRow, type Standings } from '../brackets/standings.ts';
import { playerText, recordText, signedText, tableText } from '../brackets/texts.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { factLine, shortMarkup, NAME_COLUMNS } from './format.ts';

/** Rows of all tables together. The windows of single tables show more. */
const ROWS_AT_MOST = 32;

/** "**Ana** · 2W 1D 0L · +3" */
export function standingLine(row: TableRow, { hasDraws, hasScores }: Standings, t: Translate): string {
  const { player, difference } = row;
  const record = recordText(row, hasDraws, t);
  const name = `**${shortMarkup(playerText(player, t), NAME_COLUMNS)}**`;
  return factLine([name, record, hasScores ? signedText(difference, t) : undefined], t);
}

/** A table's rows, one per line, with the places that are known. */
export const standingLines = (standings: Standings, t: Translate): string[] =>
  standings.rows.map((row) => {
    const line = standingLine(row, standings, t);
    return row.place === undefined ? line : t('feed.end.place', { place: t.number(row.place), line });
  });

/** Tables with their names, one paragraph each: as many as fit, and at least the first. */
export function tableParagraphs(leagues: readonly League[], t: Translate): string[] {
  let rows = 0;
  const paragraphs: string[] = [];
  for (const league of leagues) {
    const standings = standingsOf(league);
    rows += standings.rows.length;
    if (paragraphs.length > 0 && rows > ROWS_AT_MOST) break;
    const first = { ...standings, rows: standings.rows.slice(0, ROWS_AT_MOST) };
    const more = standings.rows.length - first.rows.length;
    paragraphs.push(
      [
        `**${escapeMarkup(tableText(league.name, t))}**`,
        ...standingLines(first, t),
        ...(more > 0 ? [t('bracket.more', { count: more })] : []),
      ].join('\n'),
    );
  }
  const more = leagues.length - paragraphs.length;
  return more > 0 ? [...paragraphs, t('bracket.moreTables', { count: more })] : paragraphs;
}
