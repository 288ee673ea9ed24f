import { HOUR_MS, MINUTE_MS, nameAt, STEP_MS, type Night } from './context.ts';
import { reportByMember } from './presses.ts';
import type { PostingAct } from './reach.ts';
import type { Truth } from './truth.ts';

const LONG_STEP_MS = 10_000;
const NIGHT_STEP_MS = 120_000;
/** Of the night, the end is looked at closely: half an hour before it goes on, it is read as usual. */
const MORNING_MS = 40 * MINUTE_MS;

/** Scores that a match may end with, by the order of the draw. */
function scoresFor({ chance }: Night, { dialect }: Truth, winner: 0 | 1 | 2): [number, number] {
  const most = dialect.bestOf > 0 ? Math.ceil(dialect.bestOf / 2) : 3;
  const draw = dialect.phases && chance.is(0.4) ? 0 : 1;
  if (winner === 0) return [draw, draw];
  const least = chance.int(0, most - 1);
  return winner === 1 ? [most, least] : [least, most];
}

/** A match is decided on the website, or by one of its players. */
export async function decide(night: Night, cup: Truth, at: number, verb: string): Promise<void> {
  const { chance, later, seconds, show, tell } = night;
  const canDraw = cup.canDraw(at) && cup.dialect.bestOf === 0;
  const winner =
    canDraw && chance.is(cup.dialect.drawsOften === true ? 0.5 : 0.15) ? 0 : chance.pick([1, 2] as const);
  const scores = scoresFor(night, cup, winner);
  const isOut = isDisqualified(night, cup, at, verb);
  if (isOut === 'both') return;
  const isWalkover = winner !== 0 && (isOut === 'one' || chance.is(0.08));
  const isEarly = winner !== 0 && cup.dialect.winners && chance.is(0.06);
  const isWished = (['report', 'proposal', 'confirmation', 'dispute', 'ruling'] as const).some(night.wants);
  if (winner !== 0 && !isWalkover && !isEarly && (isWished || chance.is(0.5))) {
    if (await reportByMember(night, cup, at, scores)) return;
  }
  night.about(verb === 'plays' ? 'play' : 'correct');
  const walkover = isOut === 'one' ? 'disqualification' : 'walkover';
  const what = isWalkover ? `${walkover} ${winner}` : scores.join('-');
  tell(`${verb} ${nameAt(cup, at)} ${what}${isEarly ? ', winner first' : ''}`);
  cup.decide(at, winner, isWalkover ? undefined : scores, !isWalkover && isEarly);
  if (isWalkover && isOut === 'one') cup.disqualify(at);
  if (isEarly) later(seconds(5, 90), cup.showScores);
  show();
}

/** Somebody is disqualified, or both are where nothing comes after the match. */
function isDisqualified(night: Night, cup: Truth, at: number, verb: string): 'both' | 'one' | undefined {
  const { about, extras, show, tell } = night;
  if (!night.wants('disqualify') && !extras.is(0.06)) return undefined;
  about('disqualify');
  // Without a state, -1 for both may also say that nobody has played yet.
  const mayBeBoth = verb === 'plays' && cup.mayCallOff(at) && cup.dialect.phases;
  if (!mayBeBoth || !extras.is(0.5)) return 'one';
  tell(`both of ${nameAt(cup, at)} are disqualified`);
  cup.void(at);
  show();
  return 'both';
}

/** A match is canceled, whether it was played or not; one that others come after is on again soon. */
async function callOff(night: Night, cup: Truth, at: number): Promise<void> {
  const { about, pass, seconds, show, tell } = night;
  const isPlayed = cup.playedAt(at) !== undefined;
  about(isPlayed ? 'call off what was played' : 'call off');
  const name = nameAt(cup, at);
  tell(`calls off ${name}${isPlayed ? ', which was played' : ''}`);
  cup.callOff(at);
  if (cup.mayCallOff(at)) return;
  show();
  await pass(seconds(20, 240));
  cup.callOn(at);
  tell(`${name} is on again`);
}

