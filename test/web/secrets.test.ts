import { expect, test } from 'vitest';
import { derive } from '../../src/linking/flow-secrets.ts';
import { outage } from '../support/fake-platform.ts';
import { ana, anaMe, asAna, asEve, eve, linkWorld } from '../support/link-world.ts';

// Secrets of Discord, the platform and the interaction contain "secret-"; those of the flow are collected here.
test('no code, state, token, ticket or cookie is in the log, the store, or a page that does not need it', async () => {
  const w = linkWorld({ extras: ['pkce', 'redirect_uri'] });
  const pages: string[] = [];
  const secrets = new Set<string>();
  const owned = new Set<string>();

  async function run(browser: ReturnType<typeof w.browser>, url: string, press = true) {
    secrets.add(new URL(url).searchParams.get('t') ?? '');
    const page = await browser.open(url);
    const cookie = browser.cookies.get('__Host-matchpoint');
    if (cookie !== undefined) {
      for (const label of ['state at discord', 'state at platform', 'pkce verifier'] as const)
        secrets.add(derive(cookie, label));
      secrets.add(cookie);
      owned.add(derive(cookie, 'csrf of confirmation'));
    }
    pages.push(page.html);
    if (press && page.html.includes('<form')) pages.push((await browser.press(page)).html);
  }

  await run(w.browser(), await w.begin()); // succeeds
  await run(w.browser(asAna), await w.begin(eve)); // another user's link
  await run(w.browser({ discord: 'deny', platform: anaMe }), await w.begin());
  await run(w.browser({ discord: ana, platform: 'deny' }), await w.begin());
  w.discord.failure = Object.assign(new Error('secret-message'), {
    url: 'https://x/secret-url',
    cause: new Error('secret-cause'),
  });
  await run(w.browser(), await w.begin());
  w.discord.failure = undefined;
  w.platform.failure = outage;
  await run(w.browser(), await w.begin());
  w.platform.failure = undefined;
  w.control.onWelcome = async () => {
    throw Object.assign(new Error('secret-message'), { rawError: 'secret-raw' });
  };
  await run(w.browser(asEve), await w.begin(eve));
  const late = w.browser();
  const { url } = await late.go(await w.begin(), (at) => at.pathname === '/link/callback');
  url.searchParams.set('state', 'secret-state');
  pages.push((await late.request(url)).html);
  // The only page that contains a ticket: the store is down, so only the address can restart the flow.
  const untouched = await w.begin();
  w.memory.control.down = true;
  const restart = await w.browser().open(untouched);
  w.memory.control.down = false;
  const ticket = new URL(untouched).searchParams.get('t') ?? '';
  expect(restart.html).toContain(`href="/link/start?t=${ticket}"`);
  pages.push(restart.html.replace(ticket, ''));
  secrets.add(ticket);
  await w.linking.idle();

  expect(secrets.size).toBeGreaterThan(20);
  const everywhere = { log: w.log.text(), store: w.memory.text(), pages: pages.join('') };
  for (const [where, text] of Object.entries(everywhere)) {
    expect([where, text.match(/secret-[\w-]*/)?.[0]]).toEqual([where, undefined]);
    expect([where, [...secrets].filter((secret) => text.includes(secret))]).toEqual([where, []]);
  }
  for (const csrf of owned) expect(everywhere.log + everywhere.store).not.toContain(csrf);
  expect(w.log.lines.map(({ fields }) => ('refusal' in fields ? fields.refusal : undefined))).toEqual(
    expect.arrayContaining([
      'wrong-discord-user',
      'denied-at-discord',
      'denied-at-platform',
      'discord-unreachable',
      'platform-unreachable',
      'state-mismatch',
      'store-unreachable',
    ]),
  );
});
