import { lastResult, MAX_CHANGES, type Act } from './acts.ts';
import type { FeedRecord, NewResult } from './feed-record.ts';
import { pendingOf, sameText, splitPending } from './pending.ts';
import type { FeedReading, PlanInput } from './plan-input.ts';
import { resultOf, winnerAlone } from './results.ts';

/** As many as a phone shows without much scrolling. */
const RESULTS_A_POST = 20;

/** After a longer time without a reading, results come as a digest that says so. */
const GAP_MS = 2 * 60_000;

interface ResultChanges {
  added: NewResult[];
  changed: NewResult[];
  /** Whose result changes too often to be shown. */
  often: string[];
}

/** What a match shows against what was told; a result that is gone is withdrawn: an empty one. */
function resultChanges({ matches: records }: FeedRecord, { isCurrent, matches }: FeedReading): ResultChanges {
  const changes: ResultChanges = { added: [], changed: [], often: [] };
  if (!isCurrent) return changes;
  const now = new Map(matches.map(({ key, match }) => [key, resultOf(match)]));
  // A bracket that is empty for a moment withdraws nothing.
  const withdrawn = now.size === 0 ? [] : Object.keys(records).filter((key) => !now.has(key));
  for (const key of [...now.keys(), ...withdrawn]) {
    const result = now.get(key) ?? '';
    const { result: before, changes: count = 0 } = records[key] ?? {};
    if (result === (before ?? '') || winnerAlone(before ?? '') === result) continue;
    if (before === undefined) changes.added.push({ key, result });
    else if (count < MAX_CHANGES) changes.changed.push({ key, result });
    else if (count === MAX_CHANGES) changes.often.push(key);
  }
  return changes;
}

function inChunks<T>(all: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < all.length; at += size) chunks.push(all.slice(at, at + size));
  return chunks;
}

/** What is to be done about results: new ones, and those that are no longer so. Pure. */
export function resultActs(input: PlanInput): Act[] {
  const { announced, elapsed, feed, followed, reading, sharesResults } = input;
  const { follow, leads } = followed;
  const { added, changed, often } = resultChanges(feed, reading);
  const acts: Act[] = [];
  const isSilent = !follow.topics.results || (sharesResults && !leads.results);
  const notes: Extract<Act, { kind: 'note' }>['results'] = [];
  const open: NewResult[] = [];
  for (const one of added) {
    const announcement = announced.get(one.key);
    if (isSilent) notes.push(one);
    else if (announcement === undefined) open.push(one);
    else if (announcement.state === 'posted')
      notes.push({
        key: one.key,
        result: announcement.result,
        ...(announcement.post && { post: announcement.post }),
      });
  }
  // A baseline's result was never shown: what replaces it is news, and what is withdrawn is not.
  const edits: NewResult[] = [];
  for (const one of changed) {
    const record = feed.matches[one.key] ?? {};
    const announcement = announced.get(one.key);
    if (announcement?.state === 'writing') continue;
    if (announcement?.result === one.result) {
      notes.push({ ...one, ...(announcement.post && { post: announcement.post }) });
      continue;
    }
    if (record.postId !== undefined) {
      edits.push(one);
      continue;
    }
    const before = lastResult(record);
    const isNews = ![before, ''].includes(one.result) && winnerAlone(one.result) !== before;
    if (isSilent || !isNews) notes.push(one);
    else open.push(one);
  }
  if (notes.length > 0) acts.push({ kind: 'note', results: notes });
  const unsure = reading.isCurrent
    ? Object.keys(feed.posts).filter((postId) => feed.posts[postId]?.unsure)
    : [];
  for (const postId of new Set([...unsure, ...edits.map(({ key }) => feed.matches[key]?.postId ?? '')]))
    acts.push({
      kind: 'correct',
      postId,
      results: edits.filter(({ key }) => feed.matches[key]?.postId === postId),
    });
  const isGap = feed.overAt === undefined && elapsed.ms > GAP_MS;
  const gap = isGap ? { from: reading.bracketAt - elapsed.ms, to: reading.bracketAt } : undefined;
  const pending = pendingOf(feed, 'results');
  for (const results of splitPending(
    open,
    pending.map((telling) => telling.results),
    ({ key }) => key,
  ).flatMap((some) => inChunks(some, RESULTS_A_POST))) {
    const same = pending.find((telling) => sameText(telling.results, results));
    const postGap = same === undefined ? gap : same.gap;
    acts.push({ kind: 'results', results, ...(postGap && { gap: postGap }) });
  }
  if (often.length > 0) acts.push({ kind: 'often', keys: often });
  return acts;
}
