import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

/** A request to the linking pages, as a browser sends it. */
export interface PageRequest {
  method: string;
  path: string;
  query: [string, string][];
  form: [string, string][];
  headers: Record<string, string>;
}

/** `other`: what another person's browser would send in this place now. */
type By = { text: string } | { take: 'drop' | 'double' | 'other' };
export type RequestChange =
  | { change: 'method'; by: string }
  | { change: 'path'; by: string }
  | { change: 'query' | 'form'; name: string; by: By }
  | { change: 'header'; name: string; by: string | undefined };

const PATHS = [
  '/link/start',
  '/link/discord',
  '/link/callback',
  '/link/confirm',
  '/link/device',
  '/link/device/start',
  '/link/device/code',
  '/link/%',
  '/link//confirm',
  '/link/../link/confirm',
  '/link/confirm/',
  '/readyz',
  '/',
];
const secret = fc.stringMatching(/^[\w-]{43}$/);
const text = fc.oneof(
  fc.constantFrom('', 'undefined', 'null', '__proto__', 'access_denied', '%00', 'moves replaces', 'ü'),
  secret,
  anyText({ maxLength: 60 }),
  fc.constantFrom('x'.repeat(5000), 'x'.repeat(20_000)),
);
const by: fc.Arbitrary<By> = fc.oneof(
  fc.record({ take: fc.constantFrom('drop', 'double', 'other') }),
  fc.record({ text }),
);
/** What node's parser lets through. */
const headerText = fc.oneof(
  fc.constantFrom(
    'https://bot.test',
    'https://evil.test',
    'null',
    'same-origin',
    'cross-site',
    'application/json',
    'multipart/form-data',
    '203.0.113.7',
    'xx-XX,*;q=nan',
    'x=1; x=2; =; __Host-matchpoint',
  ),
  secret.map((held) => `__Host-matchpoint=${held}; __Host-matchpoint-code=${held}`),
  fc.stringMatching(/^[\x20-\x7e]{0,60}$/),
);

/** Ways in which a request is not what our pages make a browser send. */
export const changes: fc.Arbitrary<RequestChange[]> = fc.array(
  fc.oneof(
    fc.record({
      change: fc.constant('method' as const),
      by: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
    }),
    fc.record({ change: fc.constant('path' as const), by: fc.constantFrom(...PATHS) }),
    fc.record({
      change: fc.constant('query' as const),
      name: fc.constantFrom('t', 'code', 'state', 'state', 'error', 'iss', '__proto__'),
      by,
    }),
    fc.record({
      change: fc.constant('form' as const),
      name: fc.constantFrom('csrf', 'csrf', 'shown', '__proto__'),
      by,
    }),
    fc.record({
      change: fc.constant('header' as const),
      name: fc.constantFrom(
        'cookie',
        'origin',
        'sec-fetch-site',
        'content-type',
        'accept-language',
        'x-forwarded-for',
        'host',
      ),
      by: fc.option(headerText, { nil: undefined }),
    }),
  ),
  { maxLength: 3 },
);

function changedList(list: [string, string][], name: string, how: By, other: [string, string][]) {
  const own = list.filter(([one]) => one === name);
  const rest = list.filter(([one]) => one !== name);
  if ('text' in how) return [...rest, [name, how.text] satisfies [string, string]];
  if (how.take === 'drop') return rest;
  if (how.take === 'double') return [...list, ...own];
  return [...rest, ...other.filter(([one]) => one === name)];
}

/** A request with changes made to it; the one given stays as it is. */
export function changed(
  request: PageRequest,
  all: readonly RequestChange[],
  other: PageRequest,
): PageRequest {
  let now = request;
  for (const one of all) {
    switch (one.change) {
      case 'method':
      case 'path':
        now = { ...now, [one.change]: one.by };
        break;
      case 'query':
      case 'form':
        now = { ...now, [one.change]: changedList(now[one.change], one.name, one.by, other[one.change]) };
        break;
      case 'header': {
        const { [one.name]: _dropped, ...rest } = now.headers;
        now = { ...now, headers: one.by === undefined ? rest : { ...rest, [one.name]: one.by } };
        break;
      }
    }
  }
  return now;
}
