import { readFileSync } from 'node:fs';
import { present } from '../present.ts';
import {
  isSetting,
  ValueFault,
  type Setting,
  type SettingFault,
  type SettingTable,
  type ValuesOf,
} from './setting.ts';

export type Environment = Record<string, string | undefined>;

const fromDisk = (path: string): string => readFileSync(path, 'utf8');

/**
 * Reads the settings of a table from an environment, frozen. A blank value counts as unset, and `NAME_FILE` names a file
 * that holds NAME's value. Finds every fault at once.
 */
export function readSettings<T extends SettingTable>(
  table: T,
  environment: Environment,
  readFile = fromDisk,
): { config: ValuesOf<T> } | { faults: SettingFault[] } {
  const found: Failure[] = [];
  const read = createReader(environment, readFile);
  const walk = (level: SettingTable): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(level)) {
      if (!isSetting(entry)) values[key] = walk(entry);
      else {
        const result = read(entry);
        if ('value' in result) values[key] = result.value;
        else found.push(result);
      }
    }
    return Object.freeze(values);
  };
  const config = walk(table);
  const names = new Set(found.map(({ fault }) => fault.name));
  // Where a default is made of another setting that is wrong, that one is to be corrected.
  const faults = found
    .filter(({ madeOf }) => !madeOf.some((name) => names.has(name)))
    .map(({ fault }) => fault);
  // The walk gives each key of the table the value that its own parser made.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return faults.length === 0 ? { config: config as ValuesOf<T> } : { faults };
}

interface Failure {
  fault: SettingFault;
  /** The settings that the value was made of, if it was a default. */
  madeOf: string[];
}

function createReader(environment: Environment, readFile: (path: string) => string) {
  /** What is written for a name; throws where its file cannot be read. */
  function written(name: string): string | undefined {
    const direct = environment[name]?.trim();
    if (direct) return direct;
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) return undefined;
    try {
      return readFile(file).trim() || undefined;
    } catch {
      throw new ValueFault('file');
    }
  }

  const filledIn = (template: string, madeOf: string[]): string | undefined => {
    const values = madeOf.map((name) => written(name)?.replace(/\/+$/, ''));
    if (values.includes(undefined)) return undefined;
    return madeOf.reduce((text, name, at) => text.replace(`{${name}}`, () => values[at] ?? ''), template);
  };

  return (entry: Setting<unknown>): { value: unknown } | Failure => {
    let madeOf: string[] = [];
    try {
      let text = written(entry.name);
      if (text === undefined && entry.default !== undefined) {
        madeOf = [...entry.default.matchAll(/\{([A-Z_]+)\}/g)].map(([, name = '']) => name);
        text = filledIn(entry.default, madeOf);
      }
      if (text !== undefined) return { value: entry.parse(text, { readFile, value: written }) };
      if (entry.absent !== undefined) return entry.absent;
      throw new ValueFault('missing');
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      const { reason, details } = error;
      return { fault: present({ name: entry.name, reason, details }), madeOf };
    }
  };
}
