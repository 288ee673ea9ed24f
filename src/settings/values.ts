import { isIP } from 'node:net';
import type { ShardPlan } from '../discord/gateway.ts';
import { addNames } from '../reading/added-names.ts';
import { fields, type FieldTable } from '../reading/fields.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { Secret } from './secret.ts';
import { ValueFault, type Parse, type Reason } from './setting.ts';

export const text: Parse<string> = (value) => value;
export const secret: Parse<Secret> = (value) => new Secret(value);
/** What goes into an Authorization header, without the first word of that. */
export const credential: Parse<Secret> = (value) => {
  const [, scheme] = /^(Bot|Bearer)\s/i.exec(value) ?? [];
  if (scheme !== undefined) throw new ValueFault('scheme', [scheme]);
  return new Secret(value);
};

const matching =
  (pattern: RegExp, reason: Reason): Parse<string> =>
  (value) => {
    if (!pattern.test(value)) throw new ValueFault(reason);
    return value;
  };
export const snowflake = matching(/^\d{15,21}$/, 'snowflake');
export const publicKey = matching(/^[\da-f]{64}$/i, 'hex32');
/** A host name of at least two labels, which a certificate can be issued for. */
export const domain = matching(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/i, 'domain');
export const shortName = matching(/^.{1,60}$/su, 'name');

export const url: Parse<URL> = (value) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw new ValueFault('url');
  return new URL(value);
};

export const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export const publicUrl: Parse<URL> = (value, context) => {
  const parsed = url(value, context);
  if (parsed.protocol !== 'https:' && !isLoopback(parsed)) throw new ValueFault('https');
  return parsed;
};

/** For addresses that get keys and tokens: http:// only on loopback, or if another setting allows it. */
export const guardedUrl =
  (allowedBy: string): Parse<URL> =>
  (value, context) => {
    const parsed = url(value, context);
    const isSafe = parsed.protocol === 'https:' || isLoopback(parsed) || context.value(allowedBy) === 'allow';
    if (!isSafe) throw new ValueFault('plainHttp', [allowedBy]);
    return parsed;
  };

/** Without /v1, which every operation's path begins with. */
export const baseUrl =
  (allowedBy: string): Parse<URL> =>
  (value, context) => {
    const parsed = guardedUrl(allowedBy)(value, context);
    if (/\/v1\/*$/i.test(parsed.pathname)) throw new ValueFault('baseV1');
    return parsed;
  };

const wholeNumber =
  (from: number, to: number, reason: Reason): Parse<number> =>
  (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= from && number <= to)) throw new ValueFault(reason);
    return number;
  };
export const port = wholeNumber(0, 65_535, 'port');
/** A port that differs from another setting's; 0 is any free port. */
export const portBeside =
  (other: { name: string; default: string }): Parse<number> =>
  (value, context) => {
    const number = port(value, context);
    if (number !== 0 && number === Number(context.value(other.name) ?? other.default))
      throw new ValueFault('samePort', [other.name]);
    return number;
  };
export const count = wholeNumber(1, 9999, 'count');

export const choice =
  <const T extends string>(...words: T[]): Parse<T> =>
  (value) => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new ValueFault(words.length === 1 ? 'onlyChoice' : 'choice', words);
    return word;
  };

/** `auto`: as many as Discord recommends; `N`: all of N shards; `a-b/N`: the shards a to b of N. */
export const shards: Parse<ShardPlan> = (value) => {
  if (value === 'auto') return 'auto';
  const [, from, to, total] = /^(?:(\d{1,5})-(\d{1,5})\/)?(\d{1,5})$/.exec(value) ?? [];
  const plan = { from: Number(from ?? 0), to: Number(to ?? Number(total) - 1), count: Number(total) };
  if (!(plan.from <= plan.to && plan.to < plan.count)) throw new ValueFault('shards');
  return plan;
};

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const extras: Parse<ReadonlySet<'redirect_uri' | 'pkce'>> = (value) =>
  new Set(
    list(value).map((word) => {
      if (word !== 'redirect_uri' && word !== 'pkce') throw new ValueFault('extras');
      return word;
    }),
  );

export const regions: Parse<{ slug: string; label: string | undefined }[]> = (value) =>
  list(value).map((part) => {
    const [slug = '', ...rest] = part.split('=').map((half) => half.trim());
    if (slug === '' || slug.length > 100) throw new ValueFault('regions');
    return { slug, label: rest.join('=') || undefined };
  });

export const proxies: Parse<string[]> = (value) =>
  list(value).map((part) => {
    const [address = '', bits] = part.split('/');
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    if (family === 0 || !fits) throw new ValueFault('proxies');
    return part;
  });

/** A secret, because it may contain a Redis password. */
export const store: Parse<Secret> = (value) => {
  if (parseStoreUrl(value) === undefined) throw new ValueFault('store');
  return new Secret(value);
};

const KEY_BYTES = 32;

export const encryptionKeys: Parse<readonly { id: string; key: Secret }[]> = (value) => {
  const keys = list(value).map((part) => {
    const [, id = '', encoded = ''] = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    if (id === '') throw new ValueFault('keys');
    const { length } = Buffer.from(encoded, 'base64');
    if (length !== KEY_BYTES) throw new ValueFault('keyLength', [id, String(length)]);
    return { id, key: new Secret(encoded) };
  });
  if (keys.length === 0 || new Set(keys.map(({ id }) => id)).size < keys.length) throw new ValueFault('keys');
  return Object.freeze(keys);
};

/** The keys as bytes. */
export const vaultKeys = (keys: readonly { id: string; key: Secret }[]): { id: string; key: Buffer }[] =>
  keys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), 'base64') }));

/** The path of a file that adds names of the platform's fields; empty for only the built-in names. */
export const fieldNames: Parse<FieldTable> = (path, { readFile }) => {
  if (path === '') return fields;
  let content: string;
  try {
    content = readFile(path);
  } catch {
    throw new ValueFault('fieldsFile');
  }
  const result = addNames(content);
  if ('fault' in result) throw new ValueFault(result.fault, result.named);
  return result.table;
};
