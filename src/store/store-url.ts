import { present } from '../present.ts';

/** A file; the path is absolute, or relative to the working directory. */
interface SqlitePlace {
  kind: 'sqlite';
  path: string;
}

/** A Redis or Valkey server. */
export interface RedisPlace {
  kind: 'redis';
  host: string;
  port: number;
  tls: boolean;
  /** Without a user name, the default user's password. */
  login?: { username?: string; password: string };
  database: number;
  /** Prefixes every key, so that several bots can share one Redis. */
  prefix: string;
}

export type StorePlace = SqlitePlace | RedisPlace;

const REDIS_PORT = 6379;
const DEFAULT_PREFIX = 'matchpoint';

/**
 * Parses STORE_URL: `sqlite://path`, or `redis://user:password@host:port/database?prefix=name` (`rediss:` for TLS), where
 * everything after the host is optional. `undefined` if any part is unexpected: a password with an unescaped `#` or `/`
 * would otherwise be truncated silently.
 */
export function parseStoreUrl(url: string): StorePlace | undefined {
  // Not strictly a URL: `sqlite://data/x` is relative to the working directory, and three slashes make it absolute.
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
  // A user without a password is a mistake: Redis would refuse every call.
  if (username !== '' && password === '') return undefined;
  // No glob characters, because a scan uses the prefix in a pattern.
  if (!/^[\w-]{1,64}$/.test(prefix) || Object.keys(others).length > 0) return undefined;
  if (url.href.includes('#') || url.searchParams.size > 1) return undefined;
  return {
    kind: 'redis',
    host,
    port: url.port === '' ? REDIS_PORT : Number(url.port),
    tls: url.protocol === 'rediss:',
    ...present({
      login: password === '' ? undefined : present({ username: username || undefined, password }),
    }),
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
