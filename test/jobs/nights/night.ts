import type { Night as JudgedNight } from '../../../tools/judge/night.ts';
import { T0 } from '../../support/night-records.ts';
import { createChance } from './chance.ts';
import {
  clockOf,
  DISCORD_RECOVERY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  STEP_MS,
  type Night,
  type NightFollow,
  type Process,
} from './context.ts';
import { endsInFinal } from './draws.ts';
import { disturb, isAlive } from './disturb.ts';
import { openFileStore } from './file-store.ts';
import { begin, followAll } from './course.ts';
import { followsItself, listOthers } from './series.ts';
import { crowdOf, cupsOf, keepBoards, serversOf, settle } from './setup.ts';
import { createPlot } from './plot.ts';
import { createReach, isPress, wishesOf, worldOf, type PostingAct } from './reach.ts';
import { rankOf } from './platform.ts';
import { giveRoles } from './roles.ts';
import type { History } from './history.ts';
import type { Snapshot } from './snapshot.ts';
import { createTruth, type Truth } from './truth.ts';
import { hasNoProof, wireDialectOf, type WireDialect } from './wire.ts';
import { eloOf, nightWorld } from './world.ts';

/** One seed in so many stores everything in a file. */
const FILE_EVERY = 50;
const FILE_AT = 18;
/** What has shown nothing new for so long is read at least this often. */
const QUIET_AFTER_MS = 6 * HOUR_MS;
const QUIET_MS = 5 * MINUTE_MS + 30 * SECOND_MS;
/** Where everything is done one by one, so much later comes the next thing; after the end, readings are rare. */
const TURN_MS = 40 * SECOND_MS;
const LAST_TURN_MS = 4 * MINUTE_MS;
/** The lease is renewed in this time. */
const PASS_MS = 30 * SECOND_MS;

type JudgedFields =
  | 'clockOf'
  | 'eloOf'
  | 'endedAt'
  | 'isReadable'
  | 'rankOf'
  | 'rankReads'
  | 'stops'
  | 'tabled'
  | 'unproved';

export type PlayedNight = Night & Pick<JudgedNight, JudgedFields>;

/** `half`: the first half alone, which is recorded, or what follows a first half that was. */
interface NightOptions {
  half?: 'first' | { after: History };
}

