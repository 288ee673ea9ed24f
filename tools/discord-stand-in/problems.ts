import type { FaultTree } from './refusal.ts';

/** Something that Discord refused, or that it let through although a person would be left with less than was meant. */
export interface Problem {
  at: number;
  /** `POST /interactions/…/callback`, `gateway`, `GET /oauth2/authorize`; secrets masked. */
  where: string;
  /** Discord's error code, or the code with which a socket was closed; 0 without one. */
  code: number;
  status?: number;
  message: string;
  errors?: FaultTree;
  interactionId?: string;
}

export interface Problems {
  readonly list: Problem[];
  add(problem: Omit<Problem, 'at'>): void;
}

const MAX_PROBLEMS = 1000;

export function createProblems(now: () => number, tell: (problem: Problem) => void): Problems {
  const list: Problem[] = [];
  return {
    list,
    add: (found) => {
      const problem = { at: now(), ...found };
      list.push(problem);
      if (list.length > MAX_PROBLEMS) list.shift();
      tell(problem);
    },
  };
}
