import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { addNames } from './platform/reading/added-names.ts';
import { fields } from './platform/reading/fields.ts';
import type { FieldTable } from './platform/reading/fields.ts';
import type { Secret } from './secret.ts';
import {
  choice,
  count,
  encryptionKeys,
  extras,
  port,
  proxies,
  publicUrl,
  reasonOf,
  regions,
  secret,
  shards,
  store,
  text,
  url,
  type ValueReason,
} from './setting-values.ts';

/** Reasons of a fault, each with a sentence in the locale files under `settings.fault`. */
type Reason =
  | ValueReason
  | 'missing'
  | 'file'
  | 'fieldsFile'
  | 'fieldsJson'
  | 'fieldsShape'
  | 'fieldsUnknown'
  | 'fieldsPair'
  | 'fieldsState';

/** One setting that cannot be used. Holds no value: values may be secrets. */
export interface SettingFault {
  name: SettingName;
  reason: Reason;
  /** What in a file is at fault, by its name there. */
  named?: string[];
}

/** Every setting, by its name in the environment. A default is written as it would be there. */
export const settingsSchema = z.object({
  DISCORD_TOKEN: secret,
  DISCORD_CLIENT_SECRET: secret,
  DISCORD_APPLICATION_ID: text.regex(/^\d{15,21}$/, 'snowflake').optional(),
  DISCORD_PUBLIC_KEY: text.regex(/^[\da-f]{64}$/i, 'hex32').optional(),
  DISCORD_MODE: text.default('gateway').pipe(choice('gateway', 'http')),
  DISCORD_SHARDS: text.default('auto').pipe(shards),
  DISCORD_API_URL: text.default('https://discord.com/api').pipe(url),
  DISCORD_AUTHORIZE_URL: text.default('https://discord.com/oauth2/authorize').pipe(url),
  PLATFORM_NAME: text.max(60, 'name').default('Competitive Play'),
  PLATFORM_BASE_URL: url,
  PLATFORM_API_KEY: secret,
  PLATFORM_CLIENT_ID: text,
  PLATFORM_CLIENT_SECRET: secret,
  PLATFORM_AUTHORIZE_URL: url.optional(),
  PLATFORM_SCOPE: text.optional(),
  PLATFORM_OAUTH_EXTRAS: extras.optional(),
  PLATFORM_REGIONS: regions.optional(),
  PLATFORM_FIELDS: text.optional(),
  PLATFORM_CONNECTIONS: text.default('64').pipe(count),
  PUBLIC_URL: publicUrl,
  HOST: text.default('0.0.0.0'),
  PORT: text.default('3000').pipe(port),
  TRUSTED_PROXIES: proxies.optional(),
  STORE_URL: text.default('sqlite://data/matchpoint.sqlite').pipe(store),
  ENCRYPTION_KEYS: encryptionKeys,
  METRICS_PORT: text.default('9464').pipe(port),
  SUPPORT_URL: url.optional(),
  LOG_LEVEL: text.default('info').pipe(choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
});

type SettingName = keyof typeof settingsSchema.shape;
export const SETTING_NAMES = z.keyof(settingsSchema).options;

/** Everything the bot is told from outside; frozen. */
export type Config = ReturnType<typeof toConfig>;

function toConfig(settings: z.infer<typeof settingsSchema>, table: FieldTable) {
  const base = settings.PLATFORM_BASE_URL;
  return Object.freeze({
    discord: Object.freeze({
      token: settings.DISCORD_TOKEN,
      clientSecret: settings.DISCORD_CLIENT_SECRET,
      applicationId: settings.DISCORD_APPLICATION_ID,
      publicKey: settings.DISCORD_PUBLIC_KEY,
      mode: settings.DISCORD_MODE,
      shards: settings.DISCORD_SHARDS,
      apiUrl: settings.DISCORD_API_URL,
      authorizeUrl: settings.DISCORD_AUTHORIZE_URL,
    }),
    platform: Object.freeze({
      name: settings.PLATFORM_NAME,
      baseUrl: base,
      apiKey: settings.PLATFORM_API_KEY,
      clientId: settings.PLATFORM_CLIENT_ID,
      clientSecret: settings.PLATFORM_CLIENT_SECRET,
      authorizeUrl:
        settings.PLATFORM_AUTHORIZE_URL ?? new URL(`${base.href.replace(/\/+$/, '')}/oauth/authorize`),
      scope: settings.PLATFORM_SCOPE,
      oauthExtras: settings.PLATFORM_OAUTH_EXTRAS ?? new Set<'redirect_uri' | 'pkce'>(),
      regions: settings.PLATFORM_REGIONS ?? [],
      connections: settings.PLATFORM_CONNECTIONS,
      /** The names that fields of the platform's answers may have, its own added. */
      table,
    }),
    web: Object.freeze({
      publicUrl: settings.PUBLIC_URL,
      host: settings.HOST,
      port: settings.PORT,
      trustedProxies: settings.TRUSTED_PROXIES ?? [],
    }),
    storeUrl: settings.STORE_URL,
    encryptionKeys: Object.freeze(settings.ENCRYPTION_KEYS),
    metricsPort: settings.METRICS_PORT,
    supportUrl: settings.SUPPORT_URL,
    logLevel: settings.LOG_LEVEL,
  });
}

export type ConfigResult = { config: Config } | { faults: SettingFault[] };
type Environment = Record<string, string | undefined>;
type Values = Partial<Record<SettingName, string>>;

const fromDisk = (path: string): string => readFileSync(path, 'utf8');

/**
 * Reads the settings from an environment. A blank value counts as unset, and `NAME_FILE` names a file that holds NAME's
 * value. Finds every fault at once.
 */
export function readConfig(environment: Environment, readFile = fromDisk): ConfigResult {
  const { values, faults } = readValues(SETTING_NAMES, environment, readFile);
  const names = readNames(values.PLATFORM_FIELDS, readFile);
  if ('reason' in names) faults.push({ name: 'PLATFORM_FIELDS', ...names });
  const parsed = settingsSchema.safeParse(values);
  if (parsed.success && 'table' in names && faults.length === 0)
    return { config: toConfig(parsed.data, names.table) };
  return { faults: withIssues(faults, values, parsed.error) };
}

const storeSchema = settingsSchema.pick({ STORE_URL: true });
const keysSchema = settingsSchema.pick({ ENCRYPTION_KEYS: true });

/** The settings of what works on the store alone; the keys only where they are needed. */
export interface StoreSettings {
  storeUrl: Secret;
  encryptionKeys: Config['encryptionKeys'];
}

/** The same for the store alone, so that it can be moved from anywhere. */
export function readStoreSettings(
  environment: Environment,
  { keys }: { keys: boolean },
  readFile = fromDisk,
): StoreSettings | { faults: SettingFault[] } {
  const names = keys ? (['STORE_URL', 'ENCRYPTION_KEYS'] as const) : (['STORE_URL'] as const);
  const { values, faults } = readValues(names, environment, readFile);
  const store = storeSchema.safeParse(values);
  const sealing = keys ? keysSchema.safeParse(values) : undefined;
  const found = withIssues(withIssues(faults, values, store.error), values, sealing?.error);
  if (found.length > 0 || store.data === undefined) return { faults: found };
  return { storeUrl: store.data.STORE_URL, encryptionKeys: sealing?.data?.ENCRYPTION_KEYS ?? [] };
}

function readValues(
  names: readonly SettingName[],
  environment: Environment,
  readFile: (path: string) => string,
): { values: Values; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  const values: Values = {};
  for (const name of names) {
    const direct = environment[name]?.trim();
    const file = environment[`${name}_FILE`]?.trim();
    if (direct) {
      values[name] = direct;
    } else if (file) {
      try {
        const held = readFile(file).trim();
        if (held !== '') values[name] = held;
      } catch {
        faults.push({ name, reason: 'file' });
      }
    }
  }
  return { values, faults };
}

/** One fault for each setting; the first counts. */
function withIssues(
  known: readonly SettingFault[],
  values: Values,
  error: z.ZodError | undefined,
): SettingFault[] {
  const faults = [...known];
  for (const issue of error?.issues ?? []) {
    const name = SETTING_NAMES.find((setting) => setting === issue.path[0]);
    if (name === undefined || faults.some((fault) => fault.name === name)) continue;
    faults.push({
      name,
      reason: values[name] === undefined ? 'missing' : (reasonOf(issue.message) ?? 'missing'),
    });
  }
  return faults;
}

function readNames(
  path: string | undefined,
  readFile: (path: string) => string,
): { table: FieldTable } | { reason: Reason; named: string[] } {
  if (path === undefined) return { table: fields };
  let held: string;
  try {
    held = readFile(path);
  } catch {
    return { reason: 'fieldsFile', named: [] };
  }
  const result = addNames(held);
  return 'table' in result ? result : { reason: result.fault, named: result.named };
}
