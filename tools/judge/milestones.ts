import type { Snapshot } from './snapshot.ts';
import { hasResult, PROMPT_MS, type View } from './view.ts';

/** The start and the champion are posted once each, and truly. */
export function judgeMilestones(view: View): void {
  const { endedAt, baseline, baselineUntil, cup, isLookedAt, isRemoved, keyOf, mayBeLost, own } = view;
  const { follow, mayBeOver, recent, recentRecords, snapshots, topics, told, troubled, untilOf, wrong } =
    view;
  const starts = own.filter(({ text }) => text.kind === 'start');
  const champions = told.filter(({ text }) => text.kind === 'champion');
  const last = snapshots.at(-1);
  for (const { at, post } of starts) {
    if (!recentRecords(at).some(({ stage }) => stage === 'running')) wrong(at, 'false start');
    judgeRole(at, post.mentions?.roles);
  }
  if (starts.length > 1) wrong(starts[1]?.at ?? 0, 'started twice');
  const championPosts = new Set(champions.map(({ id }) => id));
  if (championPosts.size > 1) wrong(champions.at(-1)?.at ?? 0, 'a second champion');
  for (const { at, kind, post, text } of champions) {
    if (text.kind !== 'champion') continue;
    if (kind === 'post') judgeRole(at, post.mentions?.roles);
    const champion = text.champion === undefined ? undefined : cup.playerOf(text.champion);
    if (!recent(at).some((one) => one.champion === champion))
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
      untilOf(at) - one.at >= PROMPT_MS &&
      isLookedAt(one, untilOf(at) - PROMPT_MS) &&
      !troubled(one.at, untilOf(at)),
  );
  if (!wasOn && isOn && starts.length === 0) wrong(endedAt, 'no start');
  // A deleted post is not posted again.
  if (champions.some(({ id }) => isRemoved(id))) return;
  // An end that was taken back has no winner in its post any more.
  const text = told.findLast(({ id }) => championPosts.has(id))?.text;
  const ends = text?.kind === 'champion' ? text.champion : undefined;
  const should = last.champion === undefined ? undefined : cup.names[last.champion];
  const hadChampion = baseline.some(({ champion, stage }) => champion !== undefined || stage === 'over');
  const mustTell = last.stage === 'over' && should !== undefined && !hadChampion && !view.isUnproved;
  if (mustTell && ends !== should) wrong(endedAt, `ends with ${ends} as champion, not ${should}`);
  if (
    champions.length > 0 &&
    last.stage !== 'cancelled' &&
    ends !== should &&
    !(view.isUnproved && ends === undefined)
  )
    wrong(endedAt, `the champion's post ends with ${ends}, not ${should}`);

  /** The role that was chosen, in the channel of the server that was first, and no other. */
  function judgeRole(at: number, roles: readonly string[] = []): void {
    if (follow.isSecond) return;
    if (roles.join() !== (topics.ping ?? '')) wrong(at, `mentions the roles ${roles.join()}`);
  }
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
  // The post of an end without a winner begins with the same words.
  const posted = own.filter(({ text }) => text.kind === 'live' && stageIn(text.text) !== 'over');
  if (posted.length > 1 && isReadable) wrong(posted.at(-1)?.at ?? 0, 'a second live post');
  for (const { at, text } of live) {
    if (text.kind !== 'live') continue;
    const champion = text.champion === undefined ? undefined : cup.playerOf(text.champion);
    // What is over is read seldom.
    if (text.champion !== undefined && !recentRecords(at).some((one) => one.champion === champion))
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
  const champion =
    last.champion === undefined || last.stage === 'cancelled' ? undefined : cup.names[last.champion];
  const isTrue =
    champion === undefined
      ? last.stage === 'registration' || stageIn(text.text) === last.stage
      : text.champion === champion || (view.isUnproved && stageIn(text.text) === last.stage);
  if (!isTrue) wrong(endedAt, `ends with "${text.text}", not ${champion ?? last.stage}`);
  if (text.hasNote) wrong(endedAt, 'ends with a bracket that cannot be read');
}