/** The matches of the day are over, and the next ones are played tomorrow. */
async function sleepOver(night: Night, cup: Truth): Promise<void> {
  const { chance, pass, show, tell, trouble, world } = night;
  const ms = chance.int(11, 16) * HOUR_MS;
  night.about('sleep over');
  tell(`${cup.name} goes on after ${ms / HOUR_MS} hours`);
  for (const at of cup.open()) {
    const startsAt = cup.viewAt(at, world.now()).startsAt?.epochMs ?? 0;
    cup.delay(at, ms + Math.max(0, world.now() - startsAt));
  }
  show();
  // Where no match has a time, nothing says when it goes on.
  const wakesAt = cup.dialect.times ? ms - 30 * MINUTE_MS : Infinity;
  for (const other of night.cups)
    if (other !== cup || wakesAt === Infinity)
      trouble('quiet', ms, HOUR_MS + 5 * MINUTE_MS, { cupId: other.id });
  trouble('quiet', Math.min(wakesAt, ms), 5 * MINUTE_MS + 30_000, { cupId: cup.id });
  const end = world.now() + ms;
  // What was to come of the evening is read as usual; later, each process reads once a step.
  await pass(10 * MINUTE_MS);
  while (world.now() < end)
    await pass(
      Math.min(end - world.now(), MORNING_MS),
      end - world.now() > MORNING_MS ? NIGHT_STEP_MS : LONG_STEP_MS,
    );
}

/** Put off after its start, and resumed. */
async function suspend(night: Night, cup: Truth): Promise<void> {
  const { chance, pass, seconds, show, tell, trouble, world } = night;
  night.about('suspend');
  tell(`${cup.name} is put off`);
  cup.setPhase('open');
  cup.setRegistration('postponed');
  const ms = chance.pick([20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]);
  // A record that is not read at once may still say that it runs.
  trouble('quiet', 0, 2 * MINUTE_MS, { cupId: cup.id });
  cup.postpone(Math.max(ms, world.now() + ms - cup.startsAt()));
  show();
  await pass(seconds(60, 900), STEP_MS);
  await pass(Math.max(0, cup.startsAt() - world.now()), LONG_STEP_MS);
  tell(`${cup.name} goes on`);
  cup.setRegistration(undefined);
  cup.setPhase('running');
  // What does not run is read every two minutes, and an hour before its start more often.
  trouble('quiet', 0, 2 * MINUTE_MS, { cupId: cup.id });
}

/** The platform answers one reading with less than it has, or with what it had. */
function blur({ about, chance, snapshots, tell, world }: Night, cup: Truth): void {
  const [now, before] = (snapshots.get(cup.id) ?? []).toReversed();
  const scoreOf = (pair: string, from = before) =>
    from?.matches.find(({ instance }) => instance === pair)?.played?.scores?.join();
  const isRedrawn = before?.matches.some(
    ({ instance }) => now?.matches.every((one) => one.instance !== instance) === true,
  );
  // An older answer with another score, or another draw, would be told as it is.
  const isCorrected = now?.matches.some(
    ({ instance }) => scoreOf(instance) !== undefined && scoreOf(instance) !== scoreOf(instance, now),
  );
  const what = isCorrected === true || isRedrawn !== false || chance.is(0.5) ? 'half' : 'old';
  about('blur');
  tell(`${cup.name} is shown ${what} once`);
  world.platform.control.nextBracket.set(cup.id, what);
}

/** What is rolled for each act. */
const ROLLS = {
  begin: 57,
  correct: 62,
  undo: 65,
  rename: 67,
  redraw: 69,
  'put off': 71,
  turn: 73,
  'toggle ids': 75,
  'call off': 77,
  'call off what was played': 77,
  blur: 81,
  cancel: 82,
  'sleep over': 85,
  suspend: 86,
} as const satisfies Partial<Record<PostingAct, number>>;

