import type { TerminalKey } from '../words/terminal.ts';

type FaultName<Key> = Key extends `settings.fault.${infer Name}` ? Name : never;

/** Why a value cannot be used, by the name of its sentence under `settings.fault`. */
export type Reason = FaultName<TerminalKey>;

/** An invalid setting, without its value, which may be a secret pasted into the wrong place. */
export interface SettingFault {
  name: string;
  reason: Reason;
  /** What is allowed, or what is wrong in a file; fills the sentence. */
  details?: string[];
}

/** Thrown by parsers. */
export class ValueFault extends Error {
  readonly reason: Reason;
  readonly details: string[] | undefined;

  constructor(reason: Reason, details?: string[]) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

interface ParseContext {
  readFile: (path: string) => string;
  /** The raw value of another setting. */
  value: (name: string) => string | undefined;
}

/** Throws `ValueFault`. */
export type Parse<T> = (text: string, context: ParseContext) => T;

export interface Setting<T> {
  name: string;
  parse: Parse<T>;
  /** For operators: what it does, or where to get it. Shown in `.env.example`, docs/settings.md, faults and the doctor. */
  meaning: string;
  /** A raw value; `{NAME}` stands for another setting's value. */
  default?: string;
  /** The result without a value or a default; if absent, that is a fault. */
  absent?: { value: T };
}

export const setting = <T>(
  name: string,
  parse: Parse<T>,
  meaning: string,
  rest: { default?: string } = {},
): Setting<T> => ({ name, parse, meaning, ...rest });

export const optional = <T>(name: string, parse: Parse<T>, meaning: string): Setting<T | undefined> => ({
  name,
  parse,
  meaning,
  absent: { value: undefined },
});

/** The same setting for an optional use: `undefined` if it is absent or invalid. */
export const whereReadable = <T>({ parse, ...rest }: Setting<T>): Setting<T | undefined> => ({
  ...rest,
  absent: { value: undefined },
  parse(text, context) {
    try {
      return parse(text, context);
    } catch (error) {
      if (error instanceof ValueFault) return undefined;
      throw error;
    }
  },
});

/** Settings by their place in the result. */
export interface SettingTable {
  readonly [key: string]: Setting<unknown> | SettingTable;
}

export type ValuesOf<T> = T extends Setting<infer V> ? V : { readonly [Key in keyof T]: ValuesOf<T[Key]> };

export const isSetting = (entry: Setting<unknown> | SettingTable): entry is Setting<unknown> =>
  typeof entry['parse'] === 'function';

/** Every setting of a table, in its order. */
export const listSettings = (table: SettingTable): Setting<unknown>[] =>
  Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)));
