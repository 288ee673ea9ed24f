import { oneLine } from '../../words/plain.ts';
import type { Translate, WordKey } from '../../words/words.ts';
import type { Reading } from './reading.ts';

type Tail<Key extends string, Stem extends string> = Key extends `${Stem}.${infer Rest}` ? Rest : never;

/** What can be found, by its name under `doctor.says`; names stay, sentences may change. */
export type Check = Tail<WordKey, 'doctor.says'>;
/** What needs doing something about: it has a cure under `doctor.cure`. */
export type Trouble = Tail<WordKey, 'doctor.cure'> & Check;

export type Grade = 'ok' | 'remark' | 'fault';

/** One thing that the doctor has to say. Faults keep members from being served; remarks do not. */
export interface Finding {
  grade: Grade;
  check: Check;
  says: string;
  cure?: string;
  /** Of an operation: what was understood of its answer. */
  reading?: Reading;
}

/** What one check found. */
export interface CheckResult {
  findings: Finding[];
  /** How far the clock here is ahead of the server's. */
  aheadSeconds?: number | undefined;
}

type Vars = Record<string, string | number>;

export interface Findings {
  ok(check: Check, vars?: Vars): Finding;
  remark(check: Trouble, vars?: Vars): Finding;
  fault(check: Trouble, vars?: Vars): Finding;
}

/** As long as a list of names may get, and far shorter than a page that a server sent. */
const MAX_VAR = 1500;

export function createFindings(t: Translate): Findings {
  // What fills the sentences comes from outside: it must not move the cursor or turn the line around.
  const tamed = (vars: Vars): Vars =>
    Object.fromEntries(
      Object.entries(vars).map(([name, value]) => [
        name,
        typeof value === 'string' ? oneLine(value, MAX_VAR) : value,
      ]),
    );
  const troubled = (grade: Grade, check: Trouble, vars: Vars): Finding => ({
    grade,
    check,
    says: t(`doctor.says.${check}`, vars),
    cure: t(`doctor.cure.${check}`, vars),
  });
  return {
    ok: (check, vars = {}) => ({ grade: 'ok', check, says: t(`doctor.says.${check}`, tamed(vars)) }),
    remark: (check, vars = {}) => troubled('remark', check, tamed(vars)),
    fault: (check, vars = {}) => troubled('fault', check, tamed(vars)),
  };
}
