import type { PlatformError } from '../../../src/platform/error.ts';
import { failed, T0 } from '../../support/night-records.ts';
import { nightWorld } from '../../support/night-world.ts';
import { createChance, type Chance } from './chance.ts';
import { FORMATS, type Format } from './draws.ts';
import { announceResult } from './report.ts';
import { createTruth, type Dialect, type Snapshot, type Truth } from './truth.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The clock's step. */
const STEP_MS = 5 * SECOND_MS;
const LONG_STEP_MS = 10 * SECOND_MS;
/** How long a channel may take to catch up. */
const PLATFORM_RECOVERY_MS = 90 * SECOND_MS;
const DISCORD_RECOVERY_MS = 3 * MINUTE_MS + 30 * SECOND_MS;
const ACTIONS_MAX = 16;

/** A time in which the channel may be behind, or may have lost what Discord cannot show it. */
export interface Trouble {
  kind: 'platform' | 'discord' | 'store' | 'process' | 'clock';
  from: number;
  to: number;
}

export interface NightFollow {
  guildId: string;
  channelId: string;
  topics: {
    calls: boolean;
    results: boolean;
    event: boolean;
    late: number;
    threads: boolean;
    spoilers: boolean;
  };
  at: number;
}

export interface PlayedNight {
  seed: number;
  story: readonly string[];
  truth: Pick<Truth, 'playerOf' | 'names' | 'dialect'>;
  snapshots: readonly Snapshot[];
  troubles: readonly Trouble[];
  follows: readonly NightFollow[];
  /** The wall clock against true time, from each time on. */
  jumps: readonly { at: number; ms: number }[];
  isReadable: boolean;
  endedAt: number;
  world: ReturnType<typeof nightWorld>;
}

function dialectOf(chance: Chance): Dialect {
  return {
    playerIds: chance.is(0.75),
    matchIds: chance.pick(['stable', 'stable', 'fresh', 'none']),
    phases: chance.is(0.7),
    winners: chance.is(0.7),
    record: chance.pick(['known', 'known', 'known', 'late', 'none']),
    times: chance.is(0.3),
    isOddShown: chance.is(0.5),
  };
}

const PLAYERS: Record<Format, readonly [number, number]> = {
  single: [3, 9],
  double: [4, 7],
  swiss: [5, 8],
  'round-robin': [3, 5],
  groups: [6, 7],
};

const FORMAT_WORDS: Record<Format, string> = {
  single: 'Single elimination',
  double: 'double_elimination',
  swiss: 'Swiss',
  'round-robin': 'Round Robin',
  groups: 'Round robin, then single elimination',
};

