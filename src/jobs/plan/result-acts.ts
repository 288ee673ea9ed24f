import type { Act } from './acts.ts';
import { doubtful } from './doubt.ts';
import { closeActs, isAsking } from './closing.ts';
import type { FeedRecord, NewResult } from './feed-record.ts';
import { questionedAnew } from './questioned.ts';
import { KNOWN, lastResult, MAX_CHANGES } from './match-record.ts';
import { groupBy, pendingOf } from './pending.ts';
import type { MemberResult, FeedReading, PlanInput } from './plan-input.ts';
import { gapOf, newPosts } from './result-posts.ts';
import { resultOf, winnerAlone } from './result-codes.ts';

interface ResultChanges {
  added: NewResult[];
  changed: NewResult[];
  /** Matches whose result changes too often to be shown. */
  often: string[];
  /** Matches whose result has changed too often before, or that need one more reading to be sure. */
  fixed: string[];
  /** Matches that need one more reading to be sure. */
  doubted: ReadonlySet<string>;
}

/** Compares what matches show with what was posted; a result that is gone is withdrawn, as an empty one. */
function resultChanges(feed: FeedRecord, reading: FeedReading): ResultChanges {
  const { matches: records } = feed;
  const { isCurrent, matches } = reading;
  const doubted = isCurrent ? doubtful(feed, reading) : new Set<string>();
  const changes: ResultChanges = { added: [], changed: [], often: [], fixed: [...doubted], doubted };
  if (!isCurrent) return changes;
  const now = new Map(matches.map(({ key, match }) => [key, resultOf(match)]));
  // A momentarily empty bracket withdraws nothing.
  const withdrawn = now.size === 0 ? [] : [...records.keys()].filter((key) => !now.has(key));
  for (const key of [...now.keys(), ...withdrawn]) {
    if (doubted.has(key)) continue;
    const result = now.get(key) ?? '';
    const { result: told, state } = records.get(key) ?? KNOWN;
    const shown = told?.code ?? '';
    if (result === shown || result === winnerAlone(shown)) continue;
    if (told === undefined) changes.added.push({ key, result });
    // A match that left the bracket is always withdrawn: no one can check it there anymore.
    else if (told.changes < MAX_CHANGES || !now.has(key)) changes.changed.push({ key, result });
    else {
      changes.fixed.push(key);
      if (state !== 'closed') changes.often.push(key);
    }
  }
  return changes;
}

/** Where each result is shown. */
interface ResultPlaces {
  /** Needs no message here, or a member's result post shows it. */
  notes: Extract<Act, { kind: 'note' }>['results'];
  /** In the message that showed an earlier result. */
  edits: NewResult[];
  /** In the call of the match, by its key. */
  calls: Map<string, string>;
  /** In the member's result post that still asks about another score, by its id. */
  asked: Map<string, NewResult[]>;
  /** In a message with results. */
  open: NewResult[];
  /** A member is reporting it: it is not known yet which message will show it. */
  writing: string[];
}

