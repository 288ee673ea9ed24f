import type { Command } from '../../bot/command.ts';
import { readSettings, type Environment } from '../../settings/read.ts';
import { whereReadable, type Setting } from '../../settings/setting.ts';
import { settings } from '../../settings/settings.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { createTerminalText } from '../../words/terminal.ts';
import { examine } from './examine.ts';
import { reportJson, reportText } from './report.ts';

interface DoctorOptions {
  commands: readonly Command[];
  /** Include the tables of fields. */
  fields?: boolean;
  now?: () => number;
  deadlineMs?: number;
  node?: string;
}

/** The doctor's output for people and machines, and the exit code: 1 if there are faults. */
export async function runDoctor(
  environment: Environment,
  options: DoctorOptions,
): Promise<{ text: string; json: string; code: 0 | 1 }> {
  const report = await examine(environment, options);
  const clean = (text: string) => withoutSecrets(text, environment);
  const { fields = false } = options;
  return {
    text: clean(reportText(report, createTerminalText(), { fields })),
    json: clean(reportJson(report)),
    code: report.faults > 0 ? 1 : 0,
  };
}

export const withoutSecrets = (text: string, environment: Environment): string =>
  secretsOf(environment).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);

/** Shorter values occur in ordinary words. */
const SHORTEST_SECRET = 6;

/** All secrets, because a server may echo one in its response. */
function secretsOf(environment: Environment): string[] {
  const { discord, platform, web, storeUrl, encryptionKeys } = settings;
  const valueOf = <T>(setting: Setting<T>): T | undefined => {
    const result = readSettings({ setting: whereReadable(setting) }, environment);
    return 'config' in result ? result.config.setting : undefined;
  };
  const secrets = [discord.token, discord.clientSecret, platform.apiKey, platform.clientSecret];
  const place = parseStoreUrl(valueOf(storeUrl)?.reveal() ?? '');
  return [
    ...secrets.map((secret) => valueOf(secret)?.reveal()),
    ...(valueOf(encryptionKeys) ?? []).map(({ key }) => key.reveal()),
    ...[web.publicUrl, platform.baseUrl].map((url) => valueOf(url)?.password),
    place?.kind === 'redis' ? place.login?.password : undefined,
  ].flatMap((secret) => (secret !== undefined && secret.length >= SHORTEST_SECRET ? [secret] : []));
}
