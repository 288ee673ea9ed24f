import { GONE } from './closing.ts';
import type { FeedRecord } from './feed-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import type { MatchRecord } from './match-record.ts';
import type { FeedReading } from './plan-input.ts';
import { resultOf } from './result-codes.ts';

/** Whether a match has lost the result that was posted. */
export const lacksResult = ({ result }: MatchRecord, { match }: KeyedMatch): boolean =>
  (result?.code ?? '') !== '' && resultOf(match) === undefined;

/** The channel has a post that the match is gone. */
export const isToldGone = ({ call, result }: MatchRecord): boolean =>
  call?.shows === GONE || result?.code === '';

/**
 * The matches that only this reading shows as gone, back, or without their result: a partial or outdated bracket would look the
 * same.
 */
export function doubtful(
  feed: Pick<FeedRecord, 'bracketAt' | 'matches'>,
  { bracketAt, byKey }: FeedReading,
): ReadonlySet<string> {
  const { matches: records } = feed;
  // What this same bracket lacked is recorded already: only the next bracket can confirm it.
  const isNoted = bracketAt === feed.bracketAt;
  const known = [...records].filter(([, { gone }]) => gone !== true || isNoted);
  const missing = known.filter(([key]) => !byKey.has(key));
  const undone = known.filter(([key, record]) => {
    const one = byKey.get(key);
    return one !== undefined && (record.undone !== true || isNoted) && lacksResult(record, one);
  });
  const returned = [...records].filter(([key, record]) => {
    const isUnsure = record.gone === 'back' ? isNoted : record.gone === true && isToldGone(record);
    return isUnsure && byKey.has(key);
  });
  return new Set([...missing, ...undone, ...returned].map(([key]) => key));
}
