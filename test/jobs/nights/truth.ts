import type { Played } from '../../../tools/judge/snapshot.ts';
import { present } from '../../../src/present.ts';
import type { Chance } from './chance.ts';
import {
  drawOf,
  hasStages,
  secondStage,
  seededOf,
  swissRound,
  type Format,
  type SideSource,
} from './draws.ts';
import type { Dialect, Snapshot } from './snapshot.ts';
import {
  hasBegun,
  isOpenAt,
  outcomeAt,
  pairAt,
  placesOf,
  settle,
  stageOf,
  type TruthState,
} from './truth-state.ts';
import { idAt, snapshotOf, viewAt } from './truth-view.ts';

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Of which tournament a message speaks. */
const letterOf = (content: string): string | undefined =>
  /\bCup ([A-Z])\b/.exec(content)?.[1] ?? /\b([A-Z])\d+/.exec(content)?.[1];

export type Truth = ReturnType<typeof createTruth>;

export interface CupPlan {
  id: string;
  letter: string;
  format: Format;
  players: number;
  dialect: Dialect;
  startsAt: number;
}

/** All of a tournament that a recorded night needs to go on. */
export interface KeptTruth {
  plan: CupPlan;
  state: TruthState;
  everyName: Map<string, number>;
  seeds: readonly number[];
  swissRounds: number;
}

