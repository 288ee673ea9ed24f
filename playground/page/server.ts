import type { ServerResponse } from 'node:http';
import { Locale } from 'discord.js';
import fastify from 'fastify';
import { z } from 'zod';
import { icon } from '../../src/web/icon.ts';
import { MAX_FILE_BYTES, MAX_FILES } from '../../tools/discord-stand-in/chat/files.ts';
import { FAULT_KINDS } from '../../tools/platform-stand-in/http/fault.ts';
import { SHAPE_NAMES } from '../../tools/platform-stand-in/shapes/choose.ts';
import { RANKS, ratingIn } from '../../tools/platform-stand-in/world/ratings.ts';
import { PageAct } from './act.ts';
import { createPerform } from './acts.ts';
import { bundleClient } from './bundle.ts';
import { guard } from './guard.ts';
import { PAGE } from './html.ts';
import type { PageChange } from './protocol.ts';
import { createPower, type StoppableBot } from './power.ts';
import { isOnline, languagesOf, NO_FAULT, stateOf, switchesOf, watch, type RoomWorld } from './room.ts';

export interface PageOptions extends Pick<RoomWorld, 'discord' | 'platform'> {
  platformName?: string;
  /** Without one, the page can't stop the bot. */
  bot?: StoppableBot;
  /** Tried first; any free one where it is taken. */
  port?: number;
}

export interface PlaygroundPage {
  readonly url: string;
  close(): Promise<void>;
}

const SwitchBody = z.object({
  shape: z.enum(SHAPE_NAMES).optional(),
  fault: z.enum([NO_FAULT, ...FAULT_KINDS]).optional(),
  bot: z.enum(['running', 'stopped']).optional(),
  /** Of a member or a server. */
  language: z.object({ ownerId: z.string(), locale: z.enum(Locale) }).optional(),
  organizer: z.object({ playerId: z.string(), is: z.boolean() }).optional(),
  rank: z.object({ playerId: z.string(), is: z.enum(RANKS) }).optional(),
});

/** A form with as many files as it may have, in base64. */
const MAX_ACT_BYTES = Math.ceil(MAX_FILES * MAX_FILE_BYTES * 1.4);

/** Comments keep proxies and browsers from giving up on a quiet stream. */
const STREAM_BEAT_MS = 20_000;

/** The chat page, on this machine only: the page itself, a stream of all that happens, and two doors for acting. */
export async function startPage(options: PageOptions): Promise<PlaygroundPage> {
  const { discord, platform, bot, platformName = 'the platform' } = options;
  const power = bot && createPower(bot, () => tellSwitches());
  const world: RoomWorld = { discord, platform, platformName, power };
  const bundle = await bundleClient();
  const perform = createPerform(discord);
  const app = fastify({ forceCloseConnections: true });
  const tabs = new Set<ServerResponse>();
  let own = new URL('http://127.0.0.1');

  const write = (tab: ServerResponse, event: string, payload: unknown): void => {
    tab.write(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);
  };
  const tellAll = (change: PageChange): void => {
    for (const tab of tabs) write(tab, 'change', change);
  };
  const tellSwitches = (): void => {
    tellAll({ type: 'switches', switches: switchesOf(world) });
    tellAll({ type: 'bot', online: isOnline(world) });
  };

  guard(app, () => own, discord.url);
  const files = [
    ['/', 'text/html; charset=utf-8', PAGE],
    ['/icon.svg', 'image/svg+xml', icon],
    ['/page.css', 'text/css; charset=utf-8', bundle.style],
    ['/page.js', 'text/javascript; charset=utf-8', bundle.script],
  ] as const;
  for (const [path, type, body] of files)
    app.get(path, (_request, reply) => void reply.type(type).send(body));

  app.get('/events', (request, reply) => {
    reply.hijack();
    const tab = reply.raw;
    tab.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // Nothing happens between reading the state and being told of changes: both are in one turn.
    write(tab, 'state', stateOf(world));
    tabs.add(tab);
    const beat = setInterval(() => tab.write(': still here\n\n'), STREAM_BEAT_MS);
    request.raw.on('close', () => {
      clearInterval(beat);
      tabs.delete(tab);
    });
  });
  app.post('/act', { bodyLimit: MAX_ACT_BYTES }, async (request, reply) => {
    const act = PageAct.safeParse(request.body);
    return act.success ? perform(act.data) : reply.code(400).send({ error: z.prettifyError(act.error) });
  });
  app.post('/switches', async (request, reply) => {
    const switches = SwitchBody.safeParse(request.body);
    if (!switches.success) return reply.code(400).send({ error: z.prettifyError(switches.error) });
    const { shape, fault, bot: wanted, organizer, rank, language } = switches.data;
    if (shape !== undefined) platform.setShape(shape);
    if (fault !== undefined) platform.setFault(fault === NO_FAULT ? undefined : { kind: fault });
    if (wanted !== undefined) power?.turn(wanted);
    const player = platform.world.players.get(organizer?.playerId ?? '');
    if (organizer !== undefined && player !== undefined) player.organizer = organizer.is;
    const risen = platform.world.players.get(rank?.playerId ?? '');
    if (rank !== undefined && risen !== undefined) risen.elo = ratingIn(rank.is);
    const { members, guilds } = discord.world;
    const owner = [...members, ...guilds].find(({ id }) => id === language?.ownerId);
    if (language !== undefined && owner !== undefined) {
      owner.locale = language.locale;
      tellAll(languagesOf(world));
    }
    tellSwitches();
    return switchesOf(world);
  });

  own = new URL(await listen(options.port ?? 0));
  discord.appUrl = own.href;
  const unwatch = watch(world, tellAll);
  return {
    url: own.origin,
    close: async () => {
      unwatch();
      for (const tab of tabs) tab.end();
      await app.close();
    },
  };

  async function listen(port: number): Promise<string> {
    try {
      return await app.listen({ host: '127.0.0.1', port });
    } catch (error) {
      const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isPortInUse || port === 0) throw error;
      return listen(0);
    }
  }
}
