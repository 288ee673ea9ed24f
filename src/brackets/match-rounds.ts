import type { Bracket, BracketRound, Match } from '../reading/records.ts';
import { onceFor } from '../once-for.ts';
import { sha256 } from '../sha256.ts';
import type { Translate } from '../words/words.ts';
import { partsOf, roundTitles } from './parts.ts';
import { placedText } from './texts.ts';
import { roundNameText } from './usual-names.ts';

/** By language. */
const roundsByLocale = onceFor((_bracket: Bracket) => new Map<string, ReadonlyMap<Match, string>>());

/** The round of each match: "Semifinals", "Group A · Round 1", "Third place". Not escaped. */
export function matchRounds(bracket: Bracket | undefined, t: Translate): ReadonlyMap<Match, string> {
  if (bracket === undefined) return new Map();
  const known = roundsByLocale(bracket);
  const rounds = known.get(t.locale) ?? roundsIn(bracket, t);
  known.set(t.locale, rounds);
  return rounds;
}

function roundsIn(bracket: Bracket, t: Translate): ReadonlyMap<Match, string> {
  const titles = roundTitles(bracket).map((title) => placedText(title, t));
  const rounds = new Map(
    bracket.rounds.flatMap(({ matches }, at) =>
      matches.map((match): [Match, string] => [
        match,
        match.roundName === undefined ? (titles[at] ?? '') : roundNameText(match.roundName, t),
      ]),
    ),
  );
  for (const part of partsOf(bracket)) {
    const thirdPlace = part.kind === 'tree' ? part.thirdPlace : undefined;
    const isNamed = bracket.rounds.some(
      ({ matches, name }) => name && thirdPlace && matches.includes(thirdPlace),
    );
    if (thirdPlace !== undefined && thirdPlace.roundName === undefined && !isNamed)
      rounds.set(thirdPlace, t('pictures.thirdPlace'));
  }
  return rounds;
}

/** What identifies a round within its bracket, in any language. */
const roundKey = ({ section, number, name, group, stage }: BracketRound, at: number): string =>
  JSON.stringify([section, stage, group, number, name, number === undefined && name === undefined ? at : 0]);

export const roundHash = (round: BracketRound, at: number): string => sha256(roundKey(round, at), 10);
