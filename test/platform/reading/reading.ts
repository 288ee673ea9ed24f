import { fields } from '../../../src/platform/reading/fields.ts';
import { parseJson as parsing } from '../../../src/platform/reading/parse-json.ts';
import { readBracket as bracketReading } from '../../../src/platform/reading/read-bracket.ts';
import {
  readMatch as matchReading,
  readMatches as matchesReading,
} from '../../../src/platform/reading/read-match.ts';
import { readRanking as rankingReading } from '../../../src/platform/reading/read-ranking.ts';
import { readTournaments as tournamentsReading } from '../../../src/platform/reading/read-tournament.ts';
import { atOnce, type Slices } from '../../../src/slices.ts';
import { createReader } from '../../../src/platform/reading/reader.ts';

export const reader = createReader(fields);

/** An answer as the readers get it. */
export function answer(body: unknown, operation = 'GET /v1/test') {
  return { operation, status: 200, body };
}

const now =
  <A extends readonly unknown[], T>(read: (...args: A) => Slices<T>) =>
  (...args: A): T =>
    atOnce(read(...args));

export const parseJson = now(parsing);
export const readBracket = now(bracketReading);
export const readMatch = now(matchReading);
export const readMatches = now(matchesReading);
export const readRanking = now(rankingReading);
export const readTournaments = now(tournamentsReading);
