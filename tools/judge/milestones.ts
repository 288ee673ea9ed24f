import type { Snapshot } from './snapshot.ts';
import { isFirst } from './tables.ts';
import { hasResult, type View } from './view.ts';

/** The start and the champion are posted once each, and truly. */
export function judgeMilestones(view: View): void {
  const { endedAt, baseline, baselineUntil, cup, isLookedAt, isReadable, isRemoved, keyOf, mayBeLost, own } =
    view;
  const {
    follow,
    mayBeOver,
    promptMs,
    recent,
    recentRecords,
    snapshots,
    topics,
    told,
    troubled,
    untilOf,
    wrong,
  } = view;
  const starts = own.filter(({ text }) => text.kind === 'start');
  const champions = told.filter(({ text }) => text.kind === 'champion');
  const last = snapshots.at(-1);
  for (const { at, post } of starts) {
    if (!recentRecords(at).some(({ stage }) => stage === 'running')) wrong(at, 'false start');
    judgeRole(at, post.mentions?.roles);
  }
  const [start] = starts;
  // Where the bot cannot look, it does not know a post whose answer was lost.
  const isUnknown =
    !isReadable && start !== undefined && troubled(start.at, start.at, ['discord', 'process', 'store']);
  if (starts.length > 1 && !isUnknown) wrong(starts[1]?.at ?? 0, 'started twice');
  judgeNewWinner(view);
  judgePlans(view);
  const championPosts = new Set(champions.map(({ id }) => id));
  if (championPosts.size > 1) wrong(champions.at(-1)?.at ?? 0, 'a second champion');
  for (const { at, kind, post, text } of champions) {
    if (text.kind !== 'champion') continue;
    if (kind === 'post') judgeRole(at, post.mentions?.roles);
    const champion = text.champion === undefined ? undefined : cup.playerOf(text.champion);
    if (!recent(at).some((one) => isChampion(view, one, champion)))
      wrong(at, `false champion's post: ${text.champion}`);
    if (champion !== undefined && !mayBeOver(at, champion))
      wrong(at, `a champion before the end: ${text.champion}`);
    const final = keyOf(text.final);
    if (text.final !== undefined && !recent(at).some((one) => final !== undefined && hasResult(one, final)))
      wrong(at, `false final: ${JSON.stringify(text.final)}`);
  }
  if (last === undefined || mayBeLost) return;
  const wasOn = baseline.some(({ stage }) => stage !== 'registration');
  const isOn = snapshots.some(
    (one, at) =>
      one.stage === 'running' &&
      one.at >= baselineUntil &&
      untilOf(at) - one.at >= promptMs &&
      isLookedAt(one, untilOf(at) - promptMs) &&
      !troubled(one.at, untilOf(at)),
  );
  if (!wasOn && isOn && starts.length === 0) wrong(endedAt, 'no start');
  // A deleted post is not posted again.
  if (champions.some(({ id }) => isRemoved(id))) return;
  // An end that was taken back has no winner in its post any more.
  const text = told.findLast(({ id }) => championPosts.has(id))?.text;
  const ends =
    text?.kind === 'champion' && text.champion !== undefined ? cup.playerOf(text.champion) : undefined;
  const should = last.champion;
  const nameOf = (who: number | undefined): string | undefined => cup.names[who ?? -1];
  const hadChampion = baseline.some(({ champion, stage }) => champion !== undefined || stage === 'over');
  const mustTell = last.stage === 'over' && should !== undefined && !hadChampion && !view.isUnproved;
  if (mustTell && ends !== should)
    wrong(endedAt, `ends with ${nameOf(ends)} as champion, not ${nameOf(should)}`);
  if (
    champions.length > 0 &&
    last.stage !== 'cancelled' &&
    !(view.isUnproved && ends === undefined) &&
    !isChampion(view, last, ends)
  )
    wrong(endedAt, `the champion's post ends with ${nameOf(ends)}, not ${nameOf(should)}`);

  /** The role that was chosen, in the channel of the server that was first, and no other. */
  function judgeRole(at: number, roles: readonly string[] = []): void {
    // Where it was resumed, another one may have come first by then.
    if (follow.isSecond || follow.leadsCalls === undefined) return;
    if (roles.join() !== (topics.ping ?? '')) wrong(at, `mentions the roles ${roles.join()}`);
  }
}

/** Every post is of a kind that is known. */
export function judgeKinds({ posts, wrong }: View): void {
  for (const { at, post, text } of posts)
    if (text.kind === 'unknown') wrong(at, `nobody expects: ${post.content.split('\n')[0]}`);
}

/** Whoever won the final, or is first in the table of what no final decides. */
const isWinner = (one: Snapshot, who: number): boolean =>
  one.champion === who || (one.champion === undefined && one.stage === 'over' && isFirst(one, who));

/** Where nothing says that no final decides it, four players in two rounds look like a final and a match for third place. */
const isChampion = ({ cup, night }: View, one: Snapshot, who: number | undefined): boolean =>
  one.champion === who ||
  (one.champion === undefined &&
    one.stage === 'over' &&
    cup.names.length === 4 &&
    !night.tabled.has(cup.id) &&
    unbeaten(one).join() === String(who));