/** Plays one night: everything in it follows from the seed. */
export async function playNight(seed: number): Promise<PlayedNight> {
  const chance = createChance(seed);
  /** Of its own, so that a night goes on as it does without these switches. */
  const switchChance = createChance(~seed);
  const dialect = dialectOf(chance);
  const format = chance.pick(FORMATS);
  const startsAt = T0 + chance.int(2, 8) * MINUTE_MS;
  const players = chance.int(...PLAYERS[format]);
  const words = createChance(seed * 7 + 1).is(0.7) ? { formatWord: FORMAT_WORDS[format] } : {};
  const truth = createTruth({ format, players, dialect, startsAt, ...words }, chance);
  const isReadable = chance.is(0.85);
  const world = nightWorld({ isReadable });
  const story: string[] = [];
  const snapshots: Snapshot[] = [];
  const troubles: Trouble[] = [];
  const follows: NightFollow[] = [];
  const jumps = [{ at: T0, ms: 0 }];
  let tasks: { at: number; run: () => void | Promise<void> }[] = [];
  let processes = [world.start('p1')];
  let starts = 1;
  /** Without ids, a player who is renamed and redrawn is another. */
  const mayRename = dialect.playerIds || (dialect.matchIds !== 'none' && chance.is(0.5));
  const mayRedraw = dialect.playerIds || !mayRename;

  const clock = (): string => {
    const seconds = Math.round((world.now() - T0) / SECOND_MS);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const tell = (text: string): void => void story.push(`${clock()} ${text}`);
  const trouble = (kind: Trouble['kind'], ms: number, recoveryMs: number): void =>
    void troubles.push({ kind, from: world.now(), to: world.now() + ms + recoveryMs });
  const later = (ms: number, run: () => void | Promise<void>): void =>
    void tasks.push({ at: world.now() + ms, run });

  let shown = '';
  function show(): void {
    const snapshot = truth.snapshot(world.now());
    const { tournament, bracket } = snapshot;
    const text = JSON.stringify([tournament, bracket, snapshot.stage]);
    if (text === shown) return;
    shown = text;
    snapshots.push(snapshot);
    world.tournaments.set('t1', { tournament, ...(bracket && { bracket }) });
  }

  const isAlive = (one: (typeof processes)[number]): boolean => !one.isDead() && !one.isAsleep();
  function start(): void {
    starts += 1;
    processes.push(world.start(`p${starts}`));
    tell(`p${starts} starts`);
  }

  async function pass(ms: number, stepMs = STEP_MS): Promise<void> {
    const end = world.now() + ms;
    while (world.now() < end) {
      const next = Math.min(end, world.now() + 30 * SECOND_MS, ...tasks.map(({ at }) => at));
      const before = processes.filter((one) => !one.isDead());
      const from = world.now();
      if (next > from) await world.pass(next - from, stepMs);
      if (before.some((one) => one.isDead())) {
        troubles.push({ kind: 'process', from, to: world.now() + DISCORD_RECOVERY_MS });
        tell('a process was killed');
      }
      if (!processes.some((one) => !one.isDead()) && !tasks.some(({ run }) => run === start))
        later(chance.int(0, 30) * SECOND_MS, start);
      if (!processes.some(isAlive))
        troubles.push({ kind: 'process', from, to: world.now() + DISCORD_RECOVERY_MS });
      const due = tasks.filter(({ at }) => at <= world.now());
      tasks = tasks.filter(({ at }) => at > world.now());
      for (const { run } of due) await run();
      show();
    }
  }

  async function follow(guildId: string): Promise<void> {
    const topics = {
      calls: chance.is(0.95),
      results: chance.is(0.95),
      event: chance.is(0.3),
      late: chance.pick([0, 10, 20]),
      threads: switchChance.is(0.4),
      spoilers: switchChance.is(0.2),
    };
    const channelId = `${guildId}0`;
    // Who asks meanwhile is told to try again.
    while (world.stores.control.down) await pass(STEP_MS);
    await world.follow(guildId, 't1', { topics, ...(topics.event && { eventHours: 3 }) });
    follows.push({ guildId, channelId, topics, at: world.now() });
    tell(`server ${guildId} follows: ${JSON.stringify(topics)}`);
  }

  const seconds = (min: number, max: number): number => chance.int(min, max) * SECOND_MS;

  function failPlatform(what: RegExp): void {
    const ms = seconds(20, 400);
    const kind = chance.pick<PlatformError['kind']>([
      'unavailable',
      'rate-limited',
      'not-found',
      'forbidden',
    ]);
    const retryAfterMs = kind === 'rate-limited' ? seconds(10, 300) : undefined;
    world.platform.failure = (one) => (what.test(one) ? failed(kind, retryAfterMs) : undefined);
    trouble('platform', ms + (retryAfterMs ?? 0), PLATFORM_RECOVERY_MS);
    later(ms, () => void (world.platform.failure = () => undefined));
    tell(`${what.source} fails for ${ms / SECOND_MS} s: ${kind} ${retryAfterMs ?? ''}`);
  }

  function disturb(): void {
    const alive = processes.filter(isAlive);
    const process = alive.length > 0 ? chance.pick(alive) : undefined;
    const kind = chance.pick([
      'record',
      'bracket',
      'platform',
      'fail',
      'lose',
      'store',
      'kill',
      'restart',
      'sleep',
      'hang',
      'jump',
      'standby',
    ] as const);
    switch (kind) {
      case 'record':
        return failPlatform(/tournament/);
      case 'bracket':
        return failPlatform(/bracket/);
      case 'platform':
        return failPlatform(/t1/);
      case 'fail':
      case 'lose': {
        const ms = seconds(10, 300);
        const share = chance.pick([1, 0.5]);
        world.control[kind] = () => chance.is(share);
        trouble('discord', ms, DISCORD_RECOVERY_MS);
        later(ms, () => void (world.control[kind] = () => false));
        return tell(`Discord ${kind}s for ${ms / SECOND_MS} s, ${share} of calls`);
      }
      case 'store': {
        const ms = seconds(5, 60);
        world.stores.control.down = true;
        trouble('store', ms, DISCORD_RECOVERY_MS);
        later(ms, () => void (world.stores.control.down = false));
        return tell(`the store is down for ${ms / SECOND_MS} s`);
      }
      case 'kill':
        if (process === undefined) return;
        process.killAt(chance.int(1, 8), chance.is(0.5));
        return tell(`${process.id} is to be killed`);
      case 'restart': {
        if (process === undefined || world.stores.control.down) return;
        trouble('process', 0, DISCORD_RECOVERY_MS);
        later(0, () => world.stopAll(process.id));
        processes = processes.filter((one) => one !== process);
        later(seconds(0, 90), start);
        return tell(`${process.id} stops`);
      }
      case 'sleep': {
        if (process === undefined) return;
        const ms = seconds(5, 200);
        process.sleep(true);
        trouble('process', ms, DISCORD_RECOVERY_MS);
        later(ms, () => process.sleep(false));
        return tell(`${process.id} sleeps for ${ms / SECOND_MS} s`);
      }
      case 'hang': {
        if (process === undefined) return;
        const ms = seconds(5, 120);
        process.hangAt(chance.int(1, 30), ms);
        trouble('process', ms + 2 * MINUTE_MS, DISCORD_RECOVERY_MS);
        return tell(`${process.id} is to hang for ${ms / SECOND_MS} s`);
      }
      case 'jump': {
        const ms = chance.pick([1, -1]) * chance.pick([20 * SECOND_MS, 10 * MINUTE_MS, HOUR_MS]);
        world.jumpClock(ms);
        jumps.push({ at: world.now(), ms: (jumps.at(-1)?.ms ?? 0) + ms });
        trouble('clock', 0, MINUTE_MS);
        return tell(`the wall clock jumps by ${ms / SECOND_MS} s`);
      }
      case 'standby':
        if (alive.length < 3) start();
    }
  }

  const nameOfMatch = (at: number): string =>
    (truth.pairOf(at) ?? []).map((who) => truth.nameOfPlayer(who)).join('-');

  async function decide(at: number, verb: string): Promise<void> {
    const winner = truth.canDraw(at) && chance.is(0.15) ? 0 : chance.pick([1, 2] as const);
    const loser = chance.int(0, 2);
    const scores =
      winner === 0 ? ([1, 1] as const) : winner === 1 ? ([3, loser] as const) : ([loser, 3] as const);
    const isWalkover = winner !== 0 && chance.is(0.08);
    const isEarly = winner !== 0 && dialect.winners && chance.is(0.06);
    tell(
      `${verb} ${nameOfMatch(at)} ${isWalkover ? `walkover ${winner}` : scores.join('-')}${isEarly ? ', winner first' : ''}`,
    );
    const report = () => {
      truth.decide(at, winner, isWalkover ? undefined : scores, !isWalkover && isEarly);
      show();
    };
    if (isEarly) later(seconds(5, 90), truth.showScores);
    const reporter = follows.find(({ topics }) => topics.results);
    const match = truth.viewOf(at, world.now());
    // A store that is down costs a result shown twice, by design.
    const isLost = world.stores.control.down;
    if (match.id === '' || isWalkover || isEarly || isLost || reporter === undefined || chance.is(0.85))
      return report();
    tell('(by /score)');
    await announceResult({
      world,
      channelId: reporter.channelId,
      match,
      scores,
      winner,
      report,
      pass: () => pass(seconds(1, 4)),
    });
  }

  async function act(): Promise<void> {
    const open = truth.open();
    const decided = truth.decided();
    const roll = chance.int(1, 100);
    if (roll <= 55 && open.length > 0) return decide(chance.pick(open), 'plays');
    if (roll <= 62 && open.length > 0 && dialect.phases) {
      const at = chance.pick(open);
      truth.begin(at);
      return tell(`begins ${nameOfMatch(at)}`);
    }
    if (roll <= 68 && decided.length > 0) return decide(chance.pick(decided), 'corrects');
    if (roll <= 71 && decided.length > 0) {
      const at = chance.pick(decided);
      tell(`undoes ${nameOfMatch(at)}`);
      return truth.undo(at);
    }
    if (roll <= 74 && mayRename) {
      const who = chance.int(0, truth.names.length - 1);
      const before = truth.nameOfPlayer(who);
      return tell(`renames ${before} to ${truth.rename(who)}`);
    }
    if (roll <= 76 && mayRedraw) {
      tell('redraws');
      return truth.draw();
    }
    if (roll <= 79 && dialect.times && open.length > 0) {
      const at = chance.pick(open);
      tell(`puts off ${nameOfMatch(at)}`);
      return truth.delay(at, chance.int(5, 30) * MINUTE_MS);
    }
    if (roll <= 80) {
      tell('is canceled');
      truth.setPhase('cancelled');
      show();
      await pass(seconds(10, 300));
      tell('is reopened');
      return truth.setPhase('running');
    }
    if (roll <= 82) {
      tell('waits long');
      show();
      return pass(chance.int(49, 53) * MINUTE_MS, LONG_STEP_MS);
    }
    disturb();
  }

  const gap = (): number =>
    chance.pick([
      () => seconds(1, 15),
      () => seconds(20, 70),
      () => seconds(60, 200),
      () => seconds(200, 420),
    ])();

  tell(
    `${format}, ${truth.names.length} players, ${JSON.stringify(dialect)}, ${isReadable ? '' : 'not '}readable`,
  );
  const followsLate = chance.is(0.2);
  show();
  if (chance.is(0.5)) start();
  if (!followsLate) await follow('1');
  await pass(seconds(10, 120));
  if (chance.is(0.25)) {
    const registration = chance.pick(['closed', 'postponed', 'draft', 'seeding'] as const);
    truth.setRegistration(registration);
    if (registration === 'postponed') truth.postpone(10 * MINUTE_MS);
    tell(`registration: ${registration}`);
    show();
    await pass(seconds(30, 120));
    truth.setRegistration(undefined);
  }
  if (chance.is(0.3)) {
    tell('is drawn ahead');
    truth.draw();
    show();
    await pass(gap());
  }
  truth.setPhase('running');
  if (!truth.isDrawn()) truth.draw();
  tell('begins');
  show();
  if (dialect.record === 'late') later(seconds(20, 300), truth.noteStarted);
  await pass(gap());
  const second = chance.is(0.3) ? chance.int(1, 12) : Infinity;
  for (let actions = 0; actions < ACTIONS_MAX && truth.goOn(); actions++) {
    show();
    if (followsLate && follows.length === 0 && actions > 3) await follow('1');
    if (actions === second && follows.length > 0) await follow('2');
    await act();
    show();
    await pass(gap());
  }
  if (follows.length === 0) await follow('1');
  const isOver = !truth.goOn();
  const isCancelled = !isOver && chance.is(0.3);
  if (isOver) truth.setPhase('finished');
  if (isCancelled) truth.setPhase('cancelled');
  tell(isOver ? 'is over' : isCancelled ? 'is canceled for good' : 'goes on');
  show();
  await calmDown();
  if (isOver && truth.decided().length > 0 && chance.is(0.3)) {
    await decide(chance.pick(truth.decided()), 'corrects');
    show();
    await calmDown();
  }
  const endedAt = world.now();
  return { seed, story, truth, snapshots, troubles, follows, jumps, isReadable, endedAt, world };

  async function calmDown(): Promise<void> {
    await pass(MINUTE_MS);
    const last = Math.max(world.now(), ...tasks.map(({ at }) => at), ...troubles.map(({ to }) => to));
    for (const one of processes) one.killAt(Infinity, true);
    await pass(last - world.now() + 4 * MINUTE_MS, LONG_STEP_MS);
  }
}
