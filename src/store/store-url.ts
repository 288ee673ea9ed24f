/** A file, as STORE_URL names it: relative to the working folder, or absolute. */
interface SqlitePlace {
  kind: 'sqlite';
  path: string;
}

/** A Redis, or a Valkey. */
export interface RedisPlace {
  kind: 'redis';
  host: string;
  port: number;
  tls: boolean;
  /** The default user's where no user is named. */
  login?: { username?: string; password: string };
  database: number;
  /** In front of every key, so that several bots may share one Redis. */
  prefix: string;
}

export type StorePlace = SqlitePlace | RedisPlace;

const REDIS_PORT = 6379;
const DEFAULT_PREFIX = 'matchpoint';

/**
 * Reads STORE_URL: `sqlite://path`, or `redis://user:password@host:port/database?prefix=name`, with `rediss:` over TLS. All
 * behind the host may be left out. `undefined` where any of it is something else: a password with a bare `#` or `/` in it
 * would otherwise be cut in silence.
 */
export function parseStoreUrl(url: string): StorePlace | undefined {
  // Not a URL in the strict sense: `sqlite://data/x` names a path below the working folder, three slashes an absolute one.
  const path = /^sqlite:\/\/([^?#]+)$/.exec(url)?.[1];
  if (path !== undefined) return path.endsWith('/') ? undefined : { kind: 'sqlite', path };
  return /^rediss?:\/\//.test(url) && URL.canParse(url) ? parseRedis(new URL(url)) : undefined;
}

function parseRedis(url: URL): RedisPlace | undefined {
  const host = decoded(url.hostname)?.replace(/^\[(.*)\]$/, '$1');
  const username = decoded(url.username);
  const password = decoded(url.password);
  const database = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1];
  const { prefix = DEFAULT_PREFIX, ...others } = Object.fromEntries(url.searchParams);
  if (!host || username === undefined || password === undefined || database === undefined) return undefined;
  // A user without a password is a password forgotten: Redis would refuse it at every call.
  if (username !== '' && password === '') return undefined;
  // Without glob characters, since what lies there is looked for by a pattern.
  if (!/^[\w-]{1,64}$/.test(prefix) || Object.keys(others).length > 0) return undefined;
  if (url.href.includes('#') || url.searchParams.size > 1) return undefined;
  return {
    kind: 'redis',
    host,
    port: url.port === '' ? REDIS_PORT : Number(url.port),
    tls: url.protocol === 'rediss:',
    ...(password !== '' && { login: { ...(username !== '' && { username }), password } }),
    database: Number(database),
    prefix,
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
