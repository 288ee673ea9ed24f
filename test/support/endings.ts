import { endingOf, firstThree, isDecided } from '../../src/brackets/ending.ts';
import type { Bracket, BracketRound, Match, Tournament } from '../../src/reading/records.ts';
import { cup, match } from './night-records.ts';

/** Rounds of matches, by name or number. */
export const rounds = (all: Record<string, string[]>, more: Partial<BracketRound> = {}): Bracket => ({
  rounds: Object.entries(all).map(([name, texts], at) => ({
    section: 'main',
    number: at + 1,
    ...(/^\d+$/.test(name) ? {} : { name }),
    ...more,
    matches: texts.map((text, place) => match(`${name}.${place}`, text)),
  })),
});

export const round = (number: number, matches: Match[], more: Partial<BracketRound> = {}): Bracket => ({
  rounds: [{ section: 'main', number, matches, ...more }],
});
export const both = (...brackets: Bracket[]): Bracket => ({ rounds: brackets.flatMap((one) => one.rounds) });

export const inStage = (stage: string, { rounds: own }: Bracket): Bracket => ({
  rounds: own.map((one) => ({ ...one, stage })),
});
export const canceled = (text: string): Match => match(text, text, { phase: 'cancelled' });

export const SINGLE = { format: 'Single elimination' };

/** First, second and third: "a d", "-" for none. */
export const placesOf = (tournament: Tournament, bracket: Bracket): string => {
  const ending = endingOf(tournament, bracket, 'over');
  const three = ending === undefined ? [] : firstThree(ending);
  return three.map(({ id }) => id).join(' ') || '-';
};

/** Who has won as long as the record says that it runs. */
export const running = (bracket: Bracket, more: Partial<Tournament> = {}): string =>
  isDecided(cup(more), bracket) ? placesOf(cup(more), bracket) : '-';

/** Who has won once the record says that it has finished. */
export const finished = (bracket: Bracket, more: Partial<Tournament> = {}): string =>
  placesOf(cup({ ...more, phase: 'finished' }), bracket);

type Winners = [what: string, bracket: Bracket, running: string, finished: string];

/** The cases with other winners than these, with what they are. */
export const wrongWinners = (cases: readonly Winners[], more: Partial<Tournament> = {}): Winners[] =>
  cases.flatMap(([what, bracket, ...expected]): Winners[] => {
    const winners = [running(bracket, more), finished(bracket, more)] as const;
    return winners.every((one, at) => one === expected[at]) ? [] : [[what, bracket, ...winners]];
  });
