import { MINUTE_MS } from './clock.ts';
import { isLostPress } from './people.ts';
import { readMessage, type MessageText } from './read-message.ts';
import { mayBeUnseen } from './results.ts';
import { pairKey } from './pairs.ts';
import { hasResult, hasWinner, type View } from './view.ts';

/** What asks for something. */
const ASKS = ['Report score', 'Confirm', "That's wrong", 'Need help'];
/** What says that it waits for something. */
const WAITS: ReadonlySet<MessageText['kind']> = new Set(['late', 'proposal', 'reminder']);
/** What is offered no more after that. */
const OFFERS = [
  { label: 'Register', after: ['running', 'over', 'cancelled'] },
  { label: 'Report score', after: ['over', 'cancelled'] },
];
const has = ({ rows }: { rows?: unknown }, label: string): boolean =>
  JSON.stringify(rows ?? []).includes(`"${label}"`);

/** Where no channel follows, a result is compared so long after the last time, at first; later the wait is half its age. */
const COMPARED_MS = 10 * MINUTE_MS;

/** Whether a result where no channel follows has been compared since it was so for the last time. */
function isCompared(
  { cup, endedAt, settledMs, snapshots, troubled }: View,
  { at, key, pair }: { at: number; key: string; pair: readonly number[] },
): boolean {
  // Without ids, nobody knows whose score comes first.
  if (!cup.hasIds()) return false;
  const own = snapshots.at(-1)?.matches.filter((one) => pairKey(one.pair) === pairKey(pair)) ?? [];
  // The platform says nothing of who played in a match that is gone, nor of what is open again if it shows no states.
  if (own.length === 0 || (!cup.hasPhases && own.every(({ played }) => played === undefined))) return false;
  const until = snapshots.findLastIndex((one) => hasResult(one, key) || hasWinner(one, key));
  const since = Math.max(at, snapshots[until + 1]?.at ?? endedAt);
  const waitMs = Math.max(COMPARED_MS, (since - at) / 2);
  const isDelayed = troubled(since, since + waitMs);
  return endedAt >= since + waitMs * (isDelayed ? 2 : 1) + settledMs;
}

/** A direct message to who has unlinked since or deleted everything, of which nothing is stored any more. */
function isForgotten(
  { world }: View['night'],
  { at, channelId }: { at: number; channelId: string },
): boolean {
  if (!channelId.startsWith('dm:')) return false;
  const person = world.people.ofDiscord(channelId.slice('dm:'.length));
  if (person === undefined) return false;
  return !person.isLinked || person.past.some(({ isLinked, to }) => !isLinked && to >= at);
}

/** In the end, nothing asks about a match that is not asked about any more, or says another result of it. */
export function judgeStale(view: View): void {
  const { cup, endedAt, follow, isReadable, isRemoved, keyOf, mayBeLost, meetingsOf } = view;
  const { night, oftenPairs, pairOf, resultsIn, settledMs, snapshots, textOf, troubled, wrong } = view;
  const last = snapshots.at(-1);
  if (last === undefined || endedAt - last.at < settledMs) return;
  const { messages, threads } = night.world;
  const isHere = (channelId: string): boolean =>
    channelId === follow.channelId || threads.get(channelId)?.channelId === follow.channelId;
  for (const message of messages) {
    const { at, channelId, id, post } = message;
    // Where nobody can read, a message whose answer was lost stays unknown; it is noted with what is written next.
    const isLost =
      isLostPress(night, message) ||
      (!isReadable && troubled(at, at + MINUTE_MS, ['discord', 'process', 'store']));
    if (isLost || isRemoved(id) || isForgotten(night, message) || !cup.isAbout(post.content)) continue;
    const text = readMessage(post.content, textOf(id));
    const [shown = ''] = post.content.split('\n');
    const offered = OFFERS.filter(({ label, after }) => after.includes(last.stage) && has(post, label));
    if (offered.length > 0 && !mayBeLost && isHere(channelId) && post.content.includes(cup.name))
      wrong(endedAt, `still offers ${offered.map(({ label }) => label).join()}: ${shown}`);
    const lines = text.kind === 'results' ? text.lines : text.kind === 'closed' ? [text.line] : [];
    for (const { result } of lines) {
      const pair = result && pairOf(result.names);
      const key = keyOf(result);
      // Corrections of a match whose thread is closed go to the channel alone.
      const isOfHere = !threads.has(channelId) && (isHere(channelId) || post.content.includes(cup.name));
      if (pair === undefined || key === undefined || !isOfHere) continue;
      if (mayBeLost || oftenPairs.has(pairKey(pair)) || meetingsOf(pair) > 1) continue;
      if (hasResult(last, key) || hasWinner(last, key)) continue;
      // Of what keeps changing there, the first channel's judge knows.
      if (follow.isSecond && channelId === resultsIn && !isHere(channelId)) continue;
      // What a press has told and no feed has read is compared as where none follows.
      const isUnseen = message.isPress === true && mayBeUnseen(view, key);
      const isFollowed = (isHere(channelId) || channelId === resultsIn) && !isUnseen;
      if (isFollowed || isCompared(view, { at, key, pair })) wrong(endedAt, `still says: ${shown}`);
    }
    const [, first, second] = /\*\*([^*]+)\*\*\)? vs (?:<@\d+> \()?\*\*([^*]+)\*\*/.exec(post.content) ?? [];
    const names =
      first === undefined || second === undefined ? lines[0]?.result?.names : ([first, second] as const);
    const pair = names && pairOf(names);
    const isOver = last.stage === 'over' || last.stage === 'cancelled';
    // A message about what keeps changing stays as it is until the end.
    const isFixed = pair !== undefined && oftenPairs.has(pairKey(pair)) && !isOver;
    if (pair === undefined || !isHere(channelId) || isFixed) continue;
    const asks = ASKS.filter((label) => has(post, label)).filter(
      (label) => first !== undefined || label !== "That's wrong",
    );
    const own = last.matches.filter((one) => pairKey(one.pair) === pairKey(pair));
    const isOpen = own.some(
      ({ isCalledOff, isVoid, played }) => played === undefined && !isCalledOff && !isVoid,
    );
    const isAsking = asks.length > 0 || WAITS.has(text.kind);
    if (isAsking && (isOver || !isOpen) && !(asks.includes("That's wrong") && !isOver))
      wrong(endedAt, `still asks (${asks.join(', ')}): ${shown}`);
  }
}
