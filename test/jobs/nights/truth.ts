import type {
  Bracket,
  BracketRound,
  Match,
  PlayerName,
  Side,
  Tournament,
} from '../../../src/reading/records.ts';
import { present } from '../../../src/present.ts';
import type { Chance } from './chance.ts';
import { drawOf, endsInFinal, playoffs, swissRound, type Format, type Slot, type Source } from './draws.ts';

const MINUTE_MS = 60_000;
const EARLY_MS = 5 * MINUTE_MS;

/** What a platform shows of its tournaments, and what it leaves out. */
export interface Dialect {
  playerIds: boolean;
  /** `fresh`: another id after each draw. */
  matchIds: 'stable' | 'fresh' | 'none';
  /** Whether matches have states. */
  phases: boolean;
  /** Whether winners are named beside scores. */
  winners: boolean;
  /** `late`: it begins before its record says so. */
  record: 'known' | 'late' | 'none';
  /** Whether matches have times. */
  times: boolean;
  isOddShown: boolean;
}

/** A result, whichever side comes first. `winner`: a player, absent for a draw. */
export interface Played {
  pair: readonly [number, number];
  winner?: number;
  scores?: readonly [number, number];
}

export interface TruthMatch {
  /** Of this match in this draw between these two. */
  instance: string;
  id: string;
  /** In the bracket's order. */
  place: number;
  startsAt?: number;
  pair: readonly [number, number];
  played?: Played;
  hasScore: boolean;
  isRunning: boolean;
  isPlayable: (wall: number) => boolean;
}

export interface Snapshot {
  at: number;
  tournament: Tournament;
  bracket?: Bracket;
  stage: 'registration' | 'running' | 'over' | 'cancelled';
  champion?: number;
  matches: readonly TruthMatch[];
}

type Who = number | 'bye' | undefined;

