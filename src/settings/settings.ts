import { readSettings, type Environment } from './read.ts';
import { listSettings, optional, setting, type SettingFault, type ValuesOf } from './setting.ts';
import * as values from './values.ts';

const WEB_PORT = '3000';

/** Every setting, in the order of the documents. A key is the place in `Config`. */
export const settings = {
  discord: {
    token: setting(
      'DISCORD_TOKEN',
      values.credential,
      'The bot token: Discord developer portal, Bot, Reset Token.',
    ),
    clientSecret: setting(
      'DISCORD_CLIENT_SECRET',
      values.secret,
      'The client secret: Discord developer portal, OAuth2, Reset Secret.',
    ),
    applicationId: optional(
      'DISCORD_APPLICATION_ID',
      values.snowflake,
      'The application ID, from General Information. The bot asks Discord if you leave it out.',
    ),
    publicKey: optional(
      'DISCORD_PUBLIC_KEY',
      values.publicKey,
      'The public key, from General Information. The bot asks Discord if you leave it out.',
    ),
    mode: setting(
      'DISCORD_MODE',
      values.choice('gateway', 'http'),
      'How interactions arrive: gateway (the bot connects to Discord) or http (Discord calls PUBLIC_URL/interactions).',
      { default: 'gateway' },
    ),
    shards: setting(
      'DISCORD_SHARDS',
      values.shards,
      'Gateway shards: auto, a number, or the range this process serves, like 0-3/8.',
      { default: 'auto' },
    ),
    apiUrl: setting(
      'DISCORD_API_URL',
      values.guardedUrl('DISCORD_PLAIN_HTTP'),
      "Discord's REST API. Leave it out unless you test against a stand-in.",
      { default: 'https://discord.com/api' },
    ),
    authorizeUrl: setting(
      'DISCORD_AUTHORIZE_URL',
      values.guardedUrl('DISCORD_PLAIN_HTTP'),
      "Discord's consent page. Leave it out unless you test against a stand-in.",
      { default: 'https://discord.com/oauth2/authorize' },
    ),
    plainHttp: optional(
      'DISCORD_PLAIN_HTTP',
      values.choice('allow'),
      'Set it to allow to use http:// for Discord beyond this machine. The bot token then travels unencrypted.',
    ),
  },
  platform: {
    name: setting(
      'PLATFORM_NAME',
      values.shortName,
      'What people call the platform. Shown in answers and pages.',
      {
        default: 'Competitive Play',
      },
    ),
    baseUrl: setting(
      'PLATFORM_BASE_URL',
      values.baseUrl('PLATFORM_PLAIN_HTTP'),
      "The platform's address in front of /v1. It may include a path.",
    ),
    apiKey: setting(
      'PLATFORM_API_KEY',
      values.credential,
      "The API key, from the platform's developer portal.",
    ),
    clientId: setting(
      'PLATFORM_CLIENT_ID',
      values.text,
      "The client ID, from the platform's developer portal.",
    ),
    clientSecret: setting(
      'PLATFORM_CLIENT_SECRET',
      values.secret,
      "The client secret, from the platform's developer portal.",
    ),
    authorizeUrl: setting(
      'PLATFORM_AUTHORIZE_URL',
      values.guardedUrl('PLATFORM_PLAIN_HTTP'),
      "The platform's consent page, if it's at another address.",
      { default: '{PLATFORM_BASE_URL}/oauth/authorize' },
    ),
    plainHttp: optional(
      'PLATFORM_PLAIN_HTTP',
      values.choice('allow'),
      "Set it to allow to use http:// for the platform beyond this machine. Keys and members' tokens then travel unencrypted.",
    ),
    scope: optional('PLATFORM_SCOPE', values.text, 'The OAuth scope to ask for, if the platform wants one.'),
    oauthExtras: setting(
      'PLATFORM_OAUTH_EXTRAS',
      values.extras,
      'OAuth parameters to send beyond the documented ones: redirect_uri, pkce, or both (comma-separated).',
      { default: '' },
    ),
    regions: setting(
      'PLATFORM_REGIONS',
      values.regions,
      'Regions to suggest while people type: slug or slug=Label, comma-separated.',
      { default: '' },
    ),
    table: setting(
      'PLATFORM_FIELDS',
      values.fieldNames,
      "A JSON file with the platform's own names for fields and states. See docs/platform-fields.md.",
      { default: '' },
    ),
    connections: setting(
      'PLATFORM_CONNECTIONS',
      values.count,
      'How many calls each replica makes to the platform at once.',
      { default: '64' },
    ),
    pollsPerMinute: setting(
      'PLATFORM_POLLS_PER_MINUTE',
      values.count,
      'How many calls a minute all replicas together make to keep followed tournaments up to date.',
      { default: '30' },
    ),
  },
  web: {
    domain: optional(
      'DOMAIN',
      values.domain,
      'The host name browsers use, like bot.example.com. Caddy gets the certificate for it; PUBLIC_URL follows from it.',
    ),
    publicUrl: setting('PUBLIC_URL', values.publicUrl, 'Where browsers reach the bot. Set this or DOMAIN.', {
      default: 'https://{DOMAIN}',
    }),
    host: setting('HOST', values.text, 'The address to listen on.', { default: '0.0.0.0' }),
    port: setting('PORT', values.port, 'The port for linking pages, interactions and health checks.', {
      default: WEB_PORT,
    }),
    trustedProxies: setting(
      'TRUSTED_PROXIES',
      values.proxies,
      'Addresses or CIDR ranges of your reverse proxies, comma-separated. Only their X-Forwarded-For counts.',
      { default: '' },
    ),
  },
  metrics: {
    host: setting('METRICS_HOST', values.text, 'The address to serve metrics on. Keep it private.', {
      default: '127.0.0.1',
    }),
    port: setting(
      'METRICS_PORT',
      values.portBeside({ name: 'PORT', default: WEB_PORT }),
      'The port for metrics.',
      { default: '9464' },
    ),
  },
  storeUrl: setting(
    'STORE_URL',
    values.store,
    'Where links are stored: sqlite://path, sqlite:///absolute/path or redis://user:password@host:6379/0?prefix=name (rediss:// for TLS).',
    { default: 'sqlite://data/matchpoint.sqlite' },
  ),
  encryptionKeys: setting(
    'ENCRYPTION_KEYS',
    values.encryptionKeys,
    'Make one: echo "k1:$(openssl rand -base64 32)". The first encrypts, all decrypt.',
  ),
  supportUrl: optional(
    'SUPPORT_URL',
    values.url,
    'Where people get help with an error reference: a server invite or a page. Shown in /help and on the privacy and terms pages.',
  ),
  privacyUrl: optional(
    'PRIVACY_URL',
    values.url,
    'Your own privacy policy. PUBLIC_URL/privacy then leads there.',
  ),
  termsUrl: optional(
    'TERMS_URL',
    values.url,
    'Your own terms of service. PUBLIC_URL/terms then leads there.',
  ),
  linkedRoles: setting('LINKED_ROLES', values.choice('on', 'off'), "Discord's Linked Roles: on or off.", {
    default: 'on',
  }),
  logLevel: setting(
    'LOG_LEVEL',
    values.choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'How much to log: trace, debug, info, warn, error, fatal or silent.',
    { default: 'info' },
  ),
} as const;

export const SETTINGS = listSettings(settings);

/** The bot's whole configuration; frozen. */
export type Config = ValuesOf<typeof settings>;

export const readConfig = (
  environment: Environment,
  readFile?: (path: string) => string,
): { config: Config } | { faults: SettingFault[] } => readSettings(settings, environment, readFile);
