import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings, type Environment } from '../settings/read.ts';
import { remarksOnNames, type SettingRemark } from '../settings/remarks.ts';
import type { SettingFault, SettingTable, ValuesOf } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { createTerminalText, type TerminalKey } from '../words/terminal.ts';

type SettingsTitle = Extract<TerminalKey, `settings.title.${string}`>;

/**
 * Reads the settings of an entry point from the environment and `.env`. Prints all faults to standard error and exits with
 * code 1 if there are any.
 */
export function readOrExit<T extends SettingTable>(
  table: T,
  title: SettingsTitle,
  environment: Environment,
): ValuesOf<T> {
  loadEnvFile();
  const result = readSettings(table, environment);
  if ('config' in result) return result.config;
  console.error(explainFaults(result.faults, title, environment));
  process.exit(1);
}

/** One line per fault, with what to do. */
export function explainFaults(
  faults: readonly SettingFault[],
  title: SettingsTitle,
  environment: Environment = {},
): string {
  const t = createTerminalText();
  const lines = faults.map((fault) => `  ${faultLine(fault)}`);
  const remarks = remarksOnNames(environment).map(remarkLine);
  const hint = title === 'settings.title.start' ? [t('settings.try')] : [];
  return [t(title), ...lines, ...remarks, ...noEnvFile(faults), t('settings.where'), ...hint].join('\n');
}

/** A sentence where settings are missing, and so is the file that would have them. */
export function noEnvFile(faults: readonly SettingFault[], isThere = existsSync): string[] {
  const isMissing = faults.some(({ reason }) => reason === 'missing') && !isThere('.env');
  return isMissing ? [createTerminalText()('settings.noEnvFile', { folder: process.cwd() })] : [];
}

export const remarkLine = ({ remark, vars }: SettingRemark): string =>
  createTerminalText()(`settings.remark.${remark}`, { ...vars });

/** "DISCORD_MODE isn't one of gateway, http. How interactions arrive: …" */
export function faultLine({ name, reason, details = [] }: SettingFault): string {
  const t = createTerminalText();
  const fault = t(`settings.fault.${reason}`, {
    ...Object.fromEntries(details.map((detail, at) => [at, detail])),
    details: details.join(', '),
  });
  const meaning = SETTINGS.find((setting) => setting.name === name)?.meaning ?? '';
  return t('settings.line', { name, fault, meaning });
}

/**
 * Adds the variables of `.env`, if it exists, to the environment; exits with code 1 if it cannot be read. Existing variables
 * take precedence, also as `_FILE`.
 */
export function loadEnvFile(): void {
  let content: Buffer;
  try {
    content = readFileSync('.env');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
    if (code === 'ENOENT') return;
    console.error(createTerminalText()('settings.envFile', { code, uid: userId() }));
    process.exit(1);
  }
  const text = textOfEnvFile(content);
  if (text === undefined) {
    console.error(createTerminalText()('settings.envFileEncoding'));
    process.exit(1);
  }
  Object.assign(process.env, addedByFile(process.env, parseEnv(text)));
}

/** `undefined` if it isn't UTF-8. Leaves out a byte order mark, which would become part of the first name. */
export function textOfEnvFile(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined; // UTF-16
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** The variables of the file that the environment does not set: its DISCORD_TOKEN_FILE overrides DISCORD_TOKEN here. */
export function addedByFile(environment: Environment, file: Environment): Environment {
  const isSet = (name: string): boolean =>
    environment[name] !== undefined || Boolean(environment[`${name}_FILE`]?.trim());
  return Object.fromEntries(Object.entries(file).filter(([name]) => !isSet(name)));
}

/** The user id of this process, for messages about permissions. */
export const userId = (): string => String(process.getuid?.() ?? '?');
