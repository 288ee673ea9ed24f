import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { APIMessage } from 'discord.js';
import { createCdn } from './chat/cdn.ts';
import { createChat } from './chat/chat.ts';
import type { ChatMessage } from './chat/message.ts';
import type { DiscordOptions, DiscordStandIn } from './discord.ts';
import { createEvents } from './events.ts';
import { createGuilds } from './guilds/plan.ts';
import { dispatchDeletions } from './gateway/deletions.ts';
import { createGateway } from './gateway/gateway.ts';
import { createDesk } from './interactions/desk.ts';
import { postTo, probeEndpoint } from './interactions/post.ts';
import { createGrants } from './oauth/grants.ts';
import { createConsentDoor } from './oauth/door.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { actingMember } from './people/acts.ts';
import { findMember } from './people/resolve.ts';
import { createProblems } from './problems.ts';
import { applicationRoutes } from './rest/application-routes.ts';
import { botRoutes } from './rest/bot-routes.ts';
import { createCommandBook } from './rest/command-book.ts';
import { connectionRoutes, type Connections } from './rest/connection-routes.ts';
import { createDoor } from './rest/door.ts';
import { eventRoutes, type GuildEvent } from './rest/event-routes.ts';
import { guildRoutes } from './rest/guild-routes.ts';
import { interactionRoutes } from './rest/interaction-routes.ts';
import { createLimits } from './rest/limits.ts';
import { messageRoutes } from './rest/message-routes.ts';
import { createMishaps } from './rest/mishaps.ts';
import { threadRoutes } from './rest/thread-routes.ts';
import { createSnowflakes } from './snowflakes.ts';
import { createWire } from './wire.ts';
import { createWorld } from './world.ts';

export type { DiscordOptions, DiscordStandIn } from './discord.ts';

const APPLICATION_ID = '900000000000000001';
// Of the form that Discord's tokens have: the application's id in base64, a time, a secret.
const TOKEN = `${Buffer.from(APPLICATION_ID).toString('base64url')}.GpLAyg.stand-in-token-that-opens-nothing-else`;