export type Truth = ReturnType<typeof createTruth>;

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** A tournament as it really is on its platform, not as a response shows it. */
export function createTruth(
  plan: { format: Format; players: number; dialect: Dialect; startsAt: number; formatWord?: string },
  chance: Chance,
) {
  const { dialect, format } = plan;
  const players = Array.from({ length: plan.players }, (_, at) => at);
  const names = players.map((at) => `P${at}`);
  const everyName = new Map(names.map((name, at) => [name, at]));
  let slots: Slot[] = [];
  let draws = 0;
  let swissRounds = 1;
  let hasPlayoffs = false;
  const results = new Map<number, Played>();
  const partial = new Set<number>();
  const winnerAlone = new Set<number>();
  const delays = new Map<number, number>();
  let phase: NonNullable<Tournament['phase']> = 'open';
  let registration: Tournament['registration'];
  let startsAt = plan.startsAt;
  let isRecordLate = dialect.record === 'late';

  const whoOf = (source: Source): Who => {
    if ('player' in source) return source.player;
    if ('bye' in source) return 'bye';
    return 'winner' in source ? outcome(source.winner).winner : outcome(source.loser).loser;
  };
  function sidesOf(at: number): [Who, Who] {
    const slot = slots[at];
    if (slot === undefined) return [undefined, undefined];
    if (slot.resetOf !== undefined) {
      const [first, second] = sidesOf(slot.resetOf);
      const isNeeded = second !== undefined && results.get(slot.resetOf)?.winner === second;
      return isNeeded ? [first, second] : [undefined, undefined];
    }
    return [whoOf(slot.sources[0]), whoOf(slot.sources[1])];
  }
  function outcome(at: number): { winner: Who; loser: Who } {
    const [first, second] = sidesOf(at);
    if (first === 'bye' || second === 'bye')
      return { winner: first === 'bye' ? second : first, loser: 'bye' };
    const winner = results.get(at)?.winner;
    return { winner, loser: winner === undefined ? undefined : winner === first ? second : first };
  }
  const pairOf = (at: number): readonly [number, number] | undefined => {
    const [first, second] = sidesOf(at);
    return typeof first === 'number' && typeof second === 'number' ? [first, second] : undefined;
  };
  /** A result whose players are others by now is none. */
  function settle(): void {
    for (const at of slots.keys()) {
      const before = results.get(at);
      if (before && !isSame(before.pair, pairOf(at) ?? [])) results.delete(at);
      if (pairOf(at) === undefined || results.has(at)) partial.delete(at);
    }
  }
  const isOpen = (at: number): boolean => pairOf(at) !== undefined && !results.has(at);
  const places = (): number[] => [...slots.keys()];
  const hasBegun = (): boolean => results.size > 0 || partial.size > 0;

  const startOf = (at: number): number | undefined => {
    if (!dialect.times) return undefined;
    return startsAt + ((slots[at]?.round.number ?? 1) - 1) * 10 * MINUTE_MS + (delays.get(at) ?? 0);
  };
  const stateOf = (at: number, now: number): NonNullable<Match['phase']> => {
    if (results.has(at) || outcome(at).winner === 'bye') return 'finished';
    if (sidesOf(at).includes('bye') && outcome(at).winner !== undefined) return 'finished';
    if (partial.has(at)) return 'running';
    const start = startOf(at);
    return isOpen(at) && phase === 'running' && (start === undefined || start <= now) ? 'open' : 'upcoming';
  };
  const idOf = (at: number): string => {
    if (dialect.matchIds === 'none') return '';
    return dialect.matchIds === 'fresh' ? `m${draws}-${at}` : `m${at}`;
  };
  const nameOf = (who: number): PlayerName => ({
    ...(dialect.playerIds && { id: `u${who}` }),
    name: names[who] ?? '',
  });
  function sideOf(at: number, which: 0 | 1): Side {
    const who = sidesOf(at)[which];
    const source = slots[at]?.resetOf === undefined ? slots[at]?.sources[which] : undefined;
    const score = results.get(at)?.scores?.[which] ?? (partial.has(at) ? which : undefined);
    if (who === 'bye') return { bye: true };
    const from =
      source && dialect.matchIds !== 'none'
        ? 'winner' in source
          ? ({ outcome: 'winner', matchId: idOf(source.winner) } as const)
          : 'loser' in source
            ? ({ outcome: 'loser', matchId: idOf(source.loser) } as const)
            : undefined
        : undefined;
    return present({
      player: who === undefined ? undefined : nameOf(who),
      score: winnerAlone.has(at) ? undefined : score,
      from: who === undefined ? from : undefined,
    });
  }
  function viewOf(at: number, now: number): Match {
    const played = results.get(at);
    const [first, second] = sidesOf(at);
    const winner = played ? played.winner : outcome(at).winner;
    const isNamed = dialect.winners || played?.scores === undefined || winnerAlone.has(at);
    const start = startOf(at);
    return {
      id: idOf(at),
      sides: [sideOf(at, 0), sideOf(at, 1)],
      ...(dialect.phases && { phase: stateOf(at, now) }),
      ...(isNamed &&
        typeof winner === 'number' && { winner: winner === first ? (1 as const) : (2 as const) }),
      ...(second !== undefined &&
        start !== undefined && { startsAt: { epochMs: start, precision: 'second' as const } }),
    };
  }
  function bracketAt(now: number): Bracket | undefined {
    if (draws === 0) return undefined;
    const rounds: BracketRound[] = [];
    for (const [at, slot] of slots.entries()) {
      const [first, second] = sidesOf(at);
      if (first === 'bye' && second === 'bye') continue;
      if (slot.resetOf !== undefined && !dialect.isOddShown && first === undefined) continue;
      const key = JSON.stringify(slot.round);
      const known = rounds.find(({ matches: _all, ...round }) => JSON.stringify(round) === key);
      if (known) known.matches.push(viewOf(at, now));
      else rounds.push({ ...slot.round, matches: [viewOf(at, now)] });
    }
    return { rounds };
  }

  /** Who has won, where the bracket alone shows it. */
  function champion(): number | undefined {
    if (!endsInFinal(format) || draws === 0 || (format === 'groups' && !hasPlayoffs)) return undefined;
    const deciding = places().filter((at) => !slots[at]?.isThirdPlace);
    const last = deciding.at(-1) ?? 0;
    const grand = slots[last]?.resetOf;
    if (deciding.some((at) => isOpen(at))) return undefined;
    // Two rounds of two may be the beginning of a Swiss of four.
    const isUnnamed = slots.some(({ isThirdPlace, round }) => isThirdPlace && round.name === undefined);
    const isClear = plan.formatWord !== undefined || !isUnnamed || format !== 'single' || players.length > 4;
    if (!isClear && recordPhase() === 'running') return undefined;
    const { winner } = grand !== undefined && pairOf(last) === undefined ? outcome(grand) : outcome(last);
    return typeof winner === 'number' ? winner : undefined;
  }
  function stage(): Snapshot['stage'] {
    if (phase === 'cancelled') return 'cancelled';
    if (phase === 'finished') return 'over';
    if (draws > 0 && champion() !== undefined && !places().some(isOpen)) return 'over';
    if (phase === 'running' && dialect.record !== 'none' && !isRecordLate) return 'running';
    const isShown = draws > 0 && dialect.record === 'none' && places().some((at) => pairOf(at));
    return isShown || (draws > 0 && hasBegun()) ? 'running' : 'registration';
  }
  const recordPhase = (): Tournament['phase'] => {
    if (phase === 'cancelled' || phase === 'finished') return phase;
    if (dialect.record === 'none') return undefined;
    return isRecordLate ? 'open' : phase;
  };

  function playedPairs(): Played[] {
    return [...results.values()];
  }

  return {
    names,
    /** Whose name it is or was. */
    playerOf: (name: string): number | undefined => everyName.get(name),
    dialect,
    format,
    canDraw: (at: number): boolean => slots[at]?.canBeDrawn === true,
    open: (): number[] => places().filter(isOpen),
    decided: (): number[] => [...results.keys()],
    isDrawn: (): boolean => draws > 0,
    hasBegun,
    phase: () => phase,
    stage,
    pairOf,
    viewOf,
    idOf,
    nameOfPlayer: (who: number): string => names[who] ?? '',
    playedAt: (at: number): Played | undefined => results.get(at),
    setPhase: (next: typeof phase) => void (phase = next),
    setRegistration: (next: Tournament['registration']) => void (registration = next),
    postpone: (ms: number) => void (startsAt += ms),
    noteStarted: () => void (isRecordLate = false),
    draw(): void {
      draws += 1;
      swissRounds = 1;
      hasPlayoffs = false;
      for (const map of [results, delays]) map.clear();
      for (const set of [partial, winnerAlone]) set.clear();
      slots = drawOf(format, players, chance);
    },
    rename(who: number): string {
      const name = `${(names[who] ?? '').split('x')[0]}x${everyName.size}`;
      names[who] = name;
      everyName.set(name, who);
      return name;
    },
    begin: (at: number) => void partial.add(at),
    delay: (at: number, ms: number) => void delays.set(at, (delays.get(at) ?? 0) + ms),
    /** `isWinnerAlone`: its scores come later. */
    decide(
      at: number,
      winner: 0 | 1 | 2,
      scores: readonly [number, number] | undefined,
      isWinnerAlone = false,
    ): void {
      const pair = pairOf(at);
      if (pair === undefined) return;
      const [first, second] = pair;
      results.set(
        at,
        present({ pair, winner: winner === 0 ? undefined : winner === 1 ? first : second, scores }),
      );
      partial.delete(at);
      winnerAlone.delete(at);
      if (isWinnerAlone) winnerAlone.add(at);
      settle();
    },
    showScores: () => winnerAlone.clear(),
    undo(at: number): void {
      results.delete(at);
      settle();
    },
    /** Draws the next Swiss round or the playoffs, where it is time. `false` where nothing is left to play. */
    goOn(): boolean {
      if (draws === 0 || places().some(isOpen)) return true;
      const points = new Map(players.map((one) => [one, 0]));
      for (const { pair, winner } of playedPairs())
        for (const one of pair)
          points.set(one, (points.get(one) ?? 0) + (winner === one ? 2 : winner === undefined ? 1 : 0));
      if (format === 'swiss' && swissRounds < 3) {
        swissRounds += 1;
        const hasMet = (a: number, b: number) => playedPairs().some(({ pair }) => isSame(pair, [a, b]));
        const hasSatOut = (one: number) =>
          playedPairs().filter(({ pair }) => pair.includes(one)).length < swissRounds - 1;
        slots.push(...swissRound(points, swissRounds, hasMet, hasSatOut));
        return true;
      }
      if (format === 'groups' && !hasPlayoffs) {
        hasPlayoffs = true;
        const groups = ['A', 'B'].map((group) => {
          const own = slots.filter(({ round }) => round.group === group);
          const members = [
            ...new Set(
              own.flatMap(({ sources }) => sources.flatMap((one) => ('player' in one ? [one.player] : []))),
            ),
          ];
          return members.toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0)).slice(0, 2);
        });
        const base = slots.length;
        const shift = (source: Source): Source =>
          'winner' in source
            ? { winner: source.winner + base }
            : 'loser' in source
              ? { loser: source.loser + base }
              : source;
        const [a = [], b = []] = groups;
        const best = [a[0], b[0], b[1], a[1]].filter((one) => one !== undefined);
        for (const slot of playoffs(best, chance))
          slots.push({ ...slot, sources: [shift(slot.sources[0]), shift(slot.sources[1])] });
        return true;
      }
      return false;
    },
    snapshot(now: number): Snapshot {
      const bracket = bracketAt(now);
      const matches =
        draws === 0
          ? []
          : places().flatMap((at): TruthMatch[] => {
              const pair = pairOf(at);
              if (pair === undefined) return [];
              const state = stateOf(at, now);
              const start = startOf(at);
              const played = results.get(at);
              const isByState = dialect.phases
                ? state === 'open' || state === 'running'
                : start === undefined;
              return [
                {
                  instance: `${draws}.${at}.${pair.toSorted().join('-')}`,
                  id: idOf(at),
                  place: at,
                  ...present({ startsAt: start }),
                  pair,
                  ...(played && {
                    played: winnerAlone.has(at) ? present({ pair, winner: played.winner }) : played,
                  }),
                  hasScore: partial.has(at),
                  isRunning: state === 'running',
                  isPlayable: (wall) =>
                    played === undefined && (isByState || (start !== undefined && start - EARLY_MS <= wall)),
                },
              ];
            });
      return {
        at: now,
        tournament: present({
          id: 't1',
          name: 'Cup',
          phase: recordPhase(),
          registration: phase === 'open' ? registration : undefined,
          startsAt: { epochMs: startsAt, precision: 'second' as const },
          entrants: players.length,
          capacity: 16,
          format: plan.formatWord,
        }),
        ...(bracket && { bracket }),
        stage: stage(),
        ...present({ champion: champion() }),
        matches,
      };
    },
  };
}
