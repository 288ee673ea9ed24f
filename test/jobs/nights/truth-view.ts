import type { TruthMatch } from '../../../tools/judge/snapshot.ts';
import { present } from '../../../src/present.ts';
import type { Bracket, BracketRound, Match, Side, Tournament } from '../../../src/reading/records.ts';
import type { Format } from './draws.ts';
import type { Snapshot } from './snapshot.ts';
import {
  championOf,
  isHalted,
  outcomeAt,
  pairAt,
  phaseAt,
  placesOf,
  sidesAt,
  stageOf,
  startAt,
  type TruthState,
} from './truth-state.ts';

const EARLY_MS = 5 * 60_000;

const FORMAT_WORDS: Record<Format, string> = {
  single: 'Single elimination',
  double: 'double_elimination',
  swiss: 'Swiss',
  'round-robin': 'Round Robin',
  groups: 'Round robin, then single elimination',
  qualifier: 'Single elimination',
};

export const idAt = ({ dialect, draws, id }: TruthState, at: number): string => {
  if (dialect.matchIds === 'none') return '';
  return dialect.matchIds === 'fresh' ? `${id}m${draws}-${at}` : `${id}m${at}`;
};

const playerName = ({ dialect, id, names }: TruthState, who: number) => ({
  ...(dialect.playerIds && { id: `${id}u${who}` }),
  name: names[who] ?? '',
});

/** Who is disqualified has -1. What was canceled after its result may keep its scores. */
function scoreAt(state: TruthState, at: number, which: 0 | 1): number | undefined {
  const { calledOff, dialect, disqualified, results, voided } = state;
  const played = results.get(at) ?? (dialect.isOddShown ? calledOff.get(at) : undefined);
  if (voided.has(at)) return -1;
  if (played !== undefined && disqualified.has(at)) return played.pair[which] === played.winner ? 0 : -1;
  return played?.scores?.[which];
}

function sideAt(state: TruthState, at: number, which: 0 | 1): Side {
  const { dialect, partial, slots, winnerAlone } = state;
  const who = sidesAt(state, at)[which];
  if (who === 'bye') return { bye: true };
  const source = slots[at]?.resetOf === undefined ? slots[at]?.sources[which] : undefined;
  const score = scoreAt(state, at, which) ?? (partial.has(at) ? which : undefined);
  const isLinked = source !== undefined && dialect.matchIds !== 'none' && who === undefined;
  const from = !isLinked
    ? undefined
    : 'winner' in source
      ? ({ outcome: 'winner', matchId: idAt(state, source.winner) } as const)
      : 'loser' in source
        ? ({ outcome: 'loser', matchId: idAt(state, source.loser) } as const)
        : undefined;
  return present({
    player: who === undefined ? undefined : playerName(state, who),
    score: winnerAlone.has(at) ? undefined : score,
    from,
  });
}

function shownPhase(state: TruthState, at: number, now: number): NonNullable<Match['phase']> {
  const phase = phaseAt(state, at, now);
  return phase === 'open' && state.dialect.playsPending === true ? 'upcoming' : phase;
}

/** A match as the bracket shows it. */
export function viewAt(state: TruthState, at: number, now: number): Match {
  const { dialect, disqualified, results, turned, winnerAlone } = state;
  const played = results.get(at);
  const isAlone = winnerAlone.has(at) || (played?.scores === undefined && !disqualified.has(at));
  const [first, second] = sidesAt(state, at);
  const winner = played ? played.winner : outcomeAt(state, at).winner;
  const isNamed = dialect.winners || isAlone;
  const start = startAt(state, at);
  const isTurned = turned.has(at);
  const sides: [Side, Side] = [sideAt(state, at, 0), sideAt(state, at, 1)];
  const isFirst = (winner === first) !== isTurned;
  return {
    id: idAt(state, at),
    sides: isTurned ? [sides[1], sides[0]] : sides,
    ...(dialect.phases && { phase: shownPhase(state, at, now) }),
    ...(dialect.bestOf > 0 && { bestOf: dialect.bestOf }),
    ...(isNamed && typeof winner === 'number' && { winner: isFirst ? (1 as const) : (2 as const) }),
    ...(second !== undefined &&
      start !== undefined && { startsAt: { epochMs: start, precision: 'second' as const } }),
  };
}

function bracketOf(state: TruthState, now: number): Bracket | undefined {
  if (state.draws === 0) return undefined;
  const rounds: BracketRound[] = [];
  for (const [at, slot] of state.slots.entries()) {
    const [first, second] = sidesAt(state, at);
    if (first === 'bye' && second === 'bye') continue;
    if (slot.resetOf !== undefined && !state.dialect.isOddShown && first === undefined) continue;
    const key = JSON.stringify(slot.round);
    const known = rounds.find(({ matches: _all, ...round }) => JSON.stringify(round) === key);
    if (known) known.matches.push(viewAt(state, at, now));
    else rounds.push({ ...slot.round, matches: [viewAt(state, at, now)] });
  }
  return { rounds };
}

function recordPhase({ dialect, isRecordLate, phase }: TruthState): Tournament['phase'] {
  if (phase === 'cancelled' || phase === 'finished') return phase;
  if (dialect.record === 'none') return undefined;
  return isRecordLate ? 'open' : phase;
}

function matchAt(state: TruthState, at: number, now: number): TruthMatch[] {
  const { dialect, draws, partial, results, slots, voided, winnerAlone } = state;
  const pair = pairAt(state, at);
  const { group, number, section = 'main' } = slots[at]?.round ?? {};
  if (pair === undefined) return [];
  const phase = phaseAt(state, at, now);
  const start = startAt(state, at);
  const played = results.get(at);
  const isByState = dialect.phases ? phase === 'open' || phase === 'running' : start === undefined;
  const playsFrom = isByState ? -Infinity : start === undefined ? undefined : start - EARLY_MS;
  const isOpen = played === undefined && phase !== 'cancelled' && phase !== 'finished';
  return [
    {
      instance: `${draws}.${at}.${pair.toSorted().join('-')}`,
      id: idAt(state, at),
      place: at,
      round: present({ section, group, number }),
      ...present({ startsAt: start }),
      pair,
      ...(played && { played: winnerAlone.has(at) ? present({ pair, winner: played.winner }) : played }),
      hasScore: partial.has(at),
      isRunning: phase === 'running',
      isCalledOff: phase === 'cancelled',
      isVoid: voided.has(at),
      ...present({ playsFrom: isOpen ? playsFrom : undefined }),
    },
  ];
}

/** A tournament as the platform shows it at one time, and as it is. */
export function snapshotOf(state: TruthState, now: number): Snapshot {
  const { dialect, draws, format, id, letter, names, phase, registration, startsAt } = state;
  const bracket = bracketOf(state, now);
  return {
    at: now,
    tournament: present({
      id,
      name: `Cup ${letter}`,
      phase: recordPhase(state),
      registration: phase === 'open' ? registration : undefined,
      startsAt: { epochMs: startsAt, precision: 'second' as const },
      entrants: names.length,
      capacity: 128,
      format: dialect.format ? FORMAT_WORDS[format] : dialect.game,
    }),
    ...(bracket && { bracket }),
    stage: stageOf(state),
    isHalted: isHalted(state),
    ...present({ champion: championOf(state) }),
    matches: draws === 0 ? [] : placesOf(state).flatMap((at) => matchAt(state, at, now)),
  };
}
