import type { Command } from '../../bot/command.ts';
import { readSettings, type Environment } from '../../settings/read.ts';
import { whereReadable, type Setting } from '../../settings/setting.ts';
import { settings } from '../../settings/settings.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { createWords } from '../../words/words.ts';
import { examine } from './examine.ts';
import { reportJson, reportText } from './report.ts';

interface Options {
  commands: readonly Command[];
  /** With the tables of fields. */
  fields?: boolean;
  now?: () => number;
  deadlineMs?: number;
}

/** What the doctor prints for people and for machines, and the code it ends with: 1 where members cannot be served. */
export async function runDoctor(
  environment: Environment,
  options: Options,
): Promise<{ text: string; json: string; code: 0 | 1 }> {
  const report = await examine(environment, options);
  const clean = (text: string) => withoutSecrets(text, environment);
  const { fields = false } = options;
  return {
    text: clean(reportText(report, createWords().in('en-US'), { fields })),
    json: clean(reportJson(report)),
    code: report.faults > 0 ? 1 : 0,
  };
}

export const withoutSecrets = (text: string, environment: Environment): string =>
  secretsOf(environment).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);

/** Shorter ones are part of ordinary words, and no secrets to anybody. */
const SHORTEST_SECRET = 6;

/** Whatever a secret came by: a server may well send a key back in its answer. */
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
