import { expect, test } from 'vitest';
import { endingOf, firstThree, isDecided } from '../../src/brackets/ending.ts';
import { present } from '../../src/present.ts';
import type { Bracket, BracketRound, Tournament } from '../../src/reading/records.ts';
import { createChance, type Chance } from '../jobs/nights/chance.ts';
import { FORMATS, type Format } from '../jobs/nights/draws.ts';
import { createTruth } from '../jobs/nights/truth.ts';
import { T0 } from '../support/night-records.ts';

/** `FUZZ_RUNS=…` plays so many random tournaments, `FUZZ_SEED=…` that one alone. */
const { FUZZ_RUNS, FUZZ_SEED } = process.env;
const SEEDS =
  FUZZ_SEED === undefined
    ? Array.from({ length: Number(FUZZ_RUNS ?? 400) }, (_, at) => at + 1)
    : [Number(FUZZ_SEED)];

type RoundPlace = Pick<BracketRound, 'section'> & { number: number; fromEnd: number; players: number };
/** What a platform calls a round; `undefined` for nothing. */
type RoundNaming = (place: RoundPlace) => string | undefined;

const numbered =
  (word: (number: number) => string): RoundNaming =>
  ({ number }) =>
    word(number);
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Names that prove nothing. */
const VAGUE: readonly RoundNaming[] = [
  () => undefined,
  numbered((number) => `Round ${number}`),
  numbered((number) => `${ORDINALS[number - 1] ?? number} round`),
  numbered((number) => `${number}${['st', 'nd', 'rd'][number - 1] ?? 'th'} round`),
  numbered((number) => `Runde ${number}`),
  numbered((number) => `${number}回戦`),
  numbered((number) => `Vòng ${number}`),
  numbered((number) => `Matchday ${number}`),
  numbered((number) => `Stage ${number}`),
  () => 'Rocket League Main Event',
];

const late =
  (...names: readonly string[]): RoundNaming =>
  ({ fromEnd, section }) =>
    section === 'main' ? names[fromEnd] : undefined;

/** Names that prove a final, in trees. */
const TREES: readonly RoundNaming[] = [
  late('Final', 'Semi-finals', 'Quarter-finals'),
  late('Grand final', 'Semifinals', 'Round of 8'),
  late('Finale', 'Halbfinale', 'Viertelfinale'),
  late('Finale', 'Demi-finales', '1/4 de finale'),
  late('Chung kết', 'Bán kết', 'Tứ kết'),
  late('決勝', '準決勝', '準々決勝'),
];

const sided =
  (winners: string, losers: string, round: string, final: string, reset: string): RoundNaming =>
  ({ number, section }) =>
    section === 'final'
      ? number > 1
        ? reset
        : final
      : section === 'winners' || section === 'losers'
        ? `${section === 'winners' ? winners : losers} ${round}${number}`
        : undefined;

/** Names that prove the sides of a double elimination. */
const SIDES: readonly RoundNaming[] = [
  sided('Winners', 'Losers', 'Round ', 'Grand Final', 'Grand Final Reset'),
  sided('WB', 'LB', 'R', 'Grand Final', 'Bracket reset'),
  sided('Upper Bracket', 'Lower Bracket', 'Round ', 'GF', 'GF Reset'),
  sided('Ganadores', 'Perdedores', 'ronda ', 'Gran final', 'Segunda gran final'),
  sided('勝者側', '敗者側', 'ラウンド', 'グランドファイナル', 'グランドファイナルリセット'),
];

const UNKNOWN_FORMATS = ['Custom', 'Monrad', 'FFA', 'League of Legends 5v5', 'Rocket League', 'Ladder'];
const FIRST_STAGES = ['Play-in', 'Qualifier 1', 'Group stage', 'Swiss stage', 'Stage 1', 'Phase 1', 'Day 1'];

/** A bracket as a platform with other names shows it; `hidesSides`: it has no field for the sides of a double elimination. */
function renamed({ rounds }: Bracket, naming: RoundNaming, hidesSides: boolean): Bracket {
  const last = (round: BracketRound): number =>
    Math.max(...rounds.filter((one) => one.section === round.section).map(({ number = 0 }) => number));
  return {
    rounds: rounds.map((round): BracketRound => {
      const { name: own, number = 1, section, ...rest } = round;
      const place = { section, number, fromEnd: last(round) - number, players: rest.matches.length * 2 };
      const isHidden = hidesSides && section !== 'main' && section !== 'group';
      return {
        ...rest,
        section: isHidden ? 'main' : section,
        ...present({ number: isHidden ? undefined : number, name: own ?? naming(place) }),
      };
    }),
  };
}

interface Case {
  cup: ReturnType<typeof createTruth>;
  format: Format;
  naming: RoundNaming;
  hidesSides: boolean;
  formatWord: string | undefined;
  proves: boolean;
  phase: 'running' | undefined;
}

