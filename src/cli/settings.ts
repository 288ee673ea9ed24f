import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings, type Environment } from '../settings/read.ts';
import { type SettingFault, type SettingTable, type ValuesOf } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { createWords, type WordKey } from '../words/words.ts';

type Title = Extract<WordKey, `settings.title.${string}`>;

/**
 * The settings that an entry needs: the environment, over `.env` where there is one. Where something is wrong, prints all
 * of it on standard error and ends the process with code 1.
 */
export function readOrExit<T extends SettingTable>(
  table: T,
  title: Title,
  environment: Environment,
): ValuesOf<T> {
  loadEnvFile();
  const result = readSettings(table, environment);
  if ('config' in result) return result.config;
  console.error(explainFaults(result.faults, title));
  process.exit(1);
}

/** Every fault with its cure, in lines. */
export function explainFaults(faults: readonly SettingFault[], title: Title): string {
  const t = createWords().in('en-US');
  const lines = faults.map((fault) => `  ${faultLine(fault)}`);
  const hint = title === 'settings.title.start' ? [t('settings.try')] : [];
  return [t(title), ...lines, t('settings.where'), ...hint].join('\n');
}

/** "DISCORD_MODE isn't one of gateway, http. How interactions arrive: …" */
export function faultLine({ name, reason, details = [] }: SettingFault): string {
  const t = createWords().in('en-US');
  const fault = t(`settings.fault.${reason}`, {
    ...Object.fromEntries(details.map((detail, at) => [at, detail])),
    details: details.join(', '),
  });
  const meaning = SETTINGS.find((setting) => setting.name === name)?.meaning ?? '';
  return t('settings.line', { name, fault, meaning });
}

/**
 * Reads `.env` into the environment where there is one; where it cannot be read, ends the process with code 1 and says so.
 * What is set already wins over the file, also as a `_FILE`.
 */
export function loadEnvFile(): void {
  let text: string;
  try {
    text = readFileSync('.env', 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
    if (code === 'ENOENT') return;
    console.error(createWords().in('en-US')('settings.envFile', { code, uid: userId() }));
    process.exit(1);
  }
  Object.assign(process.env, addedByFile(process.env, parseEnv(text)));
}

/** What of a file's variables counts beside an environment: DISCORD_TOKEN_FILE there wins over DISCORD_TOKEN here. */
export function addedByFile(environment: Environment, file: Environment): Environment {
  const isSet = (name: string): boolean =>
    environment[name] !== undefined || Boolean(environment[`${name}_FILE`]?.trim());
  return Object.fromEntries(Object.entries(file).filter(([name]) => !isSet(name)));
}

/** Whom this process runs as, for sentences about permissions. */
export const userId = (): string => String(process.getuid?.() ?? '?');
