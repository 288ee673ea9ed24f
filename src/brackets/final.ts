import { present } from '../present.ts';
import type { Bracket, Match, PlayerName } from '../reading/records.ts';
import { FINALS, proofOf, type Proof } from './names.ts';
import { isOpen } from './playable.ts';
import { hasBye, loserSide, pairKey, playerKey, winnerSide } from './players.ts';
import { nameOfRound, stagesOf, type BracketPart } from './stages.ts';
import { isNamedThirdPlace, playsOnAfterDefeat, thirdPlaceIn } from './third-place.ts';
import type { Column } from './titles.ts';

/** First, second and third, as far as the bracket proves them. */
export interface Podium {
  winner: PlayerName;
  runnerUp?: PlayerName;
  third?: PlayerName;
  /** The final, or the last one: its winner is known, the score may not be. */
  final?: Match;
}

const isSame = (one: PlayerName | undefined, other: PlayerName | undefined): boolean =>
  playerKey(one) !== undefined && playerKey(one) === playerKey(other);

/**
 * The podium of a bracket's last part. `isFinished`: by the platform's word; otherwise round names or the format have to prove the
 * final.
 */
export function podiumIn(bracket: Bracket, isFinished: boolean): Podium | undefined {
  const stages = stagesOf(bracket);
  const last = stages.at(-1);
  const name = last?.title.kind === 'named' ? last.title.name : undefined;
  if (proofOf(bracket.rounds.at(-1)?.stage) === 'not-the-end' && !isFinished) return undefined;
  // If the round numbers start over, it may be a match for a place, or another division.
  const isApart = stages.slice(0, -1).some(({ parts }) => parts.some(({ kind }) => kind !== 'leagues'));
  if (isApart && name === undefined) return undefined;
  const part = last?.parts.at(-1);
  if (part?.kind === 'double') return podiumOfDouble(part, isFinished);
  return part?.kind === 'tree' ? podiumOfTree(part, bracket, isFinished) : undefined;
}

const proofIn = (match: Match, { round }: Column): Proof => proofOf(match.roundName ?? nameOfRound(round));

/**
 * The winner of a final, which may be several matches of one pair; `undefined` while one of them is open. `hasHead`: starts with
 * one win.
 */
function judge(finals: readonly Match[], hasHead: (player: PlayerName) => boolean): Podium | undefined {
  const [first, ...others] = finals.filter((match) => winnerSide(match) !== undefined || isOpen(match));
  if (first === undefined) return undefined;
  const pair = pairKey(first);
  if (others.some((match) => pair === undefined || pairKey(match) !== pair)) return undefined;
  const played = [first, ...others];
  const last = played.at(-1);
  const [winner, runnerUp] = [last && winnerSide(last)?.player, last && loserSide(last)?.player];
  if (last === undefined || winner === undefined || played.some(isOpen)) return undefined;
  const winsOf = (player: PlayerName | undefined): number =>
    played.filter((match) => isSame(winnerSide(match)?.player, player)).length +
    (player !== undefined && hasHead(player) ? 1 : 0);
  if (winsOf(winner) <= winsOf(runnerUp)) return undefined;
  return { winner, final: last, ...present({ runnerUp }) };
}

/**
 * The winner of the winners' final wins the grand final with one win; the other player has to win twice, until the record says that
 * it was played out.
 */
function podiumOfDouble(
  { final, losers, winners }: Extract<BracketPart, { kind: 'double' }>,
  isFinished: boolean,
): Podium | undefined {
  if ([...winners, ...losers].some(({ matches }) => matches.some(isOpen))) return undefined;
  const finals = final.flatMap((column) =>
    column.matches.filter((match) => proofIn(match, column) !== 'third-place'),
  );
  const [upper, ...others] = winners.at(-1)?.matches ?? [];
  const head = others.length === 0 ? upper && winnerSide(upper)?.player : undefined;
  if (head === undefined) return isFinished ? judgeLast(finals) : undefined;
  const podium = judge(finals, (player) => isSame(player, head));
  return (
    podium ?? (isFinished && finals.filter(winnerSide).length === 1 ? judge(finals, () => false) : undefined)
  );
}

/** The second of two finals of one pair was played because the first one did not decide. */
const judgeLast = (finals: readonly Match[]): Podium | undefined => {
  const last = finals.findLast((match) => winnerSide(match) !== undefined);
  return last && judge(finals, (player) => isSame(player, winnerSide(last)?.player));
};

function podiumOfTree(
  { columns, format, isUnproven, thirdPlace }: Extract<BracketPart, { kind: 'tree' }>,
  { rounds }: Bracket,
  isFinished: boolean,
): Podium | undefined {
  const rest = isUnproven === true ? thirdPlaceIn(columns).rest : columns;
  const last = rest.at(-1);
  const namedAs = (proofs: readonly string[]): Match[] =>
    rest.flatMap((column) => column.matches.filter((match) => proofs.includes(proofIn(match, column))));
  if (format === 'double') return isFinished ? judgeLast(namedAs(FINALS.slice(1))) : undefined;
  const named = namedAs(FINALS);
  const isNamed = last?.matches.every((match) => named.includes(match)) === true;
  const earlier = rest.slice(0, -1).flatMap((column) => column.matches);
  if (last === undefined || earlier.some((match) => isOpen(match) && !named.includes(match)))
    return undefined;
  const isKnown = format === 'single' || isFinished;
  const isTree = format === 'single' || !playsOnAfterDefeat([...earlier, ...last.matches]);
  const isProven = isNamed ? isTree || isFinished : isKnown && isTree && last.matches.length === 1;
  const podium = isProven ? judge(isNamed ? named : last.matches, () => false) : undefined;
  if (podium === undefined || (!isNamed && !isAlone(podium.winner, rest))) return undefined;
  const { final, runnerUp, winner } = podium;
  // One of several matches is not the final's result. If this is the beginning of a league, the second place is unknown.
  const isOne = (isNamed ? named : last.matches).length === 1;
  if (isUnproven === true) return { winner, ...present({ final }) };
  const isNamedThird = rounds.some(
    ({ matches, name }) =>
      thirdPlace !== undefined && matches.includes(thirdPlace) && isNamedThirdPlace(thirdPlace, name),
  );
  const third = isNamedThird && thirdPlace ? winnerSide(thirdPlace)?.player : undefined;
  return { winner, ...present({ final: isOne ? final : undefined, runnerUp, third }) };
}

/** Whether every other player has lost a match, and this winner has not. */
function isAlone(winner: PlayerName, columns: readonly Column[]): boolean {
  const left = new Map<string, boolean>();
  for (const match of columns.flatMap((column) => column.matches)) {
    for (const { player, bye } of match.sides) {
      const key = playerKey(player);
      if (key === undefined || bye === true || left.get(key) === false) continue;
      const hasWon = hasBye(match) || isSame(winnerSide(match)?.player, player);
      left.set(key, hasWon);
    }
  }
  const alive = [...left].filter(([, isLeft]) => isLeft).map(([key]) => key);
  return alive.length === 1 && alive[0] === playerKey(winner);
}
