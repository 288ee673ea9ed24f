import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';
import { METRIC_LABELS } from '../../src/app/metric-labels.ts';
import { defineCommand } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { createGateway } from '../../src/discord/gateway.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createMetrics, type MetricsState } from '../../src/metrics/create-metrics.ts';
import { createReadiness } from '../../src/web/readiness.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { StoreError } from '../../src/store/errors.ts';
import { json, standIn } from '../platform/stand-in.ts';
import { fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { autocomplete, press, slash } from '../support/interactions.ts';
import { ana, asAna, linkWorld } from '../support/link-world.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { readSamples } from '../support/samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const QUIET: MetricsState = {
  running: 0,
  invalidRequests: 0,
  isOwner: false,
  followed: 0,
  roles: { members: 0, stalledMs: 0 },
  readiness: { ready: true, draining: false, discord: 'connected', store: 'ok' },
};

function metricsOf() {
  const metrics = createMetrics({ version: '1.2.3', commands: ['rank', 'help'], labels: METRIC_LABELS });
  const scrape = async (state: Partial<MetricsState> = {}) =>
    readSamples((await metrics.read({ ...QUIET, ...state })).text);
  return { metrics, scrape };
}

it('series that alerts watch for their first event are there, at 0, before it', async () => {
  const { scrape } = metricsOf();
  const { value } = await scrape();
  const series: [string, Record<string, string>][] = [
    ['interactions_total', { command: 'help', kind: 'component', outcome: 'error' }],
    ['interactions_total', { command: 'rank', kind: 'command', outcome: 'unanswered' }],
    ['interactions_total', { command: 'busy', kind: 'command', outcome: 'ok' }],
    ['interactions_total', { command: 'spam', kind: 'autocomplete', outcome: 'busy' }],
    ['linking_refusals_total', { reason: 'client-refused-by-platform' }],
    ['linking_refusals_total', { reason: 'refused-by-discord' }],
    ['token_refreshes_total', { outcome: 'failed' }],
    ['signatures_refused_total', { reason: 'wrong' }],
    ['platform_calls_total', { operation: 'GET /v1/tournaments/:id', outcome: 'unauthorised' }],
    ['platform_calls_total', { operation: 'GET /v1/rankings', outcome: 'unavailable' }],
    ['platform_calls_total', { operation: 'GET /v1/rankings', outcome: 'rate-limited' }],
    ['background_polls_total', { outcome: 'unavailable' }],
    ['background_stops_total', { reason: 'refused' }],
    ['discord_rate_limits_total', { scope: 'user' }],
    ['store_unreadable_records_total', { namespace: 'links' }],
    ['links_made_total', {}],
  ];
  for (const [name, labels] of series)
    expect([name, labels, value(`matchpoint_${name}`, labels)]).toEqual([name, labels, 0]);
});

describe('interactions', () => {
  const rank = defineCommand({
    name: 'rank',
    audience: 'public',
    run: () => Promise.resolve({ content: 'here' }),
  });
  const help = defineCommand({
    name: 'help',
    audience: 'private',
    run: () => Promise.reject(new ReplyError('bad-page', 'no')),
  });

  function dispatching(overrides: { maxRunning?: number } = {}) {
    const { metrics, scrape: read } = metricsOf();
    const dispatcher = createDispatcher({
      ...fakeServices([rank, help]),
      routes: fakeRoutes().routes,
      log: silent,
      onHandled: metrics.onHandled,
      ...overrides,
    });
    return { dispatcher, scrape: () => read({ running: dispatcher.running() }) };
  }

  it('are counted by command, kind and outcome, and timed to their first and last answer', async () => {
    const { dispatcher, scrape } = dispatching();
    await dispatcher.dispatch(slash('rank'));
    await dispatcher.dispatch(slash('rank'));
    await dispatcher.dispatch(slash('help'));
    await dispatcher.dispatch({ nonsense: true });
    const { value } = await scrape();
    const total = 'matchpoint_interactions_total';
    expect(value(total, { command: 'rank', kind: 'command', outcome: 'ok' })).toBe(2);
    expect(value(total, { command: 'help', kind: 'command', outcome: 'bad-page' })).toBe(1);
    expect(value(total, { command: 'unknown', outcome: 'malformed' })).toBe(1);
    for (const answer of ['first', 'final']) {
      const seconds = `matchpoint_interaction_${answer}_answer_seconds`;
      expect(value(`${seconds}_count`, { command: 'rank', kind: 'command' })).toBe(2);
      expect(value(`${seconds}_bucket`, { command: 'rank', le: '3' })).toBe(2);
      // A malformed request gets no answer.
      expect(value(`${seconds}_count`, { command: 'unknown' })).toBeUndefined();
    }
  });

  it('with unknown names share one label', async () => {
    const { dispatcher, scrape } = dispatching();
    await dispatcher.dispatch(autocomplete('made-up', 'x'));
    await dispatcher.dispatch(press('made-up:x'));
    await dispatcher.dispatch(press('rank:made-up'));
    await dispatcher.dispatch(slash('made-up'));
    const { samples } = await scrape();
    expect(JSON.stringify(samples)).not.toContain('made-up');
    const counted = samples.filter(
      ({ name, value }) => name === 'matchpoint_interactions_total' && value > 0,
    );
    expect(new Set(counted.map(({ labels }) => labels['command']))).toEqual(new Set(['gone', 'unknown']));
  });

  it('that are refused, too fast or too many at once, are counted by name and not as failures', async () => {
    const { dispatcher, scrape } = dispatching({ maxRunning: 0 });
    for (let at = 0; at < 40; at += 1) await dispatcher.dispatch(slash('rank'));
    const { samples } = await scrape();
    const counted = samples
      .filter(({ name, value }) => name === 'matchpoint_interactions_total' && value > 0)
      .map(({ labels }) => `${labels['command']} ${labels['outcome']}`);
    expect(counted.toSorted()).toEqual(['busy ok', 'spam silenced', 'too-fast ok']);
  });

  it('in progress are reported until they are answered', async () => {
    const { dispatcher, scrape } = dispatching();
    const handled = dispatcher.dispatch(slash('rank'));
    expect((await scrape()).value('matchpoint_interactions_running')).toBe(1);
    await handled;
    expect((await scrape()).value('matchpoint_interactions_running')).toBe(0);
  });
});

it('platform calls are counted and timed by operation and outcome, cached answers separately', async () => {
  const { metrics, scrape } = metricsOf();
  let status = 200;
  const { platform } = await standIn((_request, response) => json(response, status, []), {
    onCall: metrics.onPlatformCall,
  });
  await platform.tournaments({});
  await platform.tournaments({});
  status = 404;
  await platform.user('7').catch(() => undefined);
  const { value } = await scrape();
  const list = 'GET /v1/tournaments';
  const user = 'GET /v1/users/:id';
  expect(value('matchpoint_platform_calls_total', { operation: list, outcome: 'ok' })).toBe(1);
  expect(value('matchpoint_platform_calls_total', { operation: user, outcome: 'not-found' })).toBe(1);
  expect(value('matchpoint_platform_kept_answers_total', { operation: list })).toBe(1);
  expect(value('matchpoint_platform_call_duration_seconds_count', { operation: list })).toBe(1);
});

describe('links', () => {
  it('made and removed are counted, as are refreshes and refused steps', async () => {
    const { metrics, scrape } = metricsOf();
    const w = linkWorld({ onLink: metrics.onLink });
    await w.browser().open('https://bot.test/link/confirm');
    await w.linking.refuseForeign();
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    const state = await w.accounts.find(ana.discordId);
    if (state.state !== 'linked') throw new Error('not linked');
    w.platform.endAccess();
    await state.account.platform.me();
    w.platform.endAccess();
    w.platform.endRefresh();
    await state.account.platform.me().catch(() => undefined);
    await w.linking.device.check(ana.discordId, 'no code');
    const other = w.browser(asAna);
    await other.press(await other.open(await w.begin()));
    await w.accounts.unlink(ana.discordId);
    const { value } = await scrape();
    expect(value('matchpoint_links_made_total')).toBe(2);
    expect(value('matchpoint_links_removed_total')).toBe(1);
    expect(value('matchpoint_token_refreshes_total', { outcome: 'ok' })).toBe(1);
    expect(value('matchpoint_token_refreshes_total', { outcome: 'refused' })).toBe(1);
    expect(value('matchpoint_linking_refusals_total', { reason: 'cookie-lost' })).toBe(1);
    expect(value('matchpoint_linking_refusals_total', { reason: 'foreign-origin' })).toBe(1);
    expect(value('matchpoint_linking_refusals_total', { reason: 'code-wrong' })).toBe(1);
  });
});

describe('the store', () => {
  it('is timed by namespace and operation, and calls without an answer are counted', async () => {
    const { metrics, scrape } = metricsOf();
    const url = `sqlite://${await temporaryFolder()}/store.sqlite`;
    const stores = await openStores(url, {
      log: silent,
      now: Date.now,
      version: 'test',
      onCall: metrics.onStoreCall,
    });
    const links = stores.namespace<string>('links');
    await links.set('a', 'x');
    await links.add('b', 'x');
    await links.replace('a', 'x', 'y');
    await links.get('a');
    await links.take('a');
    await links.delete('b');
    await stores.check();
    await stores.close();
    await expect(links.get('a')).rejects.toThrow(StoreError);
    await expect(stores.check()).rejects.toThrow(StoreError);
    const { value } = await scrape();
    const seconds = 'matchpoint_store_call_duration_seconds_count';
    for (const operation of ['set', 'add', 'replace', 'take', 'delete'])
      expect(value(seconds, { namespace: 'links', operation })).toBe(1);
    expect(value(seconds, { namespace: 'links', operation: 'get' })).toBe(2);
    expect(value('matchpoint_store_errors_total', { namespace: 'links', operation: 'get' })).toBe(1);
    expect(value('matchpoint_store_errors_total', { namespace: 'probe', operation: 'check' })).toBe(1);
    expect(value('matchpoint_store_errors_total', { operation: 'set' })).toBeUndefined();
  });

  it('counts an unreadable record once an hour while it is met, by namespace', async () => {
    const { metrics, scrape } = metricsOf();
    const clock = { ms: 0 };
    const url = `sqlite://${await temporaryFolder()}/store.sqlite`;
    const stores = await openStores(url, {
      log: silent,
      now: () => clock.ms,
      version: 'test',
      onUnreadable: metrics.onUnreadable,
    });
    const alerts = stores.namespace('alerts', z.literal(true));
    for (const key of ['a', 'b']) await stores.namespace('alerts').set(key, 'of another shape');
    for (let reads = 0; reads < 3; reads++) for (const key of ['a', 'b', 'c']) await alerts.get(key);
    const { value } = await scrape();
    expect(value('matchpoint_store_unreadable_records_total', { namespace: 'alerts' })).toBe(2);
    await alerts.delete('b');
    clock.ms += 3_600_000;
    for (const key of ['a', 'b']) await alerts.get(key);
    await stores.close();
    const later = await scrape();
    expect(later.value('matchpoint_store_unreadable_records_total', { namespace: 'alerts' })).toBe(3);
    expect(value('matchpoint_store_errors_total', { namespace: 'alerts' })).toBeUndefined();
  });

  it('that fails after the start is reported, and the bot stays ready', async () => {
    const memory = memoryStores();
    const stores = memory.replica();
    const clock = { ms: 0 };
    const parts = { disconnectedMs: () => 0, store: () => stores.check(), now: () => clock.ms };
    const readiness = createReadiness(parts);
    const { scrape: read } = metricsOf();
    const scrape = async () => read({ readiness: await readiness.read() });
    const before = await scrape();
    expect(before.value('matchpoint_store_up')).toBe(1);
    memory.control.down = true;
    clock.ms += 1000;
    readiness.drain();
    const { value } = await scrape();
    expect(value('matchpoint_store_up')).toBe(0);
    expect(value('matchpoint_discord_connected')).toBe(1);
    expect(value('matchpoint_draining')).toBe(1);
    expect(before.value('matchpoint_ready')).toBe(1);
    expect(value('matchpoint_ready')).toBe(0);
  });
});

describe('Discord', () => {
  it('shards are reported as they connect and disconnect', async () => {
    const { metrics, scrape } = metricsOf();
    const discord = await startDiscord();
    onTestFinished(() => discord.close());
    const { rest } = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '0' });
    const gateway = createGateway({
      rest,
      token: discord.token,
      sessions: { take: () => Promise.resolve(undefined), set: () => Promise.resolve() },
      shards: { from: 0, to: 0, count: 1 },
      identifies: { add: () => Promise.resolve(true), set: () => Promise.resolve() },
      onShard: metrics.onShard,
      log: silent,
    });
    await gateway.connect({ dispatch: () => Promise.resolve(), onRefused: () => undefined });
    expect((await scrape()).value('matchpoint_shard_ready', { shard: '0' })).toBe(1);
    await gateway.close();
    expect((await scrape()).value('matchpoint_shard_ready', { shard: '0' })).toBe(0);
  });

  it('rate limits are counted by scope, and invalid requests are reported', async () => {
    const { metrics, scrape } = metricsOf();
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      const headers = { 'content-type': 'application/json', 'x-ratelimit-scope': 'shared' };
      if (requests > 1) return void response.writeHead(200, headers).end('{}');
      response.writeHead(429, { ...headers, 'retry-after': '0' });
      response.end(JSON.stringify({ message: 'slow down', retry_after: 0, global: false }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const apiUrl = new URL(`http://127.0.0.1:${port}/api`);
    const rests = createRest({ apiUrl, token: 't', version: '0', onRateLimited: metrics.onRateLimited });
    await rests.rest.get('/users/@me');
    await rests.close();
    const { value } = await scrape({ invalidRequests: 12 });
    expect(value('matchpoint_discord_rate_limits_total', { scope: 'shared' })).toBe(1);
    expect(value('matchpoint_discord_invalid_requests')).toBe(12);
  });
});

it('Node’s default metrics and the version are included', async () => {
  const { scrape } = metricsOf();
  const { types, value } = await scrape();
  expect(value('matchpoint_build_info', { version: '1.2.3' })).toBe(1);
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_eventloop_lag_max_seconds',
  ])
    expect(types.has(name), name).toBe(true);
});

it('names and units follow Prometheus’ conventions', async () => {
  const { types } = await metricsOf().scrape();
  const ours = [...types].filter(([name]) => name.startsWith('matchpoint_'));
  expect(ours.length).toBeGreaterThan(15);
  const conventions = {
    counter: /^[a-z_]+_total$/,
    histogram: /^[a-z_]+_seconds$/,
    gauge: /^[a-z_]+(?<!_total)$/,
  };
  const violations = ours.filter(
    ([name, type]) => !Object.entries(conventions).some(([of, shape]) => of === type && shape.test(name)),
  );
  expect(violations).toEqual([]);
});
