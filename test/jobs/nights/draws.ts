import type { BracketRound } from '../../../src/reading/records.ts';
import type { Chance } from './chance.ts';

/** Where the player of a side comes from; matches by their place in the draw. */
export type SideSource = { player: number } | { winner: number } | { loser: number } | { bye: true };

/** A match of a draw. */
export interface Slot {
  round: Pick<BracketRound, 'section' | 'number' | 'name' | 'group' | 'stage'>;
  sources: [SideSource, SideSource];
  /** The grand final that this one repeats where the winner of the losers' bracket won it. */
  resetOf?: number;
  /** It decides about a place alone. */
  isThirdPlace?: true;
  /** It can end without a winner. */
  canBeDrawn?: true;
  /** It is the second match of two that decide together, of which this is the first. */
  secondOf?: number;
}

export const FORMATS = ['single', 'double', 'swiss', 'round-robin', 'groups', 'qualifier'] as const;
export type Format = (typeof FORMATS)[number];

/** Whether the bracket alone shows who has won. */
export const endsInFinal = (format: Format): boolean => format !== 'swiss' && format !== 'round-robin';

/** Whether it has a second stage, which is listed once the first one is decided. */
export const hasStages = (format: Format): boolean => format === 'groups' || format === 'qualifier';

const player = (one: number): SideSource => ({ player: one });

/** Entrants beside byes, so that no player is two rounds ahead. */
function seats(players: readonly number[]): SideSource[] {
  let size = 2;
  while (size < players.length) size *= 2;
  const first = players.slice(0, size / 2);
  const second = players.slice(size / 2);
  return first.flatMap((one, at): SideSource[] => {
    const other = second[at];
    return [player(one), other === undefined ? { bye: true } : player(other)];
  });
}

/** Adds rounds of a tree, each from the winners of the one before. Gives the places that decide each round. */
function addTree(
  slots: Slot[],
  sources: readonly SideSource[],
  round: (number: number) => Slot['round'],
  hasTwoLegs = false,
): number[][] {
  const rounds: number[][] = [];
  for (let open = [...sources]; open.length > 1;) {
    const places: number[] = [];
    for (let at = 0; at < open.length; at += 2) {
      const own = round(rounds.length + 1);
      const first: SideSource = open[at] ?? { bye: true };
      const second: SideSource = open[at + 1] ?? { bye: true };
      const isTwice = hasTwoLegs && !('bye' in first) && !('bye' in second);
      slots.push({ round: own, sources: [first, second], ...(isTwice && { canBeDrawn: true }) });
      if (isTwice)
        slots.push({
          round: own,
          sources: [second, first],
          canBeDrawn: true,
          secondOf: slots.length - 1,
        });
      places.push(slots.length - 1);
    }
    rounds.push(places);
    open = places.map((place) => ({ winner: place }));
  }
  return rounds;
}

interface SingleOptions {
  stage?: string | undefined;
  hasTwoLegs?: boolean;
  mayHaveThird?: boolean;
}

function single(
  players: readonly number[],
  chance: Chance,
  { hasTwoLegs = false, mayHaveThird = true, stage }: SingleOptions = {},
): Slot[] {
  const slots: Slot[] = [];
  const rounds = addTree(
    slots,
    seats(players),
    (number) => ({ section: 'main', number, ...(stage !== undefined && { stage }) }),
    hasTwoLegs,
  );
  const semifinals = rounds.at(-2);
  const [first, second] = semifinals ?? [];
  const mayBe = mayHaveThird && first !== undefined && second !== undefined && players.length > 3;
  if (mayBe && chance.is(0.5))
    slots.push({
      round: {
        section: 'main',
        number: rounds.length,
        ...(chance.is(0.5) && { name: 'Third place' }),
        ...(stage !== undefined && { stage }),
      },
      sources: [{ loser: first }, { loser: second }],
      isThirdPlace: true,
    });
  return slots;
}

function double(players: readonly number[]): Slot[] {
  const slots: Slot[] = [];
  const winners = addTree(slots, seats(players), (number) => ({ section: 'winners', number }));
  let number = 0;
  const add = (round: Slot['round'], pairs: readonly (readonly [SideSource, SideSource])[]): SideSource[] =>
    pairs.map(([first, second]) => {
      slots.push({ round, sources: [first, second] });
      return { winner: slots.length - 1 };
    });
  const inPairs = (all: readonly SideSource[]): [SideSource, SideSource][] =>
    all.flatMap((one, at): [SideSource, SideSource][] => {
      const other = all[at + 1];
      return at % 2 === 0 && other !== undefined ? [[one, other]] : [];
    });
  const losersOf = (places: readonly number[]): SideSource[] => places.map((loser) => ({ loser }));
  let left = losersOf(winners[0] ?? []);
  for (const places of winners.slice(1)) {
    if (left.length > places.length) left = add({ section: 'losers', number: ++number }, inPairs(left));
    const dropped = losersOf(places).toReversed();
    left = add(
      { section: 'losers', number: ++number },
      left.map((one, at) => [one, dropped[at] ?? { bye: true }] as const),
    );
  }
  const [last] = winners.at(-1) ?? [];
  const grand = slots.length;
  slots.push({
    round: { section: 'final', number: 1 },
    sources: [{ winner: last ?? 0 }, left[0] ?? { bye: true }],
  });
  slots.push({
    round: { section: 'final', number: 2 },
    sources: [{ bye: true }, { bye: true }],
    resetOf: grand,
  });
  return slots;
}

