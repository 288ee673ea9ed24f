import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DiscordAPIError } from '@discordjs/rest';
import type { SessionInfo } from '@discordjs/ws';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDiscord, type DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { createGateway, DiscordRefusedError, type ShardPlan } from '../../src/discord/gateway.ts';
import { createRest } from '../../src/discord/rest.ts';
import { untilAnswered } from '../../src/discord/start.ts';
import { silent } from '../support/fakes.ts';
import { recordingLog } from '../support/recording-log.ts';

let discord: DiscordStandIn;
let opened: ReturnType<typeof createGateway>[];
let dispatched: unknown[];
let shardsReady: Set<number>;
const storedSessions = new Map<string, SessionInfo>();

const sessions = {
  take(shard: string) {
    const session = storedSessions.get(shard);
    storedSessions.delete(shard);
    return Promise.resolve(session);
  },
  set: (shard: string, session: SessionInfo) => Promise.resolve(void storedSessions.set(shard, session)),
};

const NO_EVENTS = { dispatch: async () => undefined, onRefused: () => undefined };

function gatewayWith(
  token = discord.token,
  onRefused = (_error: DiscordRefusedError) => undefined as void,
  shards: ShardPlan = 'auto',
  log: Logger = silent,
) {
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token, version: '0' });
  const gateway = createGateway({
    rest: rests.rest,
    token,
    sessions,
    shards,
    onShard: (shardId, ready) => void (ready ? shardsReady.add(shardId) : shardsReady.delete(shardId)),
    identifies: { add: () => Promise.resolve(true), set: () => Promise.resolve() },
    log,
  });
  opened.push(gateway);
  return {
    gateway,
    rest: rests.rest,
    rests,
    connect: () => gateway.connect({ dispatch: async (raw) => dispatched.push(raw), onRefused }),
  };
}

