import type { Played } from '../../../tools/judge/snapshot.ts';
import type { Match, Tournament } from '../../../src/reading/records.ts';
import type { Format, Slot, SideSource } from './draws.ts';
import { endsInFinal, hasStages } from './draws.ts';
import type { Dialect, Snapshot } from './snapshot.ts';

const MINUTE_MS = 60_000;

/** A tournament as it really is on its platform, not as a response shows it. Matches by their place in the draw. */
export interface TruthState {
  id: string;
  /** Of its name, and what all its players' names begin with. */
  letter: string;
  dialect: Dialect;
  format: Format;
  names: string[];
  slots: Slot[];
  draws: number;
  results: Map<number, Played>;
  /** Under way, with a score that is not final. */
  partial: Set<number>;
  /** Decided, and the scores come later. */
  winnerAlone: Set<number>;
  delays: Map<number, number>;
  /** Canceled, with the result that it had. */
  calledOff: Map<number, Played | undefined>;
  /** Over: both were disqualified. */
  voided: Set<number>;
  /** Who lost was disqualified. */
  disqualified: Set<number>;
  /** Shown with its sides the other way round. */
  turned: Set<number>;
  /** The second stage is listed. */
  isSecondStage: boolean;
  phase: NonNullable<Tournament['phase']>;
  registration: Tournament['registration'];
  startsAt: number;
  isRecordLate: boolean;
}

type Who = number | 'bye' | undefined;

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

const whoOf = (state: TruthState, source: SideSource): Who => {
  if ('player' in source) return source.player;
  if ('bye' in source) return 'bye';
  return 'winner' in source ? outcomeAt(state, source.winner).winner : outcomeAt(state, source.loser).loser;
};

/** Who stands on both sides, in the draw's order. */
export function sidesAt(state: TruthState, at: number): [Who, Who] {
  const slot = state.slots[at];
  if (slot === undefined) return [undefined, undefined];
  if (slot.resetOf === undefined) return [whoOf(state, slot.sources[0]), whoOf(state, slot.sources[1])];
  const [first, second] = sidesAt(state, slot.resetOf);
  const isNeeded = second !== undefined && state.results.get(slot.resetOf)?.winner === second;
  return isNeeded ? [first, second] : [undefined, undefined];
}

export function outcomeAt(state: TruthState, at: number): { winner: Who; loser: Who } {
  const [first, second] = sidesAt(state, at);
  if (first === 'bye' || second === 'bye') return { winner: first === 'bye' ? second : first, loser: 'bye' };
  const winner = winnerAt(state, at);
  return { winner, loser: winner === undefined ? undefined : winner === first ? second : first };
}

/** Of two matches that decide together, who has more goals; who won the second one, where they have as many. */
function winnerAt({ results, slots }: TruthState, at: number): number | undefined {
  const played = results.get(at);
  const before = slots[at]?.secondOf;
  if (before === undefined) return played?.winner;
  const earlier = results.get(before);
  if (played === undefined || earlier === undefined) return undefined;
  const goalsOf = (who: number): number =>
    [earlier, played].reduce(
      (sum, { pair, scores, winner }) => sum + (scores?.[pair[0] === who ? 0 : 1] ?? Number(winner === who)),
      0,
    );
  const [first, second] = played.pair;
  const lead = goalsOf(first) - goalsOf(second);
  return lead === 0 ? (played.winner ?? first) : lead > 0 ? first : second;
}

export const pairAt = (state: TruthState, at: number): readonly [number, number] | undefined => {
  const [first, second] = sidesAt(state, at);
  return typeof first === 'number' && typeof second === 'number' ? [first, second] : undefined;
};

export const placesOf = ({ slots }: TruthState): number[] => [...slots.keys()];

export const isOpenAt = (state: TruthState, at: number): boolean =>
  pairAt(state, at) !== undefined &&
  !state.results.has(at) &&
  !state.calledOff.has(at) &&
  !state.voided.has(at);

/** A result whose players have changed does not count. */
export function settle(state: TruthState): void {
  for (const at of placesOf(state)) {
    const before = state.results.get(at);
    if (before && !isSame(before.pair, pairAt(state, at) ?? [])) state.results.delete(at);
    if (pairAt(state, at) === undefined || state.results.has(at)) state.partial.delete(at);
  }
}

export const hasBegun = ({ results, partial }: TruthState): boolean => results.size > 0 || partial.size > 0;

export const startAt = (state: TruthState, at: number): number | undefined => {
  if (!state.dialect.times) return undefined;
  const number = state.slots[at]?.round.number ?? 1;
  return state.startsAt + (number - 1) * 10 * MINUTE_MS + (state.delays.get(at) ?? 0);
};

export const phaseAt = (state: TruthState, at: number, now: number): NonNullable<Match['phase']> => {
  if (state.calledOff.has(at)) return 'cancelled';
  const { winner } = outcomeAt(state, at);
  if (state.voided.has(at)) return 'finished';
  if (state.results.has(at) || (sidesAt(state, at).includes('bye') && winner !== undefined))
    return 'finished';
  if (state.partial.has(at)) return 'running';
  const start = startAt(state, at);
  const isDue = state.phase === 'running' && (start === undefined || start <= now);
  return isOpenAt(state, at) && isDue ? 'open' : 'upcoming';
};

/** The record says that it runs. */
const isRecordedOn = ({ dialect, isRecordLate, phase }: TruthState): boolean =>
  phase === 'running' && dialect.record !== 'none' && !isRecordLate;

/** Who has won, where the bracket alone shows it. */
export function championOf(state: TruthState): number | undefined {
  const { dialect, draws, format, isSecondStage, phase, slots } = state;
  if (!endsInFinal(format) || draws === 0 || (hasStages(format) && !isSecondStage)) return undefined;
  const deciding = placesOf(state).filter((at) => !slots[at]?.isThirdPlace);
  const last = deciding.at(-1) ?? 0;
  const grand = slots[last]?.resetOf;
  // Once the platform says that it's over, what an earlier stage lacks changes no winner.
  const [, lastStage] = hasStages(format) ? dialect.stages : [];
  const isEarlier = (at: number): boolean =>
    phase === 'finished' && lastStage !== undefined && slots[at]?.round.stage !== lastStage;
  if (deciding.some((at) => isOpenAt(state, at) && !isEarlier(at))) return undefined;
  const isGrand = grand !== undefined && pairAt(state, last) === undefined;
  const { winner } = outcomeAt(state, isGrand ? grand : last);
  return typeof winner === 'number' ? winner : undefined;
}

/** It was put off after its matches were drawn or played, and has not gone on yet. */
export const isHalted = ({ phase, registration }: TruthState): boolean =>
  registration === 'postponed' && phase !== 'finished' && phase !== 'cancelled';

export function stageOf(state: TruthState): Snapshot['stage'] {
  const { dialect, draws, phase } = state;
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  if (isRecordedOn(state)) return 'running';
  const isPaired = placesOf(state).some((at) => pairAt(state, at));
  const isShown = draws > 0 && dialect.record === 'none' && isPaired;
  return isShown || (draws > 0 && hasBegun(state)) ? 'running' : 'registration';
}
