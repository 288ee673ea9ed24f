import type { Bracket, BracketRound } from '../../../src/reading/records.ts';

/** How a platform names its rounds; what each proves is in DESIGN, "What the bot may claim". */
export const NAMINGS = ['plain', 'numbered', 'ordinal', 'final', 'sides'] as const;
export type NamingStyle = (typeof NAMINGS)[number];

/** "Round 3", "Swiss round 3" and what they are elsewhere prove nothing. */
const NUMBERED = ['Round', 'Ronda', 'Runde', 'Rodada', 'Tour', 'Vòng', 'Matchday', 'Week'];
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];
/** The last round of a tree, in the languages of the bot. */
const FINALS = ['Final', 'Finale', 'Chung kết', '決勝'];
const SIDES = [
  ['Winners Round', 'Losers Round', 'Grand Final'],
  ['WB Round', 'LB Round', 'Grand Final'],
  ['Upper Bracket Round', 'Lower Bracket Round', 'Grand final'],
] as const;

/** Names that say no more than a number does. */
export const provesNothing = (naming: NamingStyle): boolean => naming === 'numbered' || naming === 'ordinal';

const isTree = ({ section }: BracketRound): boolean => section === 'main';

const pairOf = ({ sides }: BracketRound['matches'][number]): string =>
  sides
    .map(({ player }) => player?.name ?? '')
    .toSorted()
    .join();

/** The rounds by their names. `word`: which of the words a platform has chosen. */
export function named(
  { rounds, ...bracket }: Bracket,
  { naming, word }: { naming: NamingStyle; word: number },
  hasFinal: boolean,
): Bracket {
  const pick = <T>(from: readonly T[]): T | undefined => from[word % from.length];
  function nameOf(round: BracketRound, at: number): Partial<BracketRound> {
    const { name, number = 1, section } = round;
    // What decides about the third place is named so, or not at all.
    if (name !== undefined || naming === 'plain') return {};
    if (naming === 'sides') {
      const [upper, lower, grand] = pick(SIDES) ?? SIDES[0];
      if (section === 'winners') return { name: `${upper} ${number}` };
      if (section === 'losers') return { name: `${lower} ${number}` };
      return section === 'final' ? { name: number > 1 ? `${grand} Reset` : grand } : {};
    }
    if (section !== 'main' && section !== 'group') return {};
    if (naming === 'numbered') return { name: `${pick(NUMBERED)} ${number}` };
    if (naming === 'ordinal') return { name: `${ORDINALS[number - 1] ?? 'Next'} round` };
    const isLast = rounds
      .slice(at + 1)
      .every((other) => other.name !== undefined || !isTree(other) || other.stage !== round.stage);
    // Two legs are one final.
    const [pair, ...others] = new Set(round.matches.map(pairOf));
    const isOne = round.matches.length === 1 || (others.length === 0 && pair !== ',');
    const isFinal = hasFinal && isTree(round) && isLast && number > 1 && isOne;
    return isFinal ? { name: pick(FINALS) ?? 'Final' } : {};
  }
  return { ...bracket, rounds: rounds.map((round, at) => ({ ...round, ...nameOf(round, at) })) };
}
