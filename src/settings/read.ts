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
 * Reads the settings of a table from an environment into a frozen object. A blank value counts as unset, and `NAME_FILE`
 * names a file with NAME's value. Reports all faults at once.
 */
export function readSettings<T extends SettingTable>(
  table: T,
  environment: Environment,
  readFile = fromDisk,
): { config: ValuesOf<T> } | { faults: SettingFault[] } {
  const failures: FailedSetting[] = [];
  const readValue = createReader(environment, readFile);
  const walk = (level: SettingTable): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(level)) {
      if (!isSetting(entry)) values[key] = walk(entry);
      else {
        const result = readValue(entry);
        if ('value' in result) values[key] = result.value;
        else failures.push(result);
      }
    }
    return Object.freeze(values);
  };
  const config = walk(table);
  const names = new Set(failures.map(({ fault }) => fault.name));
  // If a default is derived from an invalid setting, only that setting is reported.
  const faults = failures
    .filter(({ derivedFrom }) => !derivedFrom.some((name) => names.has(name)))
    .map(({ fault }) => fault);
  // The walk sets each key of the table to its parser's result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return faults.length === 0 ? { config: config as ValuesOf<T> } : { faults };
}

interface FailedSetting {
  fault: SettingFault;
  /** The settings that a default value is derived from. */
  derivedFrom: string[];
}

function createReader(environment: Environment, readFile: (path: string) => string) {
  /** The raw value of a setting; throws if its file cannot be read. */
  function rawValue(name: string): string | undefined {
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

  const fillIn = (template: string, derivedFrom: string[]): string | undefined => {
    const values = derivedFrom.map((name) => rawValue(name)?.replace(/\/+$/, ''));
    if (values.includes(undefined)) return undefined;
    return derivedFrom.reduce(
      (text, name, at) => text.replace(`{${name}}`, () => values[at] ?? ''),
      template,
    );
  };

  return (entry: Setting<unknown>): { value: unknown } | FailedSetting => {
    let derivedFrom: string[] = [];
    try {
      let text = rawValue(entry.name);
      if (text === undefined && entry.default !== undefined) {
        derivedFrom = [...entry.default.matchAll(/\{([A-Z_]+)\}/g)].map(([, name = '']) => name);
        text = fillIn(entry.default, derivedFrom);
      }
      if (text !== undefined) return { value: entry.parse(text, { readFile, value: rawValue }) };
      if (entry.absent !== undefined) return entry.absent;
      throw new ValueFault('missing');
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      const { reason, details } = error;
      return { fault: present({ name: entry.name, reason, details }), derivedFrom };
    }
  };
}
