import type { Command } from '../../bot/command.ts';
import { readConfig, type Config } from '../../config.ts';
import { Secret } from '../../secret.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { createWords } from '../../words/words.ts';
import { examine } from './examine.ts';
import { reportJson, reportText } from './report.ts';

interface Options {
  commands: readonly Command[];
  now?: () => number;
  deadlineMs?: number;
}

/** What the doctor prints for people and for machines, and the code it ends with: 1 where members cannot be served. */
export async function runDoctor(
  environment: Record<string, string | undefined>,
  options: Options,
): Promise<{ text: string; json: string; code: 0 | 1 }> {
  const result = readConfig(environment);
  const report = await examine(result, options);
  const clean = (text: string) => ('config' in result ? withoutSecrets(text, result.config) : text);
  return {
    text: clean(reportText(report, createWords().in('en-US'))),
    json: clean(reportJson(report)),
    code: report.faults > 0 ? 1 : 0,
  };
}

/** Shorter ones are part of ordinary words, and no secrets to anybody. */
const SHORTEST_SECRET = 6;

/** Whatever a secret came by: a server may well send a key back in its answer. */
function withoutSecrets(text: string, { discord, platform, web, storeUrl, encryptionKeys }: Config): string {
  const place = parseStoreUrl(storeUrl.reveal());
  const secrets = [
    discord.token,
    discord.clientSecret,
    platform.apiKey,
    platform.clientSecret,
    ...encryptionKeys.map(({ key }) => key),
    ...[web.publicUrl, platform.baseUrl].map(({ password }) => new Secret(password)),
    ...(place?.kind === 'redis' && place.login ? [new Secret(place.login.password)] : []),
  ];
  return secrets
    .filter((secret) => secret.reveal().length >= SHORTEST_SECRET)
    .reduce((clean, secret) => clean.replaceAll(secret.reveal(), secret.toString()), text);
}
