import type { Step } from '../brackets/path.ts';
import { placedText } from '../brackets/texts.ts';
import { stack, type Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import { looks } from './look.ts';
import { cardHeight, matchCard, tagOfMatch } from './match-card.ts';
import { palette } from './palette.ts';
import { element, path, textIn } from './svg.ts';

const look = { ...looks.large, cardWidth: 400 };
const RAIL = 28;
const TITLE = 26;
const GAP = 18;

/** The matches one under the other along a rail: filled stops are reached, open ones still ahead. */
export function pathBlock(steps: readonly Step[], drawing: Drawing): Block {
  const stops = steps.map((step) => stopBlock(step, drawing));
  const list = stack(stops, GAP);
  const stepHeight = TITLE + cardHeight(look) + GAP;
  return {
    width: list.width,
    height: list.height,
    *draw(x, y) {
      const railX = x + RAIL / 3;
      const reached = steps.filter(({ ahead }) => !ahead).length;
      const stopY = (at: number): number => y + at * stepHeight + TITLE / 2;
      const rail = (from: number, to: number, dashed: boolean): string =>
        to <= from
          ? ''
          : path(`M${railX} ${stopY(from)}V${stopY(to)}`, {
              stroke: dashed ? palette.line : palette.own,
              'stroke-width': 3,
              'stroke-dasharray': dashed ? '2 6' : undefined,
              'stroke-linecap': 'round',
            });
      const circles = steps.map(({ ahead }, at) =>
        element('circle', {
          class: ahead ? 'ahead' : 'reached',
          cx: railX,
          cy: stopY(at),
          r: 7,
          fill: ahead ? palette.panel : palette.own,
          stroke: ahead ? palette.line : palette.own,
          'stroke-width': 3,
        }),
      );
      yield rail(0, Math.max(0, reached - 1), false);
      yield rail(Math.max(0, reached - 1), steps.length - 1, true);
      yield* circles;
      yield* list.draw(x, y);
    },
  };
}

/** What a match is called stands beside its round: in the card, a score would take its place. */
function stopBlock({ match, title, ahead }: Step, drawing: Drawing): Block {
  const { t } = drawing;
  const card = matchCard(match, look, drawing, '');
  const texts = [placedText(title, t), tagOfMatch(match, drawing)].filter((text) => text !== undefined);
  return {
    width: RAIL + card.width,
    height: TITLE + card.height,
    *draw(x, y) {
      yield textIn(
        {
          x: x + RAIL,
          baseline: y + TITLE * 0.68,
          width: card.width * 0.7,
          size: 16,
          fill: ahead ? palette.muted : palette.text,
          weight: 'bold',
        },
        texts.join(t('list.separator')),
      );
      yield* card.draw(x + RAIL, y + TITLE);
    },
  };
}