/** Plays one night: everything in it follows from the seed. `spared`: the numbers of disturbances that are left out. */
export async function playNight(
  seed: number,
  spared: ReadonlySet<number> = new Set(),
  { half }: NightOptions = {},
): Promise<PlayedNight> {
  const past = typeof half === 'object' ? half.after : undefined;
  const isWhole = half === undefined;
  const chance = createChance(seed);
  const extras = createChance(seed ^ 0x5b_d1_e9_95);
  const odd = createChance(seed ^ 0x1f_83_d9_ab);
  const isCrowd = chance.is(0.02) && isWhole;
  const wishes = wishesOf(seed);
  const isWished = wishes.some(({ act }) => act === 'announce');
  const servers = past?.servers ?? serversOf(chance, { follows: isWished, isCrowd });
  const isReadable = past?.isReadable ?? chance.is(0.85);
  const dialect = past?.dialect ?? wireDialectOf(extras);
  const storeMs = isCrowd ? 0 : extras.pick([0, 0, 0, 8, 40]);
  const guildIds = servers.map(({ guildId }) => guildId);
  const isSmall = !isCrowd && extras.is(0.15);
  const file = isWhole && seed % FILE_EVERY === FILE_AT ? await openFileStore() : undefined;
  const world = nightWorld(chance, {
    file,
    isSmall,
    isReadable,
    guildIds,
    dialect,
    storeMs,
    storeChance: createChance(seed ^ 0x2c_1b_3c_6d),
    ...(past && { startAt: past.world.now }),
  });
  const kept = past?.cups.map((one) => createTruth(one.plan, chance, one));
  const cups =
    kept ??
    (isCrowd ? crowdOf(chance) : cupsOf({ chance, odd, world: worldOf(seed), atLeast: isWished ? 2 : 1 }));
  const late =
    cups.length > 1 && isWhole && !isCrowd && (isWished || extras.is(0.3)) ? cups.at(-1) : undefined;
  const isFollowed = late !== undefined && servers.some((server) => followsItself(server, late));
  const unlisted = new Set(late !== undefined && isFollowed ? [late] : []);
  for (const cup of unlisted) cup.postpone(20 * MINUTE_MS);
  // As few as one tournament needs, so that whatever else is read shows.
  if (cups.length === 1) world.pace.pollsPerMinute = 10;
  const snapshots: Night['snapshots'] = past?.snapshots ?? new Map(cups.map(({ id }) => [id, []]));
  const shown = new Map<string, string>();
  let tasks: { at: number; run: () => void | Promise<void> }[] = [];
  let starts = 0;
  const dead = new Set<Process>();
  let passedAt = world.now();

  const tell = (text: string): void => void night.story.push(`${clockOf(world.now())} ${text}`);
  const seconds = (min: number, max: number): number => chance.int(min, max) * SECOND_MS;
  const later: Night['later'] = (ms, run) => void tasks.push({ at: world.now() + ms, run });
  const trouble: Night['trouble'] = (kind, ms, recoveryMs, where = {}) =>
    void night.troubles.push({ kind, from: world.now(), to: world.now() + ms + recoveryMs, ...where });

  function show(): void {
    for (const cup of cups.filter((one) => !unlisted.has(one))) {
      const snapshot = cup.snapshot(world.now());
      const { tournament, bracket, stage } = snapshot;
      const text = JSON.stringify([tournament, bracket, stage]);
      if (text === shown.get(cup.id)) continue;
      shown.set(cup.id, text);
      const before = snapshots.get(cup.id) ?? [];
      const { at: changedAt = Infinity } = before.at(-1) ?? {};
      if (world.now() - changedAt > QUIET_AFTER_MS) trouble('quiet', 0, QUIET_MS, { cupId: cup.id });
      const changes = changesBetween(before, snapshot);
      // A channel takes one turn per reading.
      const isOver = snapshot.stage === 'over' || snapshot.stage === 'cancelled';
      const turnMs = isOver ? LAST_TURN_MS : TURN_MS;
      if (isSmall && changes > 1) trouble('quiet', changes * turnMs, 0, { cupId: cup.id });
      snapshots.get(cup.id)?.push(snapshot);
      world.platform.show(cup.id, {
        tournament,
        ...(bracket && { bracket }),
        hasFinal: endsInFinal(cup.format),
      });
    }
  }

  function start(): void {
    starts += 1;
    world.start(`p${starts}`);
    tell(`p${starts} starts`);
  }

  const alive = () => ({ alive: world.processes.filter(isAlive), start });
  /** What goes wrong meets what it is wished for with. */
  function about(act: PostingAct): void {
    night.reach.acted(act);
    // A member's press is answered by a process that may die of it.
    const [first] = alive().alive;
    const isOften = extras.is(0.7);
    const at = wishes.findIndex((wish) => wish.act === act);
    const [wish] = at < 0 ? [] : wishes.splice(at, 1);
    const isItsEnd = isPress(act) && wish?.disturbance === 'kill';
    world.answerBy(isOften || isItsEnd ? first : undefined);
    if (wish === undefined) return;
    const hit = isItsEnd && first !== undefined ? { ...alive(), alive: [first] } : alive();
    disturb(night, hit, wish.disturbance, spared);
  }

  async function pass(ms: number, stepMs = STEP_MS): Promise<void> {
    const end = world.now() + ms;
    while (world.now() < end) {
      const next = Math.min(end, world.now() + Math.max(PASS_MS, stepMs), ...tasks.map(({ at }) => at));
      const from = passedAt;
      if (next > world.now()) await world.pass(next - world.now(), stepMs);
      passedAt = world.now();
      const isKilled = world.processes.some((one) => one.isDead() && !dead.has(one));
      for (const one of world.processes) if (one.isDead()) dead.add(one);
      if (isKilled) tell('a process was killed');
      if (!world.processes.some((one) => !one.isDead()) && !tasks.some(({ run }) => run === start))
        later(chance.int(0, 30) * SECOND_MS, start);
      if (isKilled || !world.processes.some(isAlive))
        night.troubles.push({ kind: 'process', from, to: world.now() + DISCORD_RECOVERY_MS });
      const due = tasks.filter(({ at }) => at <= world.now());
      tasks = tasks.filter(({ at }) => at > world.now());
      for (const { run } of due) await run();
      show();
    }
  }

  const night: PlayedNight = {
    seed,
    dialect,
    isReadable,
    endedAt: 0,
    stops: [],
    news: [],
    chance,
    extras,
    reach: createReach(world.now, () => night),
    servers,
    snapshots,
    troubles: [],
    follows: [],
    jumps: [{ at: T0, ms: 0 }],
    unlisted,
    removed: new Map(),
    proposals: new Set(),
    roles: new Map(),
    ranks: new Map(),
    story: [],
    ...(past && { ...past, follows: followsIn(past, cups) }),
    cups,
    world,
    faults: [],
    unproved: new Set(cups.filter((cup) => isUnproved(cup, dialect)).map(({ id }) => id)),
    tabled: new Set(cups.filter((cup) => isTabled(cup, dialect)).map(({ id }) => id)),
    clockOf,
    eloOf,
    rankOf,
    rankReads: [],
    tell,
    about,
    wants: (act) => wishes.some((wish) => wish.act === act),
    trouble,
    later,
    pass,
    show,
    seconds,
  };

  const plot = createPlot(night, {
    alive,
    spared,
    isFirstHalf: half === 'first',
    lastTaskAt: () => Math.max(...tasks.map(({ at }) => at)),
  });

  try {
    await play();
    for (const { guildId } of servers)
      for (const { channelId, stopped } of Object.values(
        await world.front().services.guilds.follows.read(guildId),
      ))
        if (stopped) night.stops.push({ guildId, channelId, reason: stopped.reason });
  } finally {
    world.close();
    await file?.close();
  }
  night.endedAt = world.now();
  night.rankReads = world.platform.rankReads();
  return night;

  async function play(): Promise<void> {
    world.platform.control.takeScore = (playerId, matchId, { player1, player2 }) => {
      const cup = cups.find((one) => one.placeOf(matchId) !== undefined);
      const at = cup?.placeOf(matchId);
      if (cup === undefined || at === undefined) return 'unknown-match';
      const [first, second] = cup.isTurned(at) ? [player2, player1] : [player1, player2];
      tell(`the platform takes ${first}-${second} of ${playerId}`);
      cup.decide(at, first === second ? 0 : first > second ? 1 : 2, [first, second]);
      show();
      return 'taken';
    };
    if (past !== undefined) return resume(past);
    await settle(world, servers, cups);
    for (const cup of cups)
      tell(`${cup.name}: ${cup.format}, ${cup.names.length} players, ${JSON.stringify(cup.dialect)}`);
    for (const { guildId, settings } of servers) tell(`server ${guildId}: ${JSON.stringify(settings)}`);
    if (!isReadable) tell('not readable');
    tell(`the store takes up to ${storeMs} ms${file ? ', in a file' : ''}${isSmall ? ', one by one' : ''}`);
    tell(`the platform writes ${JSON.stringify(dialect)}`);
    show();
    start();
    if (chance.is(0.5)) start();
    if (isWhole) await keepBoards({ chance, tell, world });
    if (isWhole) await listOthers(night);
    if (isCrowd) return plot.crowd();
    await giveRoles(night);
    const isLate = chance.is(0.2);
    if (!isLate) await followAll(night);
    await pass(seconds(10, 120));
    await begin(night);
    await plot.goOn(isLate);
  }

  /** What a build recorded goes on with other processes. */
  async function resume({ jumps, world: outside }: History): Promise<void> {
    world.restore(outside);
    world.jumpClock(jumps.at(-1)?.ms ?? 0);
    for (const { format, id } of cups) {
      const last = snapshots.get(id)?.at(-1);
      if (last !== undefined) world.platform.show(id, { ...last, hasFinal: endsInFinal(format) });
    }
    trouble('process', 0, DISCORD_RECOVERY_MS);
    start();
    await pass(MINUTE_MS);
    await plot.goOn(false);
  }
}

const isUnproved = (cup: Truth, dialect: WireDialect): boolean =>
  cup.dialect.hasTwoLegs || hasNoProof(dialect, cup.dialect.format && cup.format !== 'qualifier');

/** How many matches stand otherwise than before; each that ever was, where the tournament does. */
function changesBetween(before: readonly Snapshot[], { matches, stage }: Snapshot): number {
  const last = before.at(-1);
  if (last?.stage !== stage)
    return new Set([...before, { matches }].flatMap((one) => one.matches.map(({ instance }) => instance)))
      .size;
  const known = new Set(last.matches.map((match) => JSON.stringify(match)));
  return matches.filter((match) => !known.has(JSON.stringify(match))).length;
}

const isTabled = (cup: Truth, { hasOwnFormats }: WireDialect): boolean =>
  !endsInFinal(cup.format) && cup.dialect.format && !hasOwnFormats;

const followsIn = ({ follows }: History, cups: readonly Truth[]): NightFollow[] =>
  follows.flatMap(({ cupId, resumes = [], ...follow }) => {
    const cup = cups.find(({ id }) => id === cupId);
    return cup === undefined ? [] : [{ ...follow, cup, resumes }];
  });
