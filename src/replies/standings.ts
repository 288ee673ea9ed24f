import type { League } from '../brackets/stages.ts';
import { placesIn, standingsOf, type TableRow, type Standings } from '../brackets/standings.ts';
import { playerText, recordText, signedText, tableText } from '../brackets/texts.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import type { Post } from '../message/reply.ts';
import type { Tournament } from '../reading/records.ts';
import { factLine, lines, NAME_COLUMNS, shortMarkup, spoiler, tournamentMarkup } from './format.ts';

/** The most rows of all tables together. The windows of single tables show more. */
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

/** Rows between rounds. */
const FIRST_ROWS = 5;

/** The first of a table between rounds; a place is shown only if every usual counting agrees on it. */
export function firstLines(
  standings: Standings,
  t: Translate,
  { isHidden }: { isHidden: boolean },
): string[] {
  const placeOf = new Map(placesIn(standings).map(({ place, row }) => [row, place]));
  return standings.rows.slice(0, FIRST_ROWS).map((row) => {
    const text = standingLine(row, standings, t);
    const line = isHidden ? spoiler(text) : text;
    const place = placeOf.get(row);
    return place === undefined ? line : t('feed.end.place', { place: t.number(place), line });
  });
}

/** The table after a round, if no message has the round's results. */
export function tablePost(
  view: { tournament: Tournament; round?: string; standings: Standings; isHidden: boolean },
  t: Translate,
): Post {
  const { isHidden, round, standings } = view;
  const tournament = tournamentMarkup(view.tournament, t);
  return {
    content: lines(
      factLine([`**${t('feed.table.title')}**`, round && escapeMarkup(round, 80)], t),
      ...firstLines(standings, t, { isHidden }),
      `-# ${tournament}`,
    ),
  };
}
