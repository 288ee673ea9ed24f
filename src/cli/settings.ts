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
  const fault = t(`settings.fault.${reason}`, { details: details.join(', ') });
  const meaning = SETTINGS.find((setting) => setting.name === name)?.meaning ?? '';
  return t('settings.line', { name, fault, meaning });
}

/** Reads `.env` into the environment where there is one. Variables that are set already win over the file. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