/** Who has won every match that was played. */
function unbeaten({ matches }: Snapshot): number[] {
  const won = new Set(matches.flatMap(({ played }) => (played?.winner === undefined ? [] : [played.winner])));
  const beaten = matches.flatMap(({ pair, played }) =>
    played === undefined ? [] : pair.filter((who) => who !== played.winner),
  );
  return [...won].filter((who) => !beaten.includes(who));
}

/** Another champion than the channel was told has a post of their own. */
function judgeNewWinner({ cup, endedAt, night, posts, recent, snapshots, told, wrong }: View): void {
  const changed = posts.flatMap(({ at, text }) =>
    text.kind === 'new-winner' ? [{ at, champion: cup.playerOf(text.champion) }] : [],
  );
  for (const { at, champion } of changed)
    if (champion === undefined || !recent(at).some((one) => isWinner(one, champion)))
      wrong(at, `a false correction of the winner: ${cup.names[champion ?? -1]}`);
  const first = told.find(({ text }) => text.kind === 'champion');
  if (first === undefined || !night.isPatient) return;
  const winners = snapshots.flatMap(({ at, champion }, index) =>
    champion === undefined || (snapshots[index + 1]?.at ?? endedAt) < first.at || at > endedAt
      ? []
      : [champion],
  );
  const changes = winners.filter((one, index) => index > 0 && one !== winners[index - 1]).length;
  if (changed.length !== changes) wrong(endedAt, `${changed.length} of ${changes} new winners are told`);
}

/** That it is postponed, off or on again is told, each time once. */
function judgePlans({ endedAt, isReadable, night, posts, snapshots, troubled, wrong }: View): void {
  const plans = posts.filter(({ text }) => text.kind === 'plans');
  for (const [index, { at, post }] of plans.entries()) {
    const before = plans[index - 1];
    // Where the bot cannot look, what may have been sent in between counts as sent.
    const isUnknown =
      !isReadable && before !== undefined && troubled(before.at, at, ['discord', 'process', 'store']);
    if (post.content === before?.post.content && !isUnknown) wrong(at, `twice: ${post.content}`);
  }
  const last = snapshots.at(-1);
  if (night.isPatient && last?.isHalted && !plans.at(-1)?.post.content.includes(' is postponed. '))
    wrong(endedAt, 'nobody is told that it is postponed');
}

function stageIn(text: string): Snapshot['stage'] | 'postponed' | undefined {
  if (text.endsWith('** is on.')) return 'running';
  if (text.endsWith('** is over.')) return 'over';
  if (text.endsWith('** is postponed.')) return 'postponed';
  return text.endsWith('** was canceled.') ? 'cancelled' : undefined;
}

/** The live post says how it stands. */
export function judgeLive(view: View): void {
  const { cup, endedAt, isReadable, mayBeLost, own, recentRecords, snapshots, told, wrong } = view;
  const live = told.filter(
    ({ channelId, text }) => text.kind === 'live' && channelId === view.follow.channelId,
  );
  // An announcement becomes the live post. The post of an end without a winner begins with the same words.
  const posted = own.filter(
    ({ text }) => text.kind === 'announcement' || (text.kind === 'live' && stageIn(text.text) !== 'over'),
  );
  if (posted.filter(({ id }) => !view.isRemoved(id)).length > 1 && isReadable)
    wrong(posted.at(-1)?.at ?? 0, 'a second live post');
  for (const { at, text } of live) {
    if (text.kind !== 'live') continue;
    const champion = text.champion === undefined ? undefined : cup.playerOf(text.champion);
    // What is over is read seldom.
    if (text.champion !== undefined && !recentRecords(at).some((one) => isChampion(view, one, champion)))
      wrong(at, `false champion: ${text.champion}`);
    const stage = stageIn(text.text);
    const isStage = (one: Snapshot) =>
      stage === 'postponed' ? one.isHalted : one.stage === stage && !one.isHalted;
    if (stage !== undefined && !recentRecords(at).some(isStage)) wrong(at, `false stage: ${text.text}`);
  }
  const last = snapshots.at(-1);
  const text = live.at(-1)?.text;
  if (last === undefined || text?.kind !== 'live') return wrong(endedAt, 'no live post');
  if (mayBeLost) return;
  const champion = last.stage === 'cancelled' ? undefined : last.champion;
  const stage = last.isHalted ? 'postponed' : last.stage;
  const isStage = stageIn(text.text) === stage;
  const isTrue =
    champion === undefined
      ? stage === 'registration' || isStage || isChampion(view, last, cup.playerOf(text.champion ?? ''))
      : cup.playerOf(text.champion ?? '') === champion || (view.isUnproved && isStage);
  if (!isTrue) wrong(endedAt, `ends with "${text.text}", not ${cup.names[champion ?? -1] ?? stage}`);
  if (text.hasNote) wrong(endedAt, 'ends with a bracket that cannot be read');
  const ends = own.filter(({ text }) => text.kind === 'live' && stageIn(text.text) === 'over');
  const isOwed =
    last.stage === 'over' && champion === undefined && !told.some((one) => one.text.kind === 'table');
  if (ends.length > 1) wrong(endedAt, `over ${ends.length} times`);
  if (view.night.isPatient && isOwed && ends.length === 0) wrong(endedAt, 'nobody is told that it is over');
}