const until = async (test: () => boolean) => {
  for (let n = 0; n < 400 && !test(); n++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(test()).toBe(true);
};

beforeEach(async () => {
  storedSessions.clear();
  dispatched = [];
  shardsReady = new Set();
  opened = [];
  discord = await startDiscord();
});
afterEach(async () => {
  await Promise.all(opened.map((gateway) => gateway.close()));
  await discord.close();
});

/** Discord allows one identify in 5 s, which the library respects: a new session takes that long. */
const IDENTIFY_WAIT_MS = 15_000;

describe('the gateway', () => {
  it('connects without intents, and dispatches raw interactions', async () => {
    const { connect, gateway, rests } = gatewayWith();
    expect(rests.latencyMs()).toBeUndefined();
    await connect();
    expect(rests.latencyMs()).toBeGreaterThan(0);
    expect(gateway.disconnectedMs() === 0).toBe(true);
    expect(discord.gateway.sessions.map((session) => session.intents)).toEqual([0]);
    discord.gateway.dispatch('INTERACTION_CREATE', { id: '1' });
    await until(() => dispatched.length === 1);
  });

  it('resumes the session of the previous process', async () => {
    const first = gatewayWith();
    await first.connect();
    await first.gateway.close();
    const second = gatewayWith();
    await second.connect();
    expect(discord.gateway.resumes).toBe(1);
    expect(discord.gateway.identifies).toBe(1);
  });

  it('gives a second process its own session', async () => {
    const first = gatewayWith();
    await first.connect();
    await first.gateway.close();
    const second = gatewayWith();
    await second.connect();
    const third = gatewayWith();
    await third.connect();
    expect(discord.gateway.resumes).toBe(1);
    expect(discord.gateway.sessions).toHaveLength(2);
    discord.gateway.dispatch('INTERACTION_CREATE', { id: '1' });
    await until(() => dispatched.length === 2);
    expect(second.gateway.disconnectedMs() === 0 && third.gateway.disconnectedMs() === 0).toBe(true);
  });

  it('receives every interaction once across processes that share the shards', async () => {
    const halves = [
      { from: 0, to: 1, count: 3 },
      { from: 2, to: 2, count: 3 },
    ].map((plan) => gatewayWith(discord.token, undefined, plan));
    await Promise.all(halves.map(({ connect }) => connect()));
    expect(discord.gateway.sessions.map(({ shard }) => shard).toSorted(([a], [b]) => a - b)).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(shardsReady).toEqual(new Set([0, 1, 2]));
    expect(halves.every(({ gateway }) => gateway.disconnectedMs() === 0)).toBe(true);
    // Servers of shards 0, 1 and 2, and a direct message.
    const guilds = [0n, 1n, 2n].map((shard) => String((300n + shard) << 22n));
    for (const guildId of [...guilds, undefined])
      discord.gateway.dispatch('INTERACTION_CREATE', { id: guildId ?? 'dm' }, guildId);
    await until(() => dispatched.length === 4);
    await halves[0]?.gateway.close();
    discord.gateway.dispatch('INTERACTION_CREATE', { id: 'last' }, guilds[2]);
    await until(() => dispatched.length === 5);
    expect(halves.map(({ gateway }) => gateway.disconnectedMs() === 0)).toEqual([false, true]);
  });

  it('identifies again if Discord does not know the stored session', async () => {
    storedSessions.set('0', {
      sessionId: 'gone',
      sequence: 7,
      resumeURL: discord.gatewayUrl,
      shardCount: 1,
      shardId: 0,
    });
    const { connect } = gatewayWith();
    await connect();
    expect(discord.gateway.identifies).toBe(1);
  });

  it.each(['at the REST API', 'at the socket'])('reports a refused token %s', async (where) => {
    const token = where === 'at the socket' ? discord.token : 'wrong-token';
    const { rest, gateway } = gatewayWith('wrong-token');
    rest.setToken(token);
    const signal = new AbortController().signal;
    const work = () => gateway.connect(NO_EVENTS);
    await expect(untilAnswered(work, { log: silent, signal })).rejects.toThrow(
      new DiscordRefusedError('token'),
    );
  });

  const FINAL_CLOSES: [number, string][] = [
    [4004, 'token'],
    [4010, 'shard'],
    [4011, 'shards'],
    [4012, 'version'],
    [4013, 'intents'],
    [4014, 'disallowedIntents'],
  ];

  it.each(FINAL_CLOSES)('ends a start that Discord refuses with %i', async (code, refusal) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    server.on('connection', (socket) => socket.close(code));
    await once(server, 'listening');
    const { rest, gateway } = gatewayWith();
    rest.get = () =>
      Promise.resolve({
        url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
        shards: 1,
        session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
      });
    const signal = new AbortController().signal;
    const start = untilAnswered(() => gateway.connect(NO_EVENTS), { log: silent, signal });
    await expect(start).rejects.toMatchObject({ name: 'DiscordRefusedError', refusal });
  });

  it.each(FINAL_CLOSES)(
    'tells of a refusal with %i once it runs, and does not connect again',
    async (code, refusal) => {
      const refusals: string[] = [];
      const { connect, gateway } = gatewayWith(discord.token, (error) => void refusals.push(error.refusal));
      await connect();
      discord.gateway.drop(code);
      await until(() => refusals.length > 0);
      expect(refusals).toEqual([refusal]);
      expect(gateway.disconnectedMs()).toBeGreaterThan(0);
    },
  );

  it.each([
    ['refuses', 403, 'error'],
    ['refuses for a while', 429, 'warn'],
    ['fails', 500, 'warn'],
  ])(
    'at the start, a Discord that %s (%i) is tried again with a line of level %s',
    async (_, status, level) => {
      const log = recordingLog();
      let tries = 0;
      const work = () => {
        tries += 1;
        const said = { code: 50001, message: 'Missing Access' };
        if (tries === 1) throw new DiscordAPIError(said, 50001, status, 'GET', 'https://discord.test', {});
        return Promise.resolve();
      };
      const signal = new AbortController().signal;
      await untilAnswered(work, { log: log as unknown as Logger, signal, waitMs: [1] });
      expect(log.lines.map((line) => line.level)).toEqual([level]);
      expect(log.text()).toContain('Missing Access');
    },
  );

  it('waits for a Discord that does not answer', async () => {
    let tries = 0;
    const work = async () => {
      tries++;
      if (tries === 1) throw new Error('ECONNREFUSED');
      await Promise.resolve();
    };
    const signal = new AbortController().signal;
    await untilAnswered(work, { log: silent, signal, waitMs: [1] });
    expect(tries).toBe(2);
  });

  it.each<[string, () => void]>([
    ['a dropped socket', () => discord.gateway.drop(4000)],
    ['a cut connection', () => discord.gateway.cut()],
    ['a request to reconnect', () => discord.gateway.askReconnect()],
    ['an invalid session', () => discord.gateway.invalidate(false)],
  ])('survives %s', { timeout: IDENTIFY_WAIT_MS }, async (_, disturb) => {
    const { connect, gateway } = gatewayWith();
    await connect();
    disturb();
    await until(
      () => discord.gateway.resumes + discord.gateway.identifies > 1 && gateway.disconnectedMs() === 0,
    );
    discord.gateway.dispatch('INTERACTION_CREATE', { id: '1' });
    await until(() => dispatched.length === 1);
    expect(gateway.disconnectedMs() === 0).toBe(true);
  });

  it('logs an outage once, however many attempts to connect fail', async () => {
    const log = recordingLog();
    const { connect } = gatewayWith(discord.token, undefined, 'auto', log as unknown as Logger);
    await connect();
    const { port } = new URL(discord.url);
    await discord.close();
    let attempts = 0;
    const outage = createServer((_, response) => {
      attempts += 1;
      response.writeHead(503).end();
    }).listen(Number(port), '127.0.0.1');
    onTestFinished(() => void outage.close());
    await until(() => attempts >= 3);
    expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'info: gateway ready',
      'info: gateway closed',
      'warn: gateway error',
    ]);
    expect(log.text()).toContain('503');
  });

  it('survives malformed dispatches, broken JSON and unknown opcodes', async () => {
    const { connect, gateway } = gatewayWith();
    await connect();
    for (const odd of [null, {}, 7, 'x', [], { t: 'INTERACTION_CREATE' }]) {
      discord.gateway.dispatch('INTERACTION_CREATE', odd);
      discord.gateway.dispatch('GUILD_CREATE', odd);
    }
    discord.gateway.sendRaw('{{{');
    discord.gateway.sendRaw('{"op":99}');
    await until(() => dispatched.length === 6);
    expect(gateway.disconnectedMs() === 0).toBe(true);
  });
});
