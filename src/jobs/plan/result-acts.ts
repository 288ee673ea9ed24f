import type { Act } from './acts.ts';
import { doubtful } from './baseline.ts';
import { closeActs } from './closing.ts';
import type { FeedRecord, NewResult } from './feed-record.ts';
import { questionedAnew } from './questioned.ts';
import { KNOWN, lastResult, MAX_CHANGES } from './match-record.ts';
import { groupBy, pendingOf } from './pending.ts';
import type { AnnouncedResult, FeedReading, PlanInput } from './plan-input.ts';
import { gapOf, newPosts } from './result-posts.ts';
import { resultOf, winnerAlone } from './result-codes.ts';

interface ResultChanges {
  added: NewResult[];
  changed: NewResult[];
  /** Whose result changes too often to be shown. */
  often: string[];
  /** Whose result has changed too often before, or about which one more reading has to say. */
  fixed: string[];
  /** About which one more reading has to say. */
  doubted: ReadonlySet<string>;
}

/** What a match shows against what was told; a result that is gone is withdrawn: an empty one. */
function resultChanges(feed: FeedRecord, reading: FeedReading): ResultChanges {
  const { matches: records } = feed;
  const { isCurrent, matches } = reading;
  const doubted = isCurrent ? doubtful(feed, reading) : new Set<string>();
  const changes: ResultChanges = { added: [], changed: [], often: [], fixed: [...doubted], doubted };
  if (!isCurrent) return changes;
  const now = new Map(matches.map(({ key, match }) => [key, resultOf(match)]));
  // A bracket that is empty for a moment withdraws nothing.
  const withdrawn = now.size === 0 ? [] : [...records.keys()].filter((key) => !now.has(key));
  for (const key of [...now.keys(), ...withdrawn]) {
    if (doubted.has(key)) continue;
    const result = now.get(key) ?? '';
    const { result: { code: before, changes: count } = { code: undefined, changes: 0 }, state } =
      records.get(key) ?? KNOWN;
    if (result === (before ?? '') || winnerAlone(before ?? '') === result) continue;
    if (before === undefined) changes.added.push({ key, result });
    // What the bracket has no longer is withdrawn however often it changed: nobody can look at it any more.
    else if (count < MAX_CHANGES || !now.has(key)) changes.changed.push({ key, result });
    else {
      changes.fixed.push(key);
      if (state !== 'closed') changes.often.push(key);
    }
  }
  return changes;
}

/** Where each result is shown, by what is known of it. */
interface ResultPlaces {
  /** Needs no message here, or a member's announcement shows it. */
  notes: Extract<Act, { kind: 'note' }>['results'];
  /** In the message that showed an earlier one. */
  edits: NewResult[];
  /** In the call of the match, by its key. */
  calls: Map<string, string>;
  /** In a message with results. */
  open: NewResult[];
  /** A member is reporting it: whose message will show it is not known yet. */
  writing: string[];
}