function caseOf(chance: Chance): Case {
  const format = chance.pick(FORMATS.filter((one) => one !== 'qualifier'));
  const players = format === 'groups' ? chance.int(6, 8) : chance.int(3, format === 'single' ? 16 : 8);
  const word = chance.pick(['known', 'none', 'unknown'] as const);
  const hidesSides = format === 'double' && chance.is(0.6);
  const isTree = format === 'single' && chance.is(0.4);
  const naming = hidesSides ? chance.pick(SIDES) : isTree ? chance.pick(TREES) : chance.pick(VAGUE);
  const cup = createTruth(
    {
      id: 't',
      letter: 'P',
      format,
      players,
      startsAt: T0,
      dialect: {
        playerIds: true,
        matchIds: chance.pick(['stable', 'none']),
        phases: chance.is(0.8),
        winners: chance.is(0.7),
        record: 'known',
        format: word === 'known',
        times: false,
        isOddShown: chance.is(0.5),
        isLowerFirst: chance.is(0.3),
        bestOf: 0,
        hasTwoLegs: false,
        stages: ['Groups', 'Playoffs'],
      },
    },
    chance,
  );
  return {
    cup,
    format,
    naming,
    hidesSides,
    formatWord: word === 'unknown' ? chance.pick(UNKNOWN_FORMATS) : undefined,
    proves: isTree || format === 'double' || (format === 'single' && word === 'known'),
    phase: chance.is(0.7) ? 'running' : undefined,
  };
}

/** Plays a tournament to its end; after each result and at the end, what the bot would claim is true. Says what is wrong. */
function play(seed: number): string[] {
  const chance = createChance(seed);
  const { cup, format, formatWord, hidesSides, naming, phase, proves } = caseOf(chance);
  const wrong: string[] = [];
  const firstStage = chance.pick(FIRST_STAGES);
  const shown = (at: number, state: Tournament['phase']) => {
    const { bracket = { rounds: [] }, champion, tournament } = cup.snapshot(T0 + at);
    const { phase: _own, format: known, ...rest } = tournament;
    const record: Tournament = { ...rest, ...present({ phase: state, format: formatWord ?? known }) };
    return {
      record,
      bracket: renamed(bracket, naming, hidesSides),
      champion: champion === undefined ? undefined : `tu${champion}`,
    };
  };
  const judge = (
    at: number,
    { bracket, champion, record }: ReturnType<typeof shown>,
    isEnd: boolean,
  ): void => {
    const ending = isEnd || isDecided(record, bracket) ? endingOf(record, bracket, 'over') : undefined;
    const [first, ...others] = ending === undefined ? [] : firstThree(ending).map(({ id }) => id);
    const say = (what: string): void => {
      const names = bracket.rounds.map(
        ({ matches, name, number, section }) => `${section}/${name ?? number}:${matches.length}`,
      );
      wrong.push(
        `seed ${seed}, act ${at}: ${what}; ${first} ${others.join(' ')}, truly ${champion}; ${record.phase} ${format} ${record.format}; ${names.join(' ')}`,
      );
    };
    if (isEnd && ending === undefined) say('no end');
    if (new Set([first, ...others]).size < others.length + 1) say('somebody twice');
    if (ending?.kind === 'table' && first !== undefined && !isFirstByAll(cup, first))
      say('wrong first of a table');
    if (ending?.kind !== 'final') {
      if (champion !== undefined && (isEnd || (proves && cup.open().length === 0))) say('no champion');
      return;
    }
    if (first !== champion) say('wrong champion');
    if (!isEnd && cup.open().length > 0) say('too early');
  };
  cup.draw();
  cup.setPhase('running');
  cup.noteStarted();
  for (let at = 0; at < 300; at++) {
    const open = cup.open();
    if (open.length === 0) {
      if (!cup.goOn() || cup.open().length === 0) break;
      continue;
    }
    const match = chance.pick(open);
    const winner = cup.canDraw(match) && chance.is(0.2) ? 0 : chance.pick([1, 2] as const);
    const least = chance.int(0, 1);
    cup.decide(match, winner, winner === 0 ? [1, 1] : winner === 1 ? [2, least] : [least, 2]);
    const now = shown(at, phase);
    judge(at, now, false);
    const staged = { rounds: now.bracket.rounds.map((round) => ({ ...round, stage: firstStage })) };
    if (isDecided(now.record, staged)) wrong.push(`seed ${seed}: ${firstStage} ends the tournament`);
  }
  cup.setPhase('finished');
  judge(999, shown(1000, 'finished'), true);
  return wrong;
}

/** Whether one player is first by 3-1-0, by 2-1-0 and by wins alone. */
function isFirstByAll(cup: Case['cup'], first: string): boolean {
  const played = cup.decided().flatMap((at) => cup.playedAt(at) ?? []);
  return [
    [3, 1],
    [2, 1],
    [1, 0],
  ].every(([win = 0, draw = 0]) => {
    const points = new Map<string, number>();
    for (const { pair, winner } of played)
      for (const one of pair) {
        const more = winner === one ? win : winner === undefined ? draw : 0;
        points.set(cup.playerId(one), (points.get(cup.playerId(one)) ?? 0) + more);
      }
    return [...points].every(([other, count]) => other === first || count < (points.get(first) ?? 0));
  });
}

test(
  'in random tournaments of any names, formats and stages, no winner is named too early, or wrongly, or not at all',
  () => expect(SEEDS.flatMap(play)).toEqual([]),
  // A limit against hangs: a loaded machine takes four times as long as an idle one.
  10_000 + SEEDS.length * 100,
);
