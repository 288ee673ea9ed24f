import { oneLine } from '../../words/plain.ts';
import type { TerminalText, TerminalKey } from '../../words/terminal.ts';
import type { AnswerReading } from './reading.ts';

type Tail<Key extends string, Stem extends string> = Key extends `${Stem}.${infer Rest}` ? Rest : never;

/** The name of a finding under `doctor.says`. Names are stable; sentences may change. */
export type Check = Tail<TerminalKey, 'doctor.says'>;
/** A finding that needs action, with a cure under `doctor.cure`. */
export type CurableCheck = Tail<TerminalKey, 'doctor.cure'> & Check;

export type Grade = 'ok' | 'remark' | 'fault';

/** A fault affects members; a remark does not. */
export interface Finding {
  grade: Grade;
  check: Check;
  says: string;
  cure?: string;
  /** For a platform operation: how its answer was read. */
  reading?: AnswerReading;
}

export interface CheckResult {
  findings: Finding[];
  /** How far our clock is ahead of the server's. */
  aheadSeconds?: number | undefined;
}

type Vars = Record<string, string | number>;

export interface Findings {
  ok(check: Check, vars?: Vars): Finding;
  remark(check: CurableCheck, vars?: Vars): Finding;
  fault(check: CurableCheck, vars?: Vars): Finding;
}

/** Fits any list of names, and is far shorter than a page from a server. */
const MAX_VAR = 1500;

export function createFindings(t: TerminalText): Findings {
  // Values come from outside: they must not contain control or bidirectional characters.
  const sanitize = (vars: Vars): Vars =>
    Object.fromEntries(
      Object.entries(vars).map(([name, value]) => [
        name,
        typeof value === 'string' ? oneLine(value, MAX_VAR) : value,
      ]),
    );
  const withCure = (grade: Grade, check: CurableCheck, vars: Vars): Finding => ({
    grade,
    check,
    says: t(`doctor.says.${check}`, vars),
    cure: t(`doctor.cure.${check}`, vars),
  });
  return {
    ok: (check, vars = {}) => ({ grade: 'ok', check, says: t(`doctor.says.${check}`, sanitize(vars)) }),
    remark: (check, vars = {}) => withCure('remark', check, sanitize(vars)),
    fault: (check, vars = {}) => withCure('fault', check, sanitize(vars)),
  };
}
