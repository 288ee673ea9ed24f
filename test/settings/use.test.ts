import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createApp } from '../../src/app/app.ts';
import { createLog } from '../../src/log.ts';
import { isSetting, type SettingTable } from '../../src/settings/setting.ts';
import { readConfig, settings, SETTINGS, type Config } from '../../src/settings/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ENVIRONMENT = {
  DISCORD_TOKEN: 'marked-token',
  DISCORD_CLIENT_SECRET: 'marked-secret',
  DISCORD_API_URL: 'http://discord.test',
  DISCORD_PLAIN_HTTP: 'allow',
  PLATFORM_BASE_URL: 'http://platform.test',
  PLATFORM_PLAIN_HTTP: 'allow',
  PLATFORM_API_KEY: 'marked-key',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'marked-secret',
  DOMAIN: 'bot.example',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

/** The settings whose value another setting's parser or default takes. */
function namesReadByOthers(): string[] {
  const reads: string[] = [];
  const environment = new Proxy<Record<string, string>>(ENVIRONMENT, {
    get(target, name: string) {
      reads.push(name);
      return target[name];
    },
  });
  readConfig(environment);
  return SETTINGS.map(({ name }) => name).filter((name) => reads.filter((one) => one === name).length > 1);
}

/** The same values; reads are noted by the names of the settings. */
function observed(table: SettingTable, values: object, noteRead: (name: string) => void): object {
  const properties = Object.entries(table).map(([key, entry]) => {
    const value = Reflect.get(values, key) as object;
    if (!isSetting(entry)) return [key, { value: observed(entry, value, noteRead) }];
    const get = () => {
      noteRead(entry.name);
      return value;
    };
    return [key, { get, enumerable: true }];
  });
  return Object.defineProperties({}, Object.fromEntries(properties) as PropertyDescriptorMap);
}

it('every setting is used by a part of the bot or by another setting', async () => {
  const names = new Set(namesReadByOthers());
  const result = readConfig({
    ...ENVIRONMENT,
    DISCORD_API_URL: 'http://127.0.0.1:9',
    STORE_URL: `sqlite://${join(await temporaryFolder(), 'store.sqlite')}`,
    LOG_LEVEL: 'silent',
  });
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  // It has the keys and values of the configuration.
  const config = observed(settings, result.config, (name) => names.add(name)) as Config;

  const log = createLog(config.logLevel);
  const app = await createApp(config, commands, log);
  // Nothing answers for Discord: the start ends with the stop.
  const started = app.start({ onRefused: () => undefined });
  await app.stop();
  await started;
  const unused = SETTINGS.map(({ name }) => name).filter((name) => !names.has(name));
  expect(unused, 'hand it to the part that needs it, in src/app').toEqual([]);
});