/** One thing that happens to a tournament under way. */
export async function actOn(night: Night, cup: Truth): Promise<'done' | 'nothing'> {
  const { about, chance, pass, seconds, show, tell, trouble } = night;
  const open = cup.open();
  const decided = cup.decided();
  const { dialect } = cup;
  const wished = Object.entries(ROLLS).find(([act]) => night.wants(act as PostingAct))?.[1];
  const roll = wished !== undefined && chance.is(0.4) ? wished : chance.int(1, 100);
  const some = (share: number) => roll <= share;
  if (some(52) && open.length > 0) await decide(night, cup, chance.pick(open), 'plays');
  else if (some(57) && open.length > 0 && dialect.phases) {
    const at = chance.pick(open);
    about('begin');
    cup.begin(at);
    tell(`begins ${nameAt(cup, at)}`);
  } else if (some(62) && decided.length > 0) await decide(night, cup, chance.pick(decided), 'corrects');
  else if (some(65) && decided.length > 0) {
    const at = chance.pick(decided);
    about('undo');
    tell(`undoes ${nameAt(cup, at)}`);
    cup.undo(at);
  } else if (some(67) && mayRename(cup)) {
    const who = chance.int(0, cup.names.length - 1);
    if (!staysKnown(cup, who)) return 'nothing';
    about('rename');
    const before = cup.nameOfPlayer(who);
    tell(`renames ${before} to ${cup.rename(who)}`);
  } else if (some(69) && mayRedraw(cup)) {
    about('redraw');
    tell(`redraws ${cup.name}`);
    cup.draw();
  } else if (some(71) && dialect.times && open.length > 0) {
    const at = chance.pick(open);
    about('put off');
    tell(`puts off ${nameAt(cup, at)}`);
    cup.delay(at, chance.int(5, 30) * MINUTE_MS);
  } else if (some(73) && open.length + decided.length > 0) {
    const at = chance.pick([...open, ...decided]);
    about('turn');
    tell(`turns ${nameAt(cup, at)}`);
    cup.turn(at);
  } else if (some(75) && mayToggle(cup)) {
    about('toggle ids');
    cup.toggleIds();
    tell(`${cup.name} shows ${dialect.playerIds ? 'ids' : 'names alone'}`);
  } else if (some(77) && dialect.phases && open.length + decided.length > 0) {
    const wantsPlayed = decided.length > 0 && (open.length === 0 || chance.is(0.5));
    await callOff(night, cup, chance.pick(wantsPlayed ? decided : open));
  } else if (some(81)) blur(night, cup);
  else if (some(82)) {
    about('cancel');
    tell(`${cup.name} is canceled`);
    cup.setPhase('cancelled');
    show();
    await pass(seconds(10, 300));
    tell(`${cup.name} is reopened`);
    // What was canceled is read every two minutes.
    trouble('quiet', 0, 2 * MINUTE_MS, { cupId: cup.id });
    cup.setPhase('running');
  } else if (some(84)) {
    tell('nothing happens for long');
    await pass(chance.int(49, 53) * MINUTE_MS, LONG_STEP_MS);
  } else if (some(85)) await sleepOver(night, cup);
  else if (some(86) && dialect.record === 'known') await suspend(night, cup);
  else return 'nothing';
  show();
  return 'done';
}

/**
 * Without ids, a player who is renamed and redrawn is another: such a cup has one of both. Who comes from a bye in place of who has one now
 * looks like a new name as well.
 */
const mayRename = ({ dialect, letter }: Truth): boolean =>
  letter !== 'Q' && (dialect.playerIds || dialect.matchIds !== 'none');
/** By names alone, an open match with two new names is another one. */
const staysKnown = (cup: Truth, who: number): boolean => {
  const pairs: (readonly number[])[] = cup.open().map((at) => cup.pairAt(at) ?? []);
  const others = pairs
    .filter((pair) => pair.includes(who))
    .flatMap((pair) => pair.filter((one) => one !== who));
  return cup.dialect.playerIds || !others.some((one) => cup.nameOfPlayer(one).includes('x'));
};
const mayRedraw = (cup: Truth): boolean => {
  const { dialect, format, names } = cup;
  const isClear = dialect.matchIds !== 'stable' || (names.length % 2 === 0 && format !== 'qualifier');
  return dialect.playerIds || (!mayRename(cup) && isClear);
};
/** A name is what such players are found by. */
const mayToggle = ({ letter }: Truth): boolean => letter === 'Q';