export async function startDiscord(options: DiscordOptions = {}): Promise<DiscordStandIn> {
  const now = options.now ?? Date.now;
  const token = options.token ?? TOKEN;
  const clientSecret = options.clientSecret ?? 'stand-in-client-secret';
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicKeyHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : (options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  const gatewayUrl = `ws://127.0.0.1:${port}/gateway`;

  const nextId = createSnowflakes(now);
  const events = createEvents();
  const problems = createProblems(now, (problem) => events.emit({ type: 'problem', problem }));
  const wire = createWire((entry) => events.emit({ type: 'wire', entry }), [token, clientSecret]);
  const world = createWorld({
    applicationId: options.applicationId ?? APPLICATION_ID,
    applicationName: options.applicationName ?? 'Matchpoint',
    publicKey: publicKeyHex,
    cdnUrl: `${url}/cdn`,
    crowd: options.crowd ?? 0,
    locale: options.locale,
    guilds: createGuilds,
  });
  const cdn = createCdn({
    url: `${url}/cdn`,
    now,
    nextId,
    applicationId: world.application.id,
    avatars: new Map(world.members.map(({ id, name }) => [id, name])),
  });
  const people = world.members.map(({ user }) => user);
  const chat = createChat({ now, nextId, cdn, events, people });
  const book = createCommandBook(world.application.id, nextId, (commands) =>
    events.emit({ type: 'commands-published', commands }),
  );
  const grants = createGrants(now);
  const mishaps = createMishaps();
  const connections: Connections = { metadata: [], ofUsers: new Map() };
  const scheduledEvents = new Map<string, GuildEvent>();
  const gateway = createGateway({
    now,
    token,
    world,
    events,
    problems,
    wire,
    url: () => gatewayUrl,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    identifyWindowMs: options.identifyWindowMs ?? 0,
  });
  dispatchDeletions(events, gateway, world);
  const deadlines = { acknowledgeMs: 3000, tokenMs: 15 * 60 * 1000, ...options.deadlines };
  const desk = createDesk({
    now,
    elapsed: options.elapsed ?? now,
    chat,
    events,
    problems,
    bot: world.bot,
    deadlines,
    deliver: (raw) => discord.deliver(raw),
  });
  const members = world.members.map((member) =>
    actingMember(member, {
      world,
      chat,
      cdn,
      desk,
      nextId,
      commands: () => book.commands,
      channelDeleted: (channel) => events.emit({ type: 'channel-deleted', channel }),
    }),
  );
  const delivery = (endpoint: string) => ({
    url: endpoint,
    waitMs: deadlines.acknowledgeMs,
    now,
    sign: (text: string) => discord.sign(text),
  });
  const api = (message: ChatMessage): APIMessage => chat.api(message);

  const discord: DiscordStandIn = {
    url,
    gatewayUrl,
    token,
    clientSecret,
    world,
    members,
    gateway,
    mishaps,
    connections,
    api,
    apiUrl: `${url}/api`,
    authorizeUrl: `${url}/oauth2/authorize`,
    applicationId: world.application.id,
    publicKey: publicKeyHex,
    redirectUris: undefined,
    appUrl: undefined,
    restDelayMs: options.restDelayMs ?? 0,
    interactionsUrl: options.interactionsUrl,
    guilds: world.guilds,
    get channels() {
      return world.channels;
    },
    get scheduledEvents() {
      return [...scheduledEvents.values()];
    },
    probe: () => {
      const { interactionsUrl } = discord;
      if (interactionsUrl === undefined) return Promise.resolve('there is no endpoint');
      return probeEndpoint(delivery(interactionsUrl));
    },
    problems: problems.list,
    wire: wire.entries,
    get commands() {
      return book.commands;
    },
    deliver: (raw) => {
      const { interactionsUrl } = discord;
      if (interactionsUrl !== undefined)
        return postTo({ ...delivery(interactionsUrl), answer: (own, body) => discord.answer(own, body) })(
          raw,
        );
      return gateway.dispatch('INTERACTION_CREATE', raw, raw.guild_id) > 0
        ? undefined
        : 'the bot is not connected to the gateway';
    },
    member: (nameOrId) => {
      const member = findMember(world, nameOrId);
      const acting = members.find(({ id }) => id === member?.id);
      if (!acting) throw new Error(`there is no member ${nameOrId}`);
      return acting;
    },
    messages: (channelId, memberId) => chat.read(channelId, memberId),
    message: (messageId) => chat.get(messageId),
    answer: (raw, body, files = []) => desk.answer(raw.id, raw.token, body, files),
    sign: (text) => signBytes(null, Buffer.from(text), privateKey).toString('hex'),
    onEvent: (listener) => events.listen(listener),
    close: async () => {
      desk.close();
      gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const consent = createConsentDoor({
    applicationId: world.application.id,
    applicationName: world.application.name,
    world,
    members: world.members,
    grants,
    problems,
    redirectUris: () => discord.redirectUris,
  });
  const rest = createDoor({
    now,
    token,
    mishaps,
    problems,
    wire,
    limits: createLimits(now),
    routes: [
      ...interactionRoutes(desk, world.application.id, api),
      ...oauthRoutes({ applicationId: world.application.id, clientSecret, world, grants }),
      ...applicationRoutes({
        world,
        redirectUris: () => discord.redirectUris,
        probe: (endpoint) => probeEndpoint(delivery(endpoint)),
        deliverTo: (endpoint) => (discord.interactionsUrl = endpoint),
      }),
      ...guildRoutes(world, chat, (change) => events.emit({ type: 'role-changed', change })),
      ...connectionRoutes(world.application.id, connections),
      ...messageRoutes({ world, chat, now, api }),
      ...threadRoutes({
        world,
        chat,
        now,
        changed: (channel) => events.emit({ type: 'channel-changed', channel }),
      }),
      ...eventRoutes({
        world,
        now,
        nextId,
        events: scheduledEvents,
        changed: (event) => events.emit({ type: 'event-changed', event }),
        deleted: (event) => events.emit({ type: 'event-deleted', event }),
      }),
      ...botRoutes({
        applicationId: world.application.id,
        book,
        gatewayUrl: () => gatewayUrl,
        identifiesLeft: () => Math.max(0, 1000 - gateway.identifies),
      }),
    ],
    delayMs: () => discord.restDelayMs,
    person: (accessToken) => {
      const grant = grants.find(accessToken);
      const member = world.members.find(({ id }) => id === grant?.memberId);
      return grant && member ? { member, token: accessToken, scopes: grant.scopes } : undefined;
    },
    interactionOf: (tokenInPath) => desk.idOf(tokenInPath),
  });

  gateway.attach(server);
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestUrl = new URL(request.url ?? '/', url);
    if (/^(\/api)?\/oauth2\/authorize$/.test(requestUrl.pathname))
      return consent(request, response, requestUrl);
    const [, place, , channelId = ''] = requestUrl.pathname.split('/');
    if (place === 'channels' && discord.appUrl !== undefined) {
      response.writeHead(302, { location: `${discord.appUrl}#${channelId}` }).end();
      return undefined;
    }
    if (requestUrl.pathname.startsWith('/api/')) return rest(request, response, requestUrl);
    const file = requestUrl.pathname.startsWith('/cdn/')
      ? cdn.get(requestUrl.pathname.slice('/cdn/'.length), requestUrl.searchParams)
      : undefined;
    if (file)
      response
        .writeHead(200, {
          'content-type': file.contentType,
          'cache-control': 'max-age=300',
          'access-control-allow-origin': '*',
        })
        .end(file.bytes);
    else response.writeHead(404).end();
  }

  server.on('request', (request, response) => {
    serve(request, response).catch((error: unknown) => brokenDown(response, error));
  });
  return discord;

  function brokenDown(response: ServerResponse, error: unknown): void {
    problems.add({ where: 'stand-in', code: 0, status: 500, message: String(error) });
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}
