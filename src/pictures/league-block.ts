import { progressOf } from '../brackets/results.ts';
import { matchesOfLeague, type League } from '../brackets/stages.ts';
import { standingsOf, type TableRow, type Standings } from '../brackets/standings.ts';
import { playerText, signedText, tableText } from '../brackets/texts.ts';
import { stack, type PictureBlock } from './block.ts';
import { SMALLEST, type Drawing } from './look.ts';
import { textWidth, type Weight } from './measure.ts';
import { palette } from './palette.ts';
import { diamond, liveDot, path, rectangle, textIn } from './svg.ts';

const NAME_WIDTH = 200;
const FIGURE_WIDTH = 42;
const PLACE_WIDTH = 30;
const ROW = 28;
const SIZE = SMALLEST;
const PAD = 12;

/** The tables of all groups below each other. */
export const leaguesBlock = (leagues: readonly League[], drawing: Drawing): PictureBlock =>
  stack(
    leagues.map((league) => tableBlock(league, standingsOf(league), drawing)),
    24,
  );

/** The results of one group, or a page of it. Wins are bold; a place stands where it is known. */
export function tableBlock(
  league: League,
  { rows, hasDraws, hasScores }: Standings,
  drawing: Drawing,
): PictureBlock {
  const { t } = drawing;
  const figures: { title: string; of: (row: TableRow) => string; weight?: Weight }[] = [
    { title: t('pictures.played'), of: (row) => t.number(row.played) },
    { title: t('pictures.won'), of: (row) => t.number(row.won), weight: 'bold' },
    ...(hasDraws ? [{ title: t('pictures.drawn'), of: (row: TableRow) => t.number(row.drawn) }] : []),
    { title: t('pictures.lost'), of: (row) => t.number(row.lost) },
    ...(hasScores ? [{ title: '±', of: (row: TableRow) => signedText(row.difference, t) }] : []),
  ];
  const places = rows.some(({ place }) => place !== undefined) ? PLACE_WIDTH : 0;
  const nameX = PAD + places;
  const width = nameX + PAD + NAME_WIDTH + FIGURE_WIDTH * figures.length;
  const top = ROW * 2.4;
  const height = top + rows.length * ROW + PAD / 2;
  const cell = (
    at: number,
    text: string,
    look: { baseline: number; fill?: string; weight?: Weight },
  ): string =>
    textIn(
      {
        x: nameX + NAME_WIDTH + at * FIGURE_WIDTH,
        width: FIGURE_WIDTH - 4,
        size: SIZE,
        align: 'right',
        ...look,
      },
      text,
    );
  const tableRow = (row: TableRow, at: number): string => {
    const y = top + at * ROW;
    const baseline = y + ROW / 2 + SIZE * 0.36;
    const isOwn = drawing.playerId !== undefined && row.player.id === drawing.playerId;
    const indent = isOwn ? 12 : 0;
    return [
      isOwn ? ownRow(y, width) : '',
      path(`M1 ${y}h${width - 2}`, { stroke: palette.border }),
      row.place === undefined
        ? ''
        : textIn(
            { x: PAD + indent, baseline, width: PLACE_WIDTH - 8, size: SIZE, fill: palette.muted },
            t.number(row.place),
          ),
      textIn(
        {
          x: nameX + indent,
          baseline,
          width: NAME_WIDTH - 8 - indent,
          size: SIZE,
          weight: isOwn ? 'bold' : 'regular',
          align: 'left',
        },
        playerText(row.player, t),
      ),
      ...figures.map(({ of, weight = 'regular' }, column) => cell(column, of(row), { baseline, weight })),
    ].join('');
  };
  return {
    width,
    height,
    *draw() {
      yield rectangle({
        class: 'group',
        width,
        height,
        fill: palette.card,
        stroke: palette.border,
        rx: 8,
      });
      yield titleRow(league, width, drawing);
      for (const [at, { title }] of figures.entries())
        yield cell(at, title, { baseline: ROW * 1.9, fill: palette.muted });
      for (const [at, row] of rows.entries()) yield tableRow(row, at);
    },
  };
}

function titleRow(league: League, width: number, { t }: Drawing): string {
  const matches = matchesOfLeague(league);
  const isRunning = matches.some(({ phase }) => phase === 'running');
  const counts = progressOf(matches);
  const progress = counts === undefined ? '' : t('pictures.progress', counts);
  const baseline = ROW * 0.95;
  const right = Math.min(width * 0.65, textWidth(progress, SIZE, 'regular') + 1);
  const left = width - PAD * 3 - right;
  return (
    textIn(
      { x: PAD, baseline, width: left - PAD, size: SIZE * 1.1, fill: palette.accent, weight: 'bold' },
      tableText(league.name, t),
    ) +
    (isRunning ? liveDot(PAD + left - 4, baseline - 6, 5) : '') +
    textIn(
      { x: width - PAD - right, baseline, width: right, size: SIZE, fill: palette.muted, align: 'right' },
      progress,
    )
  );
}

const ownRow = (y: number, width: number): string =>
  rectangle({ class: 'own', x: 1, y, width: width - 2, height: ROW, fill: palette.won }) +
  diamond(11, y + ROW / 2, 5);
