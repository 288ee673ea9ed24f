import { isIP } from 'node:net';
import { z } from 'zod';
import type { ShardPlan } from './discord/gateway.ts';
import { Secret } from './secret.ts';
import { parseStoreUrl } from './store/store-url.ts';

/** Why a value does not do; each has a sentence in the locale files under `settings.fault`. */
const VALUE_REASONS = [
  'url',
  'https',
  'snowflake',
  'hex32',
  'choice',
  'shards',
  'port',
  'count',
  'name',
  'extras',
  'regions',
  'proxies',
  'store',
  'keys',
] as const;

export type ValueReason = (typeof VALUE_REASONS)[number];

/** The reason that a parser gave as its issue's message; none where zod itself found that nothing is there. */
export const reasonOf = (message: string): ValueReason | undefined =>
  VALUE_REASONS.find((reason) => reason === message);

const fail = (context: z.RefinementCtx, reason: ValueReason): never => {
  context.addIssue({ code: 'custom', message: reason });
  return z.NEVER;
};

export const text = z.string();
export const secret = text.transform((value) => new Secret(value));
const isLoopback = (url: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

export const url = text.transform((value, context) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) return fail(context, 'url');
  return new URL(value);
});
export const publicUrl = url.transform((value, context) =>
  value.protocol === 'https:' || isLoopback(value) ? value : fail(context, 'https'),
);
export const port = text.transform((value, context) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : fail(context, 'port'),
);
export const choice = <const T extends string>(...words: T[]) =>
  text.transform((value, context): T => words.find((word) => word === value) ?? fail(context, 'choice'));

/** `auto`: all of as many as Discord advises; `N`: all of N; `a-b/N`: those of N that this process serves. */
export const shards = text.transform((value, context): ShardPlan => {
  if (value === 'auto') return 'auto';
  const [, from, to, count] = /^(?:(\d{1,5})-(\d{1,5})\/)?(\d{1,5})$/.exec(value) ?? [];
  const plan = { from: Number(from ?? 0), to: Number(to ?? Number(count) - 1), count: Number(count) };
  return plan.from <= plan.to && plan.to < plan.count ? plan : fail(context, 'shards');
});

export const count = text.transform((value, context) =>
  /^[1-9]\d{0,3}$/.test(value) ? Number(value) : fail(context, 'count'),
);

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const extras = text.transform((value, context) => {
  const known = new Set<'redirect_uri' | 'pkce'>();
  for (const word of list(value)) {
    if (word !== 'redirect_uri' && word !== 'pkce') return fail(context, 'extras');
    known.add(word);
  }
  return known;
});
export const regions = text.transform((value, context) => {
  const all = list(value).map((part) => {
    const [slug = '', ...rest] = part.split('=');
    return { slug: slug.trim(), label: rest.join('=').trim() || undefined };
  });
  return all.every((region) => region.slug !== '' && region.slug.length <= 100)
    ? all
    : fail(context, 'regions');
});
export const proxies = text.transform((value, context) => {
  const all = list(value);
  const fits = all.every((part) => {
    const [address = '', bits] = part.split('/');
    const family = isIP(address);
    return (
      family !== 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    );
  });
  return fits ? all : fail(context, 'proxies');
});
// A secret as a whole: a Redis' password is a part of it.
export const store = text.transform((value, context) =>
  parseStoreUrl(value) === undefined ? fail(context, 'store') : new Secret(value),
);
export const encryptionKeys = text.transform((value, context) => {
  const keys = list(value).map((part) => {
    const [, id = '', encoded = ''] = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    return { id, bytes: Buffer.from(encoded, 'base64').length, key: new Secret(encoded) };
  });
  const ids = new Set(keys.map((key) => key.id));
  const fits = keys.length > 0 && ids.size === keys.length && keys.every((key) => key.bytes === 32);
  return fits ? keys.map(({ id, key }) => ({ id, key })) : fail(context, 'keys');
});
