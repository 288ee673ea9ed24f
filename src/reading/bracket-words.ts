import { envelopeNames } from './envelopes.ts';
import { foldedSet, foldKey, type Field } from './keys.ts';
import type { BracketRound } from './records.ts';
import { words } from './values.ts';

export type BracketSection = BracketRound['section'];

/** The place of a match in a bracket, as far as it is known from the match and the levels above it. */
export interface BracketPlace {
  section?: BracketSection;
  /** The name, number or id of the group. */
  group?: string;
  stage?: { key: string; name?: string };
  /** The number and name of the round. */
  number?: number;
  name?: string;
  /** The same for all matches of a round. */
  roundKey?: string;
}

const folded = (list: string): ReadonlySet<string> => foldedSet(words(list));

/** Keys of a bracket's rounds, matches and parts, and keys of envelopes around these. */
export const bracketKeys = {
  rounds: folded('rounds round'),
  matches: folded(`
    matches match games sets fixtures pairings series matchups seeds ties bracket_matches
  `),
  parts: folded(`
    groups group stages stage brackets pools phases phase_groups phase_group sections divisions
  `),
  around: folded(`
    data bracket tournament event result results response payload content items nodes edges node
    attributes structure tree list body value entries competition _embedded
  `),
  /** Keys that only a match has, never a round. A match may contain games. */
  sides: folded(`
    opponents participants players slots sides player1 team1 opponent1 home top winner_id player1_id
    team1_id scores
  `),
};

export type BracketKeys = Pick<typeof bracketKeys, 'rounds' | 'matches' | 'around'>;

/** The bracket keys with the added names of a platform. The built-in envelope names are not all bracket keys. */
export function bracketKeysWith(envelope: {
  answer: Field<unknown>;
  round: Field<unknown>;
  match: Field<unknown>;
}): BracketKeys {
  const added = (name: 'answer' | 'round' | 'match') =>
    envelope[name].names.filter((word) => !envelopeNames[name].names.includes(word)).map(foldKey);
  return {
    rounds: new Set([...bracketKeys.rounds, ...added('round')]),
    matches: new Set([...bracketKeys.matches, ...added('match')]),
    around: new Set([...bracketKeys.around, ...added('answer')]),
  };
}

const sectionWords = [
  ['winners', 'winners winner winners_bracket winner_bracket upper upper_bracket wb ub'],
  ['losers', 'losers loser losers_bracket loser_bracket lower lower_bracket lb'],
  ['final', 'grand_final grand_finals final finals grand_finals_reset gf final_group'],
  ['group', 'group groups pool pools group_stage round_robin swiss league single_group'],
  ['main', 'main main_bracket single_elimination single playoffs'],
] as const;
const sections: ReadonlyMap<string, BracketSection> = new Map(
  sectionWords.flatMap(([section, list]) => words(list).map((word) => [foldKey(word), section] as const)),
);

/** The section that a word names: "upper", "Losers". */
export function sectionOfName(word: unknown): BracketSection | undefined {
  return typeof word === 'string' && word.length <= 60 ? sections.get(foldKey(word)) : undefined;
}

/** A key that can only be a round's: "round_1", "3", "semifinals". */
export function isRoundName(key: string): boolean {
  return /^(round|rd|ro|r|week|matchday)?\d+$|finals?$|^roundof/.test(foldKey(key));
}
