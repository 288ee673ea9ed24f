import type { MessageText, ResultText } from './read-message.ts';
import type { Played } from './snapshot.ts';
import type { View } from './view.ts';

const linesOf = (text: MessageText) =>
  text.kind === 'results' ? text.lines : text.kind === 'closed' ? [text.line] : [];

/** A withdrawn result was one of each player whom it still names, as it says. */
export function judgeWithdrawn({ cup, snapshots, told, wrong }: View): void {
  for (const { at, text } of told)
    for (const { before, isWithdrawn } of linesOf(text)) {
      if (!isWithdrawn || before === undefined) continue;
      for (const side of [0, 1] as const) {
        const player = cup.playerOf(before.names[side]);
        if (player === undefined) continue;
        const wasSo = snapshots.some(
          (one) =>
            one.at <= at &&
            one.matches.some(({ played }) => played !== undefined && isSame(before, side, played, player)),
        );
        if (!wasSo) wrong(at, `withdraws what never was: ${JSON.stringify(before)}`);
      }
    }
}

/** Whether a result says of the player on this side what the platform showed of them. */
function isSame(said: ResultText, side: 0 | 1, { pair, scores, winner }: Played, player: number): boolean {
  const place = pair.indexOf(player);
  if (place < 0) return false;
  const hasWon = said.winner === undefined ? undefined : said.winner === said.names[side];
  if (hasWon !== (winner === undefined ? undefined : winner === player)) return false;
  if (said.scores === undefined || scores === undefined) return true;
  return said.scores[side] === scores[place] && said.scores[side === 0 ? 1 : 0] === scores[1 - place];
}