function placesOf(
  { added, changed }: ResultChanges,
  { memberResults, elapsed, feed, followed, reading, resultsChannelId, sharesResults }: PlanInput,
): ResultPlaces {
  const { follow, leads } = followed;
  const isSilent = !follow.topics.results || (sharesResults && !leads.results);
  const isHere = resultsChannelId === follow.channelId;
  const pending = new Set(pendingOf(feed, 'results').flatMap(({ results }) => results.map(({ key }) => key)));
  const places: ResultPlaces = {
    notes: [],
    edits: [],
    calls: new Map(),
    asked: new Map(),
    open: [],
    writing: [],
  };
  const { notes, edits, calls, asked, open, writing } = places;
  /** Whether only the call of a match can show its result. */
  const hasCall = (key: string): boolean =>
    isHere && !isSilent && feed.matches.get(key)?.call?.messageId !== undefined && !pending.has(key);
  const isGap = gapOf({ feed, elapsed, reading }) !== undefined;
  for (const one of added) {
    const own = memberResults.get(one.key);
    if (own?.state === 'writing') writing.push(one.key);
    else if (isSilent && (own?.result ?? '') === '') notes.push(one);
    // The call becomes the result, and the message that asks the other side is deleted.
    else if (own?.result === '' && hasCall(one.key)) calls.set(one.key, one.result);
    else if (own !== undefined) {
      const noted = notedIn(own, feed, one.key);
      notes.push({ ...noted, result: own.result });
      if (own.result === '' && noted.post !== undefined) asked.set(noted.post.postId, [one]);
    } else if (hasCall(one.key) && !isGap) calls.set(one.key, one.result);
    else open.push(one);
  }
  // A baseline's result was never shown: its replacement is news, its withdrawal is not.
  for (const one of changed) {
    const record = feed.matches.get(one.key) ?? KNOWN;
    const own = memberResults.get(one.key);
    const before = lastResult(record);
    const isNews = ![before, ''].includes(one.result) && winnerAlone(one.result) !== before;
    if (own?.state === 'writing') writing.push(one.key);
    else if (
      own?.result === one.result &&
      (record.result?.before !== one.result || isNew(own, feed, one.key))
    )
      notes.push({ ...notedIn(own, feed, one.key), result: one.result });
    else if (record.result?.postId !== undefined) edits.push(one);
    else if (hasCall(one.key)) calls.set(one.key, one.result);
    else if (isSilent || !isNews) notes.push(one);
    else open.push(one);
  }
  return places;
}

/** A known result post may be an old one, whose message no longer shows its result. */
const isNew = ({ post }: MemberResult, { matches, posts }: FeedRecord, key: string): boolean =>
  post !== undefined && !(post.postId in posts) && !isCall(post.postId, matches, key);

const isCall = (postId: string, matches: FeedRecord['matches'], key: string): boolean =>
  postId === matches.get(key)?.call?.messageId;

/** A result that a member's result post shows, which may be the call of the match. */
function notedIn({ post }: MemberResult, { matches }: FeedRecord, key: string) {
  if (post === undefined) return { key };
  if (!isCall(post.postId, matches, key)) return { key, post };
  const record = matches.get(key) ?? KNOWN;
  // A call that the feed closed after the report is edited.
  const isMembers = isAsking(record) || record.call?.isMembers === true;
  return isMembers ? { key, isInCall: true as const } : { key };
}

/** The acts about results, new and outdated, and about the calls of their matches. Pure. */
export function resultActs(input: PlanInput): Act[] {
  const { feed, reading } = input;
  const changes = resultChanges(feed, reading);
  const { notes, edits, calls, asked, open, writing } = placesOf(changes, input);
  const { added, more } = newPosts(open, input);
  const awaited = new Set([...changes.doubted, ...writing]);
  // An edit would restore doubtful results that an earlier edit may have removed, without the names of missing players.
  const isClear = (postId: string): boolean =>
    reading.isCurrent && feed.posts[postId]?.keys.some((key) => awaited.has(key)) !== true;
  const unsure = Object.entries(feed.posts).flatMap(([postId, post]) =>
    post.unsure === true ? [postId] : [],
  );
  const edited = groupBy(edits, ({ key }) => feed.matches.get(key)?.result?.postId ?? '');
  const questioned = reading.isCurrent ? questionedAnew(input) : [];
  const restated = questioned.flatMap((key) => {
    const postId = feed.matches.get(key)?.result?.postId;
    return postId !== undefined && postId in feed.posts ? [postId] : [];
  });
  const corrections = [
    ...new Set([...unsure, ...edited.keys(), ...more.keys(), ...asked.keys(), ...restated]),
  ]
    .filter(isClear)
    .map((postId): Act => ({
      kind: 'correct',
      postId,
      results: [...(edited.get(postId) ?? []), ...(more.get(postId) ?? []), ...(asked.get(postId) ?? [])],
    }));
  const inMembersCalls = notes.flatMap(({ key, isInCall }) => (isInCall ? [key] : []));
  const fixed = new Set([...changes.fixed, ...writing, ...inMembersCalls]);
  return [
    ...(notes.length > 0 ? [{ kind: 'note', results: notes } as const] : []),
    ...corrections,
    ...added,
    ...closeActs(input, { results: calls, fixed, restated: new Set(questioned) }),
    ...(changes.often.length > 0 ? [{ kind: 'often', keys: changes.often } as const] : []),
  ];
}
