import type { League } from '../brackets/stages.ts';
import { isPlayed } from '../brackets/players.ts';
import { standingsOf, type Standing, type Standings } from '../brackets/standings.ts';
import { groupText, playerText } from '../brackets/texts.ts';
import { grid, type Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import { palette } from './palette.ts';
import { element, path, rectangle, textIn } from './svg.ts';

const NAME_WIDTH = 190;
const FIGURE_WIDTH = 42;
const ROW = 28;
const SIZE = 15;
const PAD = 12;
/** A longer table goes on beside itself. */
const MAX_ROWS = 40;

/** The tables of all groups, beside and under each other. */
export function leaguesBlock(leagues: readonly League[], drawing: Drawing): Block {
  const tables = leagues.flatMap((league) => {
    const standings = standingsOf(league);
    const count = Math.max(1, Math.ceil(standings.rows.length / MAX_ROWS));
    return Array.from({ length: count }, (_, at) =>
      leagueBlock(
        league,
        { ...standings, rows: standings.rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS) },
        drawing,
      ),
    );
  });
  const columns = tables.length === 1 ? 1 : tables.length <= 8 ? 2 : tables.length <= 18 ? 3 : 4;
  return grid(tables, columns, 24);
}

/** One group: who won how often. Wins are bold, and no place is claimed that the platform did not name. */
function leagueBlock(league: League, { rows, hasDraws, hasScores }: Standings, drawing: Drawing): Block {
  const { t } = drawing;
  const figures: { title: string; of: (row: Standing) => string; bold?: boolean }[] = [
    { title: t('pictures.played'), of: (row) => t.number(row.played) },
    { title: t('pictures.won'), of: (row) => t.number(row.won), bold: true },
    ...(hasDraws ? [{ title: t('pictures.drawn'), of: (row: Standing) => t.number(row.drawn) }] : []),
    { title: t('pictures.lost'), of: (row) => t.number(row.lost) },
    ...(hasScores ? [{ title: '±', of: (row: Standing) => signed(row.difference, drawing) }] : []),
  ];
  const width = PAD * 2 + NAME_WIDTH + FIGURE_WIDTH * figures.length;
  const top = ROW * 2.4;
  const figureX = (at: number): number => PAD + NAME_WIDTH + at * FIGURE_WIDTH;
  return {
    width,
    height: top + rows.length * ROW + PAD / 2,
    draw(x, y) {
      const cell = (at: number, baseline: number, text: string, bold: boolean, fill: string): string =>
        textIn(
          {
            x: x + figureX(at),
            baseline,
            width: FIGURE_WIDTH - 4,
            size: SIZE,
            fill,
            align: 'right',
            weight: bold ? 'bold' : 'regular',
          },
          text,
        );
      const titles = figures
        .map(({ title }, at) => cell(at, y + ROW * 1.9, title, false, palette.muted))
        .join('');
      const body = rows.map((row, at) => {
        const rowY = y + top + at * ROW;
        const baseline = rowY + ROW / 2 + SIZE * 0.36;
        const isOwn = drawing.playerId !== undefined && row.player.id === drawing.playerId;
        return (
          (isOwn ? ownRow({ x: x + 1, y: rowY, width: width - 2 }) : '') +
          path(`M${x + 1} ${rowY}h${width - 2}`, { stroke: palette.border }) +
          textIn(
            {
              x: x + PAD + (isOwn ? 12 : 0),
              baseline,
              width: NAME_WIDTH - 8 - (isOwn ? 12 : 0),
              size: SIZE,
              fill: palette.text,
              weight: isOwn ? 'bold' : 'regular',
            },
            playerText(row.player, t),
          ) +
          figures
            .map((figure, column) =>
              cell(column, baseline, figure.of(row), figure.bold === true, palette.text),
            )
            .join('')
        );
      });
      const frame = rectangle(
        { x, y, width, height: this.height },
        { class: 'group', fill: palette.card, stroke: palette.border, rx: 8 },
      );
      return [frame, titleRow(league, { x, y, width }, drawing), titles, ...body];
    },
  };
}

function titleRow(league: League, at: { x: number; y: number; width: number }, { t }: Drawing): string {
  const matches = league.columns.flatMap((column) => column.matches);
  const isRunning = matches.some(({ phase }) => phase === 'running');
  const progress = t('pictures.progress', { played: matches.filter(isPlayed).length, total: matches.length });
  const baseline = at.y + ROW * 0.95;
  const half = (at.width - PAD * 2) / 2;
  return (
    textIn(
      { x: at.x + PAD, baseline, width: half - PAD, size: SIZE * 1.1, fill: palette.accent, weight: 'bold' },
      league.name === undefined ? t('pictures.table') : groupText(league.name, t),
    ) +
    (isRunning
      ? element('circle', {
          class: 'live',
          cx: at.x + PAD + half - 8,
          cy: baseline - 5,
          r: 4,
          fill: palette.live,
        })
      : '') +
    textIn(
      { x: at.x + PAD + half, baseline, width: half, size: SIZE * 0.85, fill: palette.muted, align: 'right' },
      progress,
    )
  );
}

const ownRow = (at: { x: number; y: number; width: number }): string =>
  rectangle({ ...at, height: ROW }, { class: 'own', fill: palette.won }) +
  path(`M${at.x + 10} ${at.y + ROW / 2 - 5}l5 5l-5 5l-5 -5z`, { class: 'own', fill: palette.own });

const signed = (value: number, { t }: Drawing): string =>
  value > 0 ? `+${t.number(value)}` : value < 0 ? `−${t.number(-value)}` : '0';
