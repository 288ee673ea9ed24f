import { fields } from '../../src/reading/fields.ts';
import { parseJson as parsing } from '../../src/reading/parse-json.ts';
import { readBracket as bracketReading } from '../../src/reading/read-bracket.ts';
import { readMatch as matchReading, readMatches as matchesReading } from '../../src/reading/read-match.ts';
import { readRanking as rankingReading } from '../../src/reading/read-ranking.ts';
import {
  readTournament as tournamentReading,
  readTournaments as tournamentsReading,
} from '../../src/reading/read-tournament.ts';
import { atOnce, type Slices } from '../../src/async/slices.ts';
import { createReader } from '../../src/reading/reader.ts';

export const reader = createReader(fields);

const now =
  <A extends readonly unknown[], T>(read: (...args: A) => Slices<T>) =>
  (...args: A): T =>
    atOnce(read(...args));

export const parseJson = now(parsing);
export const readBracket = now(bracketReading);
export const readMatch = now(matchReading);
export const readMatches = now(matchesReading);
export const readRanking = now(rankingReading);
export const readTournament = now(tournamentReading);
export const readTournaments = now(tournamentsReading);
