import { once } from 'node:events';
import { WebSocketManager, WebSocketShardEvents, type SessionInfo } from '@discordjs/ws';
import { GatewayDispatchEvents, type GatewayDispatchPayload, type REST } from 'discord.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { DiscordOptions, DiscordStandIn } from '../server.ts';
import { bareWorld, publish } from './world.ts';

async function gatewayWorld(options: DiscordOptions = {}): Promise<{ discord: DiscordStandIn; rest: REST }> {
  const world = await bareWorld(options);
  await publish(world.rest, world.discord);
  return world;
}

interface Connected {
  manager: WebSocketManager;
  dispatches: GatewayDispatchPayload[];
  names: () => string[];
}

async function connect(discord: DiscordStandIn, rest: REST, more: object = {}): Promise<Connected> {
  const sessions = new Map<number, SessionInfo>();
  const manager = new WebSocketManager({
    token: discord.token,
    rest,
    intents: 0,
    retrieveSessionInfo: (shard) => sessions.get(shard) ?? null,
    updateSessionInfo: (shard, info) => {
      if (info) sessions.set(shard, info);
      else sessions.delete(shard);
    },
    ...more,
  });
  const dispatches: GatewayDispatchPayload[] = [];
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => dispatches.push(data));
  manager.on(WebSocketShardEvents.Error, () => {});
  onTestFinished(() => manager.destroy());
  await manager.connect();
  return { manager, dispatches, names: () => dispatches.map(({ t }) => t) };
}

const interactionIds = (dispatches: GatewayDispatchPayload[]): string[] =>
  dispatches.flatMap((payload) =>
    payload.t === GatewayDispatchEvents.InteractionCreate ? [payload.d.id] : [],
  );

describe('a real client', () => {
  test('logs in and receives interactions', async () => {
    const { discord, rest } = await gatewayWorld();
    const { dispatches, names } = await connect(discord, rest);
    expect(names()).toEqual(['READY']);
    const interaction = discord.member('Ana').slash('rank');
    await vi.waitFor(() => expect(interactionIds(dispatches)).toEqual([interaction.id]));
  });

  test('resumes after close 4000 and gets what it missed, in order and once', async () => {
    const { discord, rest } = await gatewayWorld();
    const { dispatches, names } = await connect(discord, rest);
    discord.gateway.drop(4000);
    const missed = ['rank', 'rank'].map((name) => discord.member('Ana').slash(name));
    await vi.waitFor(() => expect(names()).toContain('RESUMED'), 5000);
    expect(interactionIds(dispatches)).toEqual(missed.map(({ id }) => id));
    expect(names().filter((name) => name === 'READY')).toHaveLength(1);
    expect([discord.gateway.identifies, discord.gateway.resumes]).toEqual([1, 1]);
  });

  test.each<[string, (discord: DiscordStandIn) => void]>([
    ['when it is asked to reconnect', ({ gateway }) => gateway.askReconnect()],
    ['when its connection is cut', ({ gateway }) => gateway.cut()],
  ])('resumes %s', async (_title, disturb) => {
    const { discord, rest } = await gatewayWorld();
    const { names } = await connect(discord, rest);
    disturb(discord);
    await vi.waitFor(() => expect(names()).toContain('RESUMED'), 5000);
    expect(discord.gateway.identifies).toBe(1);
  });

  test('survives malformed dispatches', async () => {
    const { discord, rest } = await gatewayWorld();
    const { names, dispatches } = await connect(discord, rest);
    for (const payload of [null, {}, 5]) discord.gateway.dispatch('INTERACTION_CREATE', payload);
    discord.gateway.sendRaw('{"op":');
    discord.gateway.sendRaw('{"op":77}');
    const interaction = discord.member('Ana').slash('rank');
    await vi.waitFor(() => expect(dispatches.at(-1)?.d).toMatchObject({ id: interaction.id }));
    expect(names()).toHaveLength(5);
  });

  test('with a wrong token is closed with 4004', async () => {
    const { discord, rest } = await gatewayWorld();
    const wrong = { token: `${discord.token}x` };
    await expect(connect(discord, rest, wrong)).rejects.toThrow('Authentication failed');
    expect(discord.problems.at(-1)).toMatchObject({ where: 'gateway', code: 4004 });
  });

  test('gets each shard’s events on that shard', async () => {
    const { discord, rest } = await gatewayWorld();
    const events: [number, string][] = [];
    const { manager } = await connect(discord, rest, {
      shardCount: 2,
      buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }),
    });
    manager.on(WebSocketShardEvents.Dispatch, ({ data, shardId }) => {
      if (data.t === GatewayDispatchEvents.InteractionCreate) events.push([shardId, data.d.id]);
    });
    const guild = Number((BigInt(discord.guilds[0]!.id) >> 22n) % 2n);
    const inGuild = discord.member('Ana').slash('rank');
    const direct = discord.member('Ana').slash('rank', {}, { place: 'dm' });
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(new Map(events.map(([shard, id]) => [id, shard]))).toEqual(
      new Map([
        [inGuild.id, guild],
        [direct.id, 0],
      ]),
    );
  });

  test('that runs twice gets each interaction in both; delivered again, in both again', async () => {
    const { discord, rest } = await gatewayWorld();
    const [first, second] = [await connect(discord, rest), await connect(discord, rest)];
    const interaction = discord.member('Ana').slash('rank');
    interaction.redeliver();
    for (const { dispatches } of [first, second])
      await vi.waitFor(() => expect(interactionIds(dispatches)).toEqual([interaction.id, interaction.id]));
  });
});

