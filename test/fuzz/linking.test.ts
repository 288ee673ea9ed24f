import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { formsOf } from '../../playground/tour/html.ts';
import { derive } from '../../src/linking/flow-secrets.ts';
import { linkWorld, type Person } from '../support/link-world.ts';
import { changed, changes, type PageRequest } from './link-requests.ts';
import { FUZZ_TIMEOUT_MS, runs } from './runs.ts';

const OURS = 'https://bot.test';
const COOKIE = '__Host-matchpoint';
/** About as many as there are to a run. */
const REQUESTS_A_RUN = 6;

/** Two people, each in a separate browser: who does what next. Without changes it is the step that comes next. */
const step = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  starts: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
  changes: fc.oneof(fc.constant([]), changes),
});

type Signed = Person & { discord: { discordId: string; name: string }; platform: { id: string } };
const signed = (kind: string, count: number): Signed => ({
  discord: { discordId: `${kind}${count}`, name: `Member ${kind}` },
  platform: { id: `player-${kind}-${count}`, name: `Player ${kind}` },
});

/** One person before the pages; `natural` is the request that our pages lead their browser to now. */
function seat(w: ReturnType<typeof linkWorld>, person: Signed, remoteAddress: string) {
  const browser = w.browser(person);
  const jar = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let next: URL | undefined;
  let form: Record<string, string> = {};

  const natural = (): PageRequest => {
    const posts = next === undefined && form['csrf'] !== undefined;
    const at = next ?? new URL('/link/confirm', OURS);
    const cookie = jar();
    return {
      method: posts ? 'POST' : 'GET',
      path: at.pathname,
      query: [...at.searchParams],
      form: posts ? Object.entries(form) : [],
      headers: {
        ...(cookie && { cookie }),
        ...(posts && { origin: OURS, 'content-type': 'application/x-www-form-urlencoded' }),
      },
    };
  };

  async function send({ method, path, query, form: fields, headers }: PageRequest) {
    const search = new URLSearchParams(query).toString();
    const answer = await w.web.inject({
      // The type names the methods that fastify has routes for.
      method: method as 'GET',
      url: search === '' ? path : `${path}?${search}`,
      headers,
      remoteAddress,
      ...(fields.length > 0 && { payload: new URLSearchParams(fields).toString() }),
    });
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
    await follow(answer);
    return answer;
  }

  /** Through the consent pages, up to where they send the browser back to us. */
  async function follow(answer: LightMyRequestResponse): Promise<void> {
    const { location } = answer.headers;
    if (typeof location === 'string') {
      next = (await browser.go(new URL(location, OURS), ({ origin }) => origin === OURS)).url;
      return;
    }
    next = undefined;
    form = { ...form, ...formsOf(answer.body, OURS)[0]?.fields };
  }

  const start = async () => {
    next = new URL(await w.begin(person.discord));
  };
  return { natural, send, start, hasBegun: () => next !== undefined || form['csrf'] !== undefined };
}

/** The one request that links: our form, from our page, in the browser that the flow belongs to. */
function mayLink({ method, path, form, headers }: PageRequest): boolean {
  const { origin = 'null', 'sec-fetch-site': site, cookie = '' } = headers;
  const fromUs = origin === 'null' ? site === 'same-origin' : origin === OURS;
  const cookieValue = new RegExp(`${COOKIE}=([\\w-]{43})`).exec(cookie)?.[1] ?? '';
  const csrf = form.filter(([name]) => name === 'csrf').map(([, value]) => value);
  return (
    method === 'POST' &&
    new URL(path, OURS).pathname === '/link/confirm' &&
    fromUs &&
    csrf.join() === derive(cookieValue, 'csrf of confirmation')
  );
}

describe('any sequence of requests to the linking pages', () => {
  test(
    'no page is a 5xx, and nothing is linked but what one browser has proved and confirmed',
    async () => {
      const w = linkWorld({ extras: ['redirect_uri', 'pkce'] });
      const counts = { requests: 0, linked: 0 };
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
          // New people and a new address per run, so that no run depends on an earlier one.
          count += 1;
          const people = [signed('1', count), signed('2', count)] as const;
          const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
          const seats = [seat(w, people[0], address), seat(w, people[1], address)] as const;
          const players = () => Promise.all(people.map(({ discord }) => w.linkedTo(discord)));

          let before = await players();
          for (const { who, starts, changes: made } of steps) {
            const own = seats[who];
            if (starts || !own.hasBegun()) await own.start();
            const request = changed(own.natural(), made, seats[who === 0 ? 1 : 0].natural());
            const { statusCode } = await own.send(request);
            expect(statusCode).toBeLessThan(500);
            counts.requests += 1;

            const after = await players();
            const isNew = String(after) !== String(before);
            counts.linked += Number(isNew);
            expect(isNew && !mayLink(request)).toBe(false);
            // Each with their own player, or with none yet; and no link goes away.
            for (const [at, player] of after.entries())
              expect([before[at], people[at]?.platform.id]).toContain(player);
            before = after;
          }
          w.log.lines.splice(0);
        }),
        { ...runs(), numRuns: Math.ceil((runs().numRuns ?? 0) / REQUESTS_A_RUN) },
      );
      // Pages that never link would pass all of the above.
      expect(counts.linked).toBeGreaterThanOrEqual(Math.floor(counts.requests / 1000));
    },
    FUZZ_TIMEOUT_MS,
  );
});
