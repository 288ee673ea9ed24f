import type { PathStep } from '../brackets/path.ts';
import { placedText } from '../brackets/texts.ts';
import { arrange, line, overlay, row, stack, type PictureBlock } from './block.ts';
import { looks, SMALLEST, type Drawing, type Look } from './look.ts';
import { cardHeight, matchCard, tagOfMatch } from './match-card.ts';
import { palette } from './palette.ts';
import { element, path } from './svg.ts';

const WIDE = { ...looks.large, cardWidth: 400 };
/** For two columns. */
const HALF = { ...looks.large, cardWidth: 205 };
/** More steps would make the picture too tall. */
const STEPS_MAX = 4;
const RAIL = 28;
const RAIL_X = RAIL / 3;
const TITLE = 26;
const GAP = 18;

/** The matches along a vertical rail: filled stops are reached, open ones are ahead. */
export function pathBlock(steps: readonly PathStep[], drawing: Drawing): PictureBlock {
  if (steps.length <= STEPS_MAX) return column(steps, WIDE, drawing);
  const half = Math.ceil(steps.length / 2);
  return row([column(steps.slice(0, half), HALF, drawing), column(steps.slice(half), HALF, drawing)], GAP);
}

function column(steps: readonly PathStep[], look: Look, drawing: Drawing): PictureBlock {
  const list = stack(
    steps.map((step) => stepBlock(step, look, drawing)),
    GAP,
  );
  return arrange([overlay(() => railAlong(steps)), { block: list, x: RAIL, y: 0 }]);
}

const stopY = (at: number): number => at * (TITLE + cardHeight(WIDE) + GAP) + TITLE / 2;

function* railAlong(steps: readonly PathStep[]): Iterable<string> {
  const end = steps.length - 1;
  const reached = Math.max(0, steps.filter(({ ahead }) => !ahead).length - 1);
  const rail = { 'stroke-width': 3, 'stroke-linecap': 'round' };
  if (reached > 0) yield path(`M${RAIL_X} ${stopY(0)}V${stopY(reached)}`, { ...rail, stroke: palette.own });
  if (reached < end)
    yield path(`M${RAIL_X} ${stopY(reached)}V${stopY(end)}`, {
      ...rail,
      stroke: palette.line,
      'stroke-dasharray': '2 6',
    });
  for (const [at, { ahead }] of steps.entries())
    yield element('circle', {
      class: ahead ? 'ahead' : 'reached',
      cx: RAIL_X,
      cy: stopY(at),
      r: 7,
      fill: ahead ? palette.panel : palette.own,
      stroke: ahead ? palette.line : palette.own,
      'stroke-width': 3,
    });
}

/** The tag of a match goes next to its round, because in the card a score would replace it. */
function stepBlock({ match, title, ahead }: PathStep, look: Look, drawing: Drawing): PictureBlock {
  const texts = [placedText(title, drawing.t), tagOfMatch(match, drawing)];
  const text = texts.filter((part) => part !== undefined).join(drawing.t('list.separator'));
  if (look === HALF) {
    const card = matchCard(match, look, drawing, text);
    return arrange([{ block: card, x: 0, y: TITLE }]);
  }
  const heading = line(text, {
    width: look.cardWidth * 0.7,
    height: TITLE,
    baseline: TITLE * 0.68,
    size: SMALLEST,
    fill: ahead ? palette.muted : palette.text,
    weight: 'bold',
  });
  return stack([heading, matchCard(match, look, drawing, '')], 0);
}
