import { whereReadable, type SettingTable, type ValuesOf } from '../../settings/setting.ts';
import { settings } from '../../settings/settings.ts';
import type { Findings } from './finding.ts';

const { discord, platform, web, metrics, storeUrl, encryptionKeys, linkedRoles, privacyUrl, termsUrl } =
  settings;
const { token, apiUrl, applicationId, mode, authorizeUrl } = discord;

/** The settings that each check needs; it runs even if others are invalid. */
export const NEEDS = {
  discord: {
    discord: {
      token,
      apiUrl,
      applicationId,
      mode,
      authorizeUrl,
      clientSecret: whereReadable(discord.clientSecret),
      publicKey: whereReadable(discord.publicKey),
    },
    web: { publicUrl: whereReadable(web.publicUrl) },
    linkedRoles: whereReadable(linkedRoles),
    privacyUrl: whereReadable(privacyUrl),
    termsUrl: whereReadable(termsUrl),
  },
  store: { storeUrl, encryptionKeys: whereReadable(encryptionKeys) },
  web: {
    web: { publicUrl: web.publicUrl, host: web.host, port: web.port },
    metrics: { host: metrics.host, port: metrics.port },
  },
  clock: { platform: { name: platform.name } },
  platform: {
    platform: {
      baseUrl: platform.baseUrl,
      apiKey: platform.apiKey,
      clientId: whereReadable(platform.clientId),
      clientSecret: whereReadable(platform.clientSecret),
      regions: platform.regions,
      table: platform.table,
    },
  },
  oauth: {
    platform: {
      baseUrl: platform.baseUrl,
      authorizeUrl: platform.authorizeUrl,
      oauthExtras: platform.oauthExtras,
      clientId: whereReadable(platform.clientId),
      clientSecret: whereReadable(platform.clientSecret),
    },
    web: { publicUrl: whereReadable(web.publicUrl) },
  },
} as const satisfies Record<string, SettingTable>;

export interface CheckKit<Section extends keyof typeof NEEDS> {
  config: ValuesOf<(typeof NEEDS)[Section]>;
  say: Findings;
  /** Aborts at the deadline. */
  signal: AbortSignal;
  /** Epoch milliseconds. */
  now: () => number;
}
