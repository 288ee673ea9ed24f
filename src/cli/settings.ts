import { readConfig, type Config, type SettingFault } from '../config.ts';
import { createWords } from '../words/words.ts';

/**
 * The settings of an entry: `.env` where there is one, under the process environment. Where something is wrong, says all of
 * it on standard error and ends the process with code 1.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Config {
  loadEnvFile();
  const result = readConfig(environment);
  if ('config' in result) return result.config;
  console.error(explainFaults(result.faults));
  process.exit(1);
}

/** Every fault with its cure, in lines. */
export function explainFaults(found: readonly SettingFault[]): string {
  const t = createWords().in('en-US');
  const faults = found.map(({ name, reason, named = [] }) => {
    const cure = t(`settings.cure.${name}`);
    const fault = t(`settings.fault.${reason}`, { named: named.join(', ') });
    return `  ${t('settings.line', { name, fault, cure })}`;
  });
  return [t('settings.title'), ...faults, t('settings.where'), t('settings.try')].join('\n');
}

/** Reads `.env` into the environment where there is one. Variables that are set already win over the file. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