/** A tournament as it really is on its platform, with what may happen to it. `kept`: as it was recorded. */
export function createTruth(plan: CupPlan, chance: Chance, kept?: KeptTruth) {
  const { format, id, letter, startsAt } = plan;
  const players = Array.from({ length: plan.players }, (_, at) => at);
  const names = kept?.state.names ?? players.map((at) => `${letter}${at}`);
  const everyName = kept?.everyName ?? new Map(names.map((name, at) => [name, at]));
  const state: TruthState = kept?.state ?? {
    id,
    letter,
    dialect: { ...plan.dialect },
    format,
    names,
    slots: [],
    draws: 0,
    results: new Map(),
    partial: new Set(),
    winnerAlone: new Set(),
    delays: new Map(),
    calledOff: new Map(),
    voided: new Set(),
    disqualified: new Set(),
    turned: new Set(),
    isSecondStage: false,
    phase: 'open',
    registration: undefined,
    startsAt,
    isRecordLate: plan.dialect.record === 'late',
  };
  const { calledOff, delays, dialect, disqualified, partial, results, turned, voided, winnerAlone } = state;
  let seeds: readonly number[] = kept?.seeds ?? players;
  let swissRounds = kept?.swissRounds ?? 1;
  const playedPairs = (): Played[] => [...results.values()];

  function drawSwiss(points: ReadonlyMap<number, number>): void {
    swissRounds += 1;
    const hasMet = (a: number, b: number) => playedPairs().some(({ pair }) => isSame(pair, [a, b]));
    const hasSatOut = (one: number) =>
      playedPairs().filter(({ pair }) => pair.includes(one)).length < swissRounds - 1;
    state.slots.push(...swissRound(points, swissRounds, hasMet, hasSatOut));
  }

  /** Who goes on: the first two of each group, or the seeded ones and who won the rest. */
  function survivors(points: ReadonlyMap<number, number>): number[] {
    if (format === 'qualifier') {
      const { winner } = outcomeAt(state, state.slots.length - 1);
      return [...seededOf(seeds), ...(typeof winner === 'number' ? [winner] : [])];
    }
    const groups = ['A', 'B'].map((group) => {
      const own = state.slots.filter(({ round }) => round.group === group);
      const playersOf = ({ sources }: (typeof own)[number]) =>
        sources.flatMap((one) => ('player' in one ? [one.player] : []));
      const members = [...new Set(own.flatMap(playersOf))];
      return members.toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0)).slice(0, 2);
    });
    const [a = [], b = []] = groups;
    return [a[0], b[0], b[1], a[1]].filter((one) => one !== undefined);
  }

  function drawSecondStage(points: ReadonlyMap<number, number>): void {
    state.isSecondStage = true;
    const base = state.slots.length;
    const shift = (source: SideSource): SideSource =>
      'winner' in source
        ? { winner: source.winner + base }
        : 'loser' in source
          ? { loser: source.loser + base }
          : source;
    for (const slot of secondStage(survivors(points), chance, dialect.stages))
      state.slots.push({ ...slot, sources: [shift(slot.sources[0]), shift(slot.sources[1])] });
  }

  return {
    kept: (): KeptTruth => ({ plan, state, everyName, seeds, swissRounds }),
    id,
    letter,
    name: `Cup ${letter}`,
    names,
    /** Whose name it is or was. */
    playerOf: (name: string): number | undefined => everyName.get(name),
    playerId: (who: number): string => `${id}u${who}`,
    isAbout: (content: string): boolean => letterOf(content) === letter,
    /** Those of Q come and go. */
    hasIds: (): boolean => dialect.playerIds && letter !== 'Q',
    hasPhases: dialect.phases,
    dialect,
    format,
    canDraw: (at: number): boolean => state.slots[at]?.canBeDrawn === true,
    open: (): number[] => placesOf(state).filter((at) => isOpenAt(state, at)),
    decided: (): number[] => [...results.keys()],
    isDrawn: (): boolean => state.draws > 0,
    hasBegun: () => hasBegun(state),
    phase: () => state.phase,
    startsAt: () => state.startsAt,
    stage: () => stageOf(state),
    pairAt: (at: number) => pairAt(state, at),
    viewAt: (at: number, now: number) => viewAt(state, at, now),
    isTurned: (at: number): boolean => turned.has(at),
    /** The place of a match that is shown under this id. */
    placeOf: (matchId: string): number | undefined =>
      placesOf(state).find((at) => idAt(state, at) === matchId && matchId !== ''),
    nameOfPlayer: (who: number): string => names[who] ?? '',
    playedAt: (at: number): Played | undefined => results.get(at),
    setPhase: (next: TruthState['phase']) => void (state.phase = next),
    setRegistration: (next: TruthState['registration']) => void (state.registration = next),
    postpone: (ms: number) => void (state.startsAt += ms),
    noteStarted: () => void (state.isRecordLate = false),
    draw(): void {
      state.draws += 1;
      swissRounds = 1;
      state.isSecondStage = false;
      for (const map of [results, delays, calledOff]) map.clear();
      for (const set of [partial, winnerAlone, voided, disqualified, turned]) set.clear();
      seeds = chance.shuffled(players);
      state.slots = drawOf(format, seeds, chance, dialect);
      for (const { resetOf } of state.slots)
        if (resetOf !== undefined && dialect.isLowerFirst) turned.add(resetOf);
    },
    rename(who: number): string {
      const name = `${(names[who] ?? '').split('x')[0]}x${everyName.size}`;
      names[who] = name;
      everyName.set(name, who);
      return name;
    },
    /** The platform shows its players by ids as well from now on, or no longer. */
    toggleIds: () => void (dialect.playerIds = !dialect.playerIds),
    turn: (at: number) => void (turned.has(at) ? turned.delete(at) : turned.add(at)),
    /** It can be canceled for good: nothing comes after it. */
    mayCallOff: (at: number): boolean => state.slots[at]?.canBeDrawn === true && !dialect.hasTwoLegs,
    /** It is canceled, whatever its result was. */
    callOff(at: number): void {
      calledOff.set(at, results.get(at));
      results.delete(at);
      settle(state);
    },
    callOn: (at: number) => void calledOff.delete(at),
    /** Both are disqualified. */
    void: (at: number) => void voided.add(at),
    disqualify: (at: number) => void disqualified.add(at),
    /** What is still to be played decides nothing but third place. */
    isDecided: (): boolean =>
      placesOf(state).every((at) => !isOpenAt(state, at) || state.slots[at]?.isThirdPlace),
    /** Nothing is to be played before its second stage is listed. */
    isBetweenStages: (): boolean =>
      hasStages(format) &&
      !state.isSecondStage &&
      state.draws > 0 &&
      !placesOf(state).some((at) => isOpenAt(state, at)),
    begin: (at: number) => void partial.add(at),
    delay: (at: number, ms: number) => void delays.set(at, (delays.get(at) ?? 0) + ms),
    /** `winner`, `scores`: by the order of the draw. `isWinnerAlone`: its scores come later. */
    decide(
      at: number,
      winner: 0 | 1 | 2,
      scores: readonly [number, number] | undefined,
      isWinnerAlone = false,
    ): void {
      const pair = pairAt(state, at);
      if (pair === undefined) return;
      const [first, second] = pair;
      const won = winner === 0 ? undefined : winner === 1 ? first : second;
      results.set(at, present({ pair, winner: won, scores }));
      partial.delete(at);
      disqualified.delete(at);
      winnerAlone.delete(at);
      if (isWinnerAlone) winnerAlone.add(at);
      settle(state);
    },
    showScores: () => winnerAlone.clear(),
    undo(at: number): void {
      results.delete(at);
      settle(state);
    },
    /** Draws the next Swiss round or the playoffs, where it is time. `false` where nothing is left to play. */
    goOn(): boolean {
      if (state.draws === 0 || placesOf(state).some((at) => isOpenAt(state, at))) return true;
      const points = new Map(players.map((one) => [one, 0]));
      for (const { pair, winner } of playedPairs())
        for (const one of pair)
          points.set(one, (points.get(one) ?? 0) + (winner === one ? 2 : winner === undefined ? 1 : 0));
      if (format === 'swiss' && swissRounds < 3) drawSwiss(points);
      else if (hasStages(format) && !state.isSecondStage) drawSecondStage(points);
      else return false;
      return true;
    },
    snapshot: (now: number): Snapshot => snapshotOf(state, now),
  };
}