/** Everybody against everybody, by the circle method. */
function league(players: readonly number[], round: Omit<Slot['round'], 'number'>, isTwice = false): Slot[] {
  const circle: (number | undefined)[] = players.length % 2 === 0 ? [...players] : [...players, undefined];
  const once: Slot[] = [];
  for (let number = 1; number < circle.length; number++) {
    for (let at = 0; at < circle.length / 2; at++) {
      const [one, other] = [circle[at], circle[circle.length - 1 - at]];
      if (one !== undefined && other !== undefined)
        once.push({ round: { ...round, number }, sources: [player(one), player(other)], canBeDrawn: true });
    }
    circle.splice(1, 0, circle.pop());
  }
  if (!isTwice) return once;
  const again = once.map((slot): Slot => {
    const [first, second] = slot.sources;
    return {
      ...slot,
      round: { ...round, number: (slot.round.number ?? 0) + circle.length - 1 },
      sources: [second, first],
    };
  });
  return [...once, ...again];
}

/** Pairs for another round of a Swiss tournament; `points`: by player. */
export function swissRound(
  points: ReadonlyMap<number, number>,
  number: number,
  hasMet: (one: number, other: number) => boolean,
  hasSatOut: (one: number) => boolean,
): Slot[] {
  const open = [...points].toSorted(([, a], [, b]) => b - a).map(([one]) => one);
  const slots: Slot[] = [];
  // No player sits out twice.
  if (open.length % 2 === 1)
    open.splice(
      open.findLastIndex((one) => !hasSatOut(one)),
      1,
    );
  while (open.length > 1) {
    const [one = 0] = open.splice(0, 1);
    const at = Math.max(
      0,
      open.findIndex((other) => !hasMet(one, other)),
    );
    const [other = 0] = open.splice(at, 1);
    slots.push({
      round: { section: 'main', number },
      sources: [player(one), player(other)],
      canBeDrawn: true,
    });
  }
  return slots;
}

/** The names of two stages; what says nothing else comes before the first one. */
export type StageNames = readonly [string | undefined, string | undefined];
export const STAGE_NAMES: Record<'groups' | 'qualifier', readonly StageNames[]> = {
  groups: [
    ['Groups', 'Playoffs'],
    ['Group stage', 'Playoffs'],
    ['Stage 1', 'Stage 2'],
    [undefined, undefined],
  ],
  qualifier: [
    ['Play-in', 'Main event'],
    ['Qualifier 1', 'Main bracket'],
    ['Stage 1', 'Stage 2'],
    ['Qualifiers', 'Playoffs'],
  ],
};

/** The second stage, of those who are left. */
export const secondStage = (best: readonly number[], chance: Chance, [, stage]: StageNames): Slot[] =>
  single(best, chance, { stage });

/** So many wait for the winner of the others. */
export const seededOf = (players: readonly number[]): readonly number[] =>
  players.slice(0, Math.ceil(players.length / 2));

interface DrawOptions {
  stages: StageNames;
  hasTwoLegs: boolean;
}

/** A draw as a tournament begins, of players in the order of their seeds. */
export function drawOf(
  format: Format,
  seeds: readonly number[],
  chance: Chance,
  { hasTwoLegs, stages: [stage] }: DrawOptions,
): Slot[] {
  switch (format) {
    case 'single':
      return single(seeds, chance, { hasTwoLegs });
    case 'qualifier':
      return single(seeds.slice(seededOf(seeds).length), chance, { stage, mayHaveThird: false });
    case 'double':
      return double(seeds);
    case 'swiss':
      return swissRound(
        new Map(seeds.map((one) => [one, 0])),
        1,
        () => false,
        () => false,
      );
    case 'round-robin':
      return league(
        seeds,
        { section: chance.is(0.5) ? 'group' : 'main' },
        seeds.length < 5 && chance.is(0.3),
      );
    case 'groups': {
      const half = Math.ceil(seeds.length / 2);
      return [seeds.slice(0, half), seeds.slice(half)].flatMap((some, at) =>
        league(some, {
          section: 'group',
          group: at === 0 ? 'A' : 'B',
          ...(stage !== undefined && { stage }),
        }),
      );
    }
  }
}