test('where no bot is connected, an interaction fails at once', async () => {
  const { discord } = await gatewayWorld();
  await expect(discord.member('Ana').slash('rank').final).rejects.toThrow('not connected');
});

interface Bare {
  socket: WebSocket;
  send: (payload: unknown) => void;
  next: () => Promise<{ op: number; t?: string; s?: number; d?: unknown }>;
  closed: () => Promise<number>;
}

async function bare(discord: DiscordStandIn, query = '?v=10&encoding=json'): Promise<Bare> {
  const socket = new WebSocket(discord.gatewayUrl + query);
  onTestFinished(() => socket.terminate());
  const waiting: string[] = [];
  socket.on('message', (bytes: Buffer) => waiting.push(bytes.toString()));
  const closed = once(socket, 'close');
  const client: Bare = {
    socket,
    send: (payload) => socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    next: async () => {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      return JSON.parse(waiting.shift()!) as Awaited<ReturnType<Bare['next']>>;
    },
    closed: async () => Number((await closed)[0]),
  };
  await once(socket, 'open');
  return client;
}

const properties = { os: 'linux', browser: 'test', device: 'test' };

describe('a bare client', () => {
  test('is greeted, and its heartbeats are answered', async () => {
    const { discord } = await gatewayWorld({ heartbeatMs: 1234 });
    const client = await bare(discord);
    expect(await client.next()).toMatchObject({ op: 10, d: { heartbeat_interval: 1234 } });
    client.send({ op: 1, d: null });
    expect(await client.next()).toMatchObject({ op: 11 });
  });

  test('that falls silent is closed with 4009, and its session is gone', async () => {
    const { discord } = await gatewayWorld({ heartbeatMs: 200 });
    const client = await bare(discord);
    client.send({ op: 2, d: { token: discord.token, intents: 0, properties } });
    await vi.waitFor(() => expect(discord.gateway.sessions).toHaveLength(1));
    expect(await client.closed()).toBe(4009);
    await vi.waitFor(() => expect(discord.gateway.sessions).toHaveLength(0));
  });

  test.each<[string, number, (discord: DiscordStandIn) => unknown[]]>([
    ['what is no JSON', 4002, () => ['{']],
    ['more than 4096 bytes', 4002, () => [JSON.stringify({ op: 1, d: 'x'.repeat(4096) })]],
    ['an unknown opcode', 4001, () => [{ op: 42 }]],
    ['anything before it logs in', 4003, () => [{ op: 3, d: {} }]],
    [
      'intents that do not exist',
      4013,
      ({ token }) => [{ op: 2, d: { token, intents: 2 ** 30, properties } }],
    ],
    [
      'intents that need approval',
      4014,
      ({ token }) => [{ op: 2, d: { token, intents: 1 << 15, properties } }],
    ],
    [
      'a shard that does not exist',
      4010,
      ({ token }) => [{ op: 2, d: { token, intents: 0, properties, shard: [2, 2] } }],
    ],
    [
      'a second login',
      4005,
      ({ token }) => [
        { op: 2, d: { token, intents: 0, properties } },
        { op: 2, d: { token, intents: 0, properties } },
      ],
    ],
    ['too much', 4008, () => Array.from({ length: 121 }, () => ({ op: 1, d: null }))],
  ])('that sends %s is closed with %i', async (_title, code, payloads) => {
    const { discord } = await gatewayWorld();
    const client = await bare(discord);
    for (const payload of payloads(discord)) client.send(payload);
    expect(await client.closed()).toBe(code);
  });

  test('of another version is closed with 4012', async () => {
    const { discord } = await gatewayWorld();
    expect(await (await bare(discord, '?v=8&encoding=json')).closed()).toBe(4012);
  });

  test('cannot resume what is not there, what it ended itself, or what was invalidated', async () => {
    const { discord } = await gatewayWorld();
    const { token } = discord;
    const first = await bare(discord);
    await first.next();
    first.send({ op: 2, d: { token, intents: 0, properties } });
    const ready = await first.next();
    const { session_id: session } = ready.d as { session_id: string };
    const tryResume = async (id: string) => {
      const client = await bare(discord);
      await client.next();
      client.send({ op: 6, d: { token, session_id: id, seq: ready.s } });
      return client.next();
    };
    expect(await tryResume('nobody')).toMatchObject({ op: 9, d: false });
    first.socket.close(4000);
    await first.closed();
    expect(await tryResume(session)).toMatchObject({ op: 0, t: 'RESUMED', s: 2 });
    discord.gateway.invalidate(false);
    expect(await tryResume(session)).toMatchObject({ op: 9, d: false });
  });

  test('ends its session by closing with 1000', async () => {
    const { discord } = await gatewayWorld();
    const client = await bare(discord);
    client.send({ op: 2, d: { token: discord.token, intents: 0, properties } });
    await vi.waitFor(() => expect(discord.gateway.sessions).toHaveLength(1));
    client.socket.close(1000);
    await vi.waitFor(() => expect(discord.gateway.sessions).toEqual([]));
  });

  test('that logs in twice within the window gets Invalid Session', async () => {
    const { discord } = await gatewayWorld({ identifyWindowMs: 5000 });
    const identify = { op: 2, d: { token: discord.token, intents: 0, properties } };
    const [first, second] = [await bare(discord), await bare(discord)];
    await second.next();
    first.send(identify);
    await vi.waitFor(() => expect(discord.gateway.sessions).toHaveLength(1));
    second.send(identify);
    expect(await second.next()).toMatchObject({ op: 9, d: false });
  });
});
