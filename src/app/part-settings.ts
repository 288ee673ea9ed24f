import { pathSegment } from '../http/path-segment.ts';
import { publicAddress } from '../linking/public-url.ts';
import { settings, type Config } from '../settings/settings.ts';
import { vaultKeys } from '../settings/values.ts';
import type { ProductSettings } from './ports.ts';

/** The settings of each part, as its options name them. */
export const discordSettings = ({ discord }: Config) => ({
  apiUrl: discord.apiUrl,
  authorizeUrl: discord.authorizeUrl,
  token: discord.token.reveal(),
  clientSecret: discord.clientSecret.reveal(),
  applicationId: discord.applicationId,
});

export const transportSettings = ({ discord }: Config) => ({
  mode: discord.mode,
  token: discord.token.reveal(),
  shards: discord.shards,
  publicKey: discord.publicKey,
});

export const platformSettings = ({ platform }: Config) => ({
  baseUrl: platform.baseUrl,
  apiKey: platform.apiKey.reveal(),
  clientId: platform.clientId,
  clientSecret: platform.clientSecret.reveal(),
  table: platform.table,
  connections: platform.connections,
});

const { clientId, scope, oauthExtras, authorizeUrl } = settings.platform;
const CONSENT_SETTINGS = [clientId, scope, oauthExtras, authorizeUrl].map(({ name }) => name);

const linkingSettings = ({ platform, web }: Config): ProductSettings['linking'] => ({
  consent: {
    authorizeUrl: platform.authorizeUrl,
    clientId: platform.clientId,
    scope: platform.scope,
    extras: platform.oauthExtras,
    issuers: [platform.baseUrl],
    settings: CONSENT_SETTINGS,
  },
  publicUrl: web.publicUrl,
});

export function productSettings(config: Config): ProductSettings {
  const addresses = addressesOf(config);
  return {
    platformName: config.platform.name,
    regions: config.platform.regions,
    pollsPerMinute: config.platform.pollsPerMinute,
    keys: vaultKeys(config.encryptionKeys),
    keysSetting: settings.encryptionKeys.name,
    isLinkedRolesOn: config.linkedRoles === 'on',
    supportUrl: config.supportUrl?.href,
    linking: linkingSettings(config),
    addresses: { ...addresses, privacy: config.privacyUrl?.href ?? addresses.privacy },
  };
}

export const webSettings = (config: Config) => ({
  platformName: config.platform.name,
  publicUrl: config.web.publicUrl,
  discordUrl: config.discord.authorizeUrl,
  trustedProxies: config.web.trustedProxies,
  ownPages: config,
});

export const addressesOf = ({ web }: Config) => {
  const address = (path: string): string => publicAddress(web.publicUrl, path).href;
  return {
    interactions: address('/interactions'),
    privacy: address('/privacy'),
    calendar: address('/calendar.ics'),
    /** The page of a tournament. */
    tournament: (id: string): string => address(`/t/${pathSegment(id) ?? ''}`),
    linkedRole: address('/linked-role'),
    redirects: { discord: address('/link/discord'), platform: address('/link/callback') },
  };
};