function placesOf(
  { added, changed }: ResultChanges,
  { announced, elapsed, feed, followed, reading, resultsChannelId, sharesResults }: PlanInput,
): ResultPlaces {
  const { follow, leads } = followed;
  const isSilent = !follow.topics.results || (sharesResults && !leads.results);
  const isHere = resultsChannelId === follow.channelId;
  const pending = new Set(pendingOf(feed, 'results').flatMap(({ results }) => results.map(({ key }) => key)));
  const places: ResultPlaces = { notes: [], edits: [], calls: new Map(), open: [], writing: [] };
  const { notes, edits, calls, open, writing } = places;
  /** Whether the call of a match can show its result alone. */
  const hasCall = (key: string): boolean =>
    isHere && !isSilent && feed.matches.get(key)?.call?.messageId !== undefined && !pending.has(key);
  const isGap = gapOf({ feed, elapsed, reading }) !== undefined;
  for (const one of added) {
    const announcement = announced.get(one.key);
    if (announcement?.state === 'writing') writing.push(one.key);
    else if (isSilent && (announcement?.result ?? '') === '') notes.push(one);
    // The call becomes the result, and what asks for the other side's word goes.
    else if (announcement?.result === '' && hasCall(one.key)) calls.set(one.key, one.result);
    else if (announcement !== undefined)
      notes.push({ ...notedIn(announcement, feed, one.key), result: announcement.result });
    else if (hasCall(one.key) && !isGap) calls.set(one.key, one.result);
    else open.push(one);
  }
  // A baseline's result was never shown: what replaces it is news, and what is withdrawn is not.
  for (const one of changed) {
    const record = feed.matches.get(one.key) ?? KNOWN;
    const announcement = announced.get(one.key);
    const before = lastResult(record);
    const isNews = ![before, ''].includes(one.result) && winnerAlone(one.result) !== before;
    if (announcement?.state === 'writing') writing.push(one.key);
    else if (
      announcement?.result === one.result &&
      (record.result?.before !== one.result || isNew(announcement, feed, one.key))
    )
      notes.push({ ...notedIn(announcement, feed, one.key), result: one.result });
    else if (record.result?.postId !== undefined) edits.push(one);
    else if (hasCall(one.key)) calls.set(one.key, one.result);
    else if (isSilent || !isNews) notes.push(one);
    else open.push(one);
  }
  return places;
}

/** An announcement that the feed knows may be an old one, whose message no longer shows its result. */
const isNew = ({ post }: AnnouncedResult, { matches, posts }: FeedRecord, key: string): boolean =>
  post !== undefined && !(post.postId in posts) && !isCall(post.postId, matches, key);

const isCall = (postId: string, matches: FeedRecord['matches'], key: string): boolean =>
  postId === matches.get(key)?.call?.messageId;

/** A result that a member's announcement shows: it may have been edited into the call of the match. */
function notedIn({ post }: AnnouncedResult, { matches }: FeedRecord, key: string) {
  if (post === undefined) return { key };
  return isCall(post.postId, matches, key) ? { key, isInCall: true as const } : { key, post };
}

/** What is to be done about results: new ones, and those that are no longer so; and about the calls of their matches. Pure. */
export function resultActs(input: PlanInput): Act[] {
  const { feed, reading } = input;
  const changes = resultChanges(feed, reading);
  const { notes, edits, calls, open, writing } = placesOf(changes, input);
  const { added, more } = newPosts(open, input);
  // What is in doubt would be shown as before, although an edit may have taken it back, and without the names of who is missing.
  const isClear = (postId: string): boolean =>
    reading.isCurrent && feed.posts[postId]?.keys.some((key) => changes.doubted.has(key)) !== true;
  const unsure = Object.entries(feed.posts).flatMap(([postId, post]) =>
    post.unsure === true ? [postId] : [],
  );
  const edited = groupBy(edits, ({ key }) => feed.matches.get(key)?.result?.postId ?? '');
  const questioned = reading.isCurrent ? questionedAnew(input) : [];
  const restated = questioned.flatMap((key) => {
    const postId = feed.matches.get(key)?.result?.postId;
    return postId !== undefined && postId in feed.posts ? [postId] : [];
  });
  const corrections = [...new Set([...unsure, ...edited.keys(), ...more.keys(), ...restated])]
    .filter(isClear)
    .map((postId): Act => ({
      kind: 'correct',
      postId,
      results: [...(edited.get(postId) ?? []), ...(more.get(postId) ?? [])],
    }));
  const inAnnouncedCalls = notes.flatMap(({ key, isInCall }) => (isInCall ? [key] : []));
  const fixed = new Set([...changes.fixed, ...writing, ...inAnnouncedCalls]);
  return [
    ...(notes.length > 0 ? [{ kind: 'note', results: notes } as const] : []),
    ...corrections,
    ...added,
    ...closeActs(input, { results: calls, fixed, restated: new Set(questioned) }),
    ...(changes.often.length > 0 ? [{ kind: 'often', keys: changes.often } as const] : []),
  ];
}
