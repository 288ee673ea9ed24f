import { pino, type Logger } from 'pino';
import { compose } from '../../src/app/compose.ts';
import type { Account, Accounts, AccountState } from '../../src/accounts/accounts.ts';
import type { DeviceLinking } from '../../src/linking/device-linking.ts';
import type { LinkRequest } from '../../src/linking/link-flow.ts';
import type { Linking } from '../../src/linking/linking.ts';
import { createRegistrations } from '../../src/members/registrations.ts';
import type { Services } from '../../src/bot/command.ts';
import type { CommandFor } from '../../src/bot/command.ts';
import type { Tickets } from '../../src/message/custom-id.ts';
import type { CommandServices } from '../../commands/shared/define.ts';
import { renderReply, type Message } from '../../src/message/render.ts';
import type { FirstAnswer, ResponseRoutes, AckResult } from '../../src/bot/respond.ts';
import type { ChannelAccess, Guilds } from '../../src/guilds/guilds.ts';
import { localeOf, type GuildSettings } from '../../src/guilds/settings.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { createBareMatches } from '../../src/platform/bare-matches.ts';
import { createNamedReads } from '../../src/platform/named-reads.ts';
import { present } from '../../src/present.ts';
import { createNames } from '../../src/platform/names.ts';
import type { MemberPlatform, Platform } from '../../src/platform/platform.ts';
import type { BotRoles } from '../../src/roles/ports.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import type { Channels } from '../../src/message/channels.ts';
import type { Post } from '../../src/message/reply.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from './memory-stores.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS } from './product/memory-ports.ts';

const words = createWords({ strict: true, platformName: 'Playhouse' });

/** A method that the test did not set: calling it fails the test. */
const unexpected = (name: string) => (): never => {
  throw new Error(`unexpected call of ${name}`);
};

/** An object whose named methods are given and whose others fail. */
function fake<T extends object>(kind: string, given: Partial<T>): T {
  return new Proxy(given as T, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      return own ?? (typeof name === 'string' && name !== 'then' ? unexpected(`${kind}.${name}`) : undefined);
    },
  });
}

export function fakePlatform(given: Partial<Platform> = {}): Platform {
  const now = () => NOW;
  const names = createNames({
    ask: async ({ kind, id }) => (await platform[kind === 'player' ? 'user' : 'tournament'](id)).value.name,
    now,
  });
  const matches = createBareMatches({ ask: async (id) => (await platform.match(id)).value, now });
  const sleep = () => new Promise<void>(() => undefined);
  const platform: Platform = fake<Platform>('platform', {
    seenRegions: () => [],
    userMatches: () => Promise.resolve({ value: [] }),
    rankings: () => Promise.resolve({ value: [] }),
    recentMatches: () => undefined,
    names,
    forAnswer: () => createNamedReads({ reads: platform, names, matches, now, sleep }),
    ...given,
  });
  return platform;
}

export const fakeMember = (given: Partial<MemberPlatform> = {}): MemberPlatform =>
  fake<MemberPlatform>('member', given);

export const accountOf = (discordId: string, given: Partial<Account> = {}): Account => ({
  discordId,
  playerId: `player-${discordId}`,
  playerName: 'Ana Souza',
  linkedAt: 0,
  platform: fakeMember(),
  ...given,
});

export function fakeAccounts(
  states: Record<string, AccountState> = {},
  given: Partial<Accounts> = {},
): Accounts {
  return fake<Accounts>('accounts', {
    find: (discordId) => Promise.resolve(states[discordId] ?? { state: 'none' }),
    memberOf: () => Promise.resolve(undefined),
    nameOf: () => Promise.resolve(undefined),
    ...given,
  });
}

/** Random ones would hold any letters. */
function countedTickets(): Tickets {
  const values = new Map<string, unknown>();
  return {
    async keep(value) {
      const ticket = `ticket${values.size + 1}`;
      values.set(ticket, structuredClone(value));
      return ticket;
    },
    read: async (ticket) => values.get(ticket),
    async take(ticket) {
      const value = values.get(ticket);
      values.set(ticket, undefined);
      return value;
    },
  };
}

export function fakeLinking(): Pick<Linking, 'begin'> & { requests: LinkRequest[] } {
  const requests: LinkRequest[] = [];
  return {
    requests,
    begin(request) {
      requests.push(request);
      return Promise.resolve({
        url: 'https://bot.example/link/start?t=ticket',
        expiresAt: 1_800_000_000_000,
        placed: () => Promise.resolve(),
      });
    },
  };
}

export const fakeDeviceLinking = (given: Partial<DeviceLinking> = {}): DeviceLinking =>
  fake<DeviceLinking>('deviceLinking', { pageUrl: 'https://bot.example/link/device', ...given });

/** What Discord was told, in order. */
export type RouteCall =
  | { route: 'callback'; id: string; answer: FirstAnswer }
  | { route: 'edit' | 'follow-up'; token: string; message: Message }
  | { route: 'post'; channelId: string; message: Message }
  | { route: 'edit-post'; channelId: string; messageId: string; message: Message }
  | { route: 'delete'; token: string };

/** Discord's routes and channels as a list; `taken` decides the outcome of each first answer. */
export function fakeRoutes(taken: (answer: FirstAnswer) => AckResult | Promise<AckResult> = () => 'ours') {
  const calls: RouteCall[] = [];
  const routes: ResponseRoutes = {
    async callback({ id }, answer) {
      calls.push({ route: 'callback', id, answer });
      return taken(answer);
    },
    async editOriginal(token, message) {
      calls.push({ route: 'edit', token, message });
    },
    async followUp(token, message) {
      calls.push({ route: 'follow-up', token, message });
      return `message ${calls.length}`;
    },
    async editFollowUp(token, _messageId, message) {
      calls.push({ route: 'edit', token, message });
    },
    async deleteOriginal(token) {
      calls.push({ route: 'delete', token });
    },
  };
  const messageOf = (post: Post): Promise<Message> =>
    renderReply(post, { tickets: { keep: () => Promise.reject(new Error('no ticket is needed')) } });
  const channels: Pick<Channels, 'post' | 'edit'> = {
    async post(channelId, post) {
      calls.push({ route: 'post', channelId, message: await messageOf(post) });
      return { id: `message ${calls.length}` };
    },
    async edit(channelId, messageId, post) {
      calls.push({ route: 'edit-post', channelId, messageId, message: await messageOf(post) });
      return { id: messageId };
    },
  };
  return { said: calls, routes, channels };
}

/** A server's settings in memory, and the lines of its log. */
const NOW = Date.UTC(2027, 0, 1, 12);

export function fakeGuilds(
  initial: GuildSettings = {},
  gone: readonly string[] = [],
  access: Readonly<Record<string, ChannelAccess | undefined>> = {},
) {
  let stored = initial;
  const notes: Parameters<Guilds['audit']['note']>[0][] = [];
  const calls: (Omit<Parameters<Guilds['callOrganizers']>[0], 'onAttempt' | 'post'> & { text: string })[] =
    [];
  const edits: Parameters<Guilds['editOrganizerCall']>[0][] = [];
  return {
    ...composed().services.guilds,
    notes,
    calls,
    translator: (_guildId: string, discordLocale?: string) =>
      Promise.resolve(words.in(localeOf({ ...stored, ...present({ discordLocale }) }))),
    translatorIn: (_guildId: string, language: string | undefined) =>
      Promise.resolve(words.in(language ?? localeOf(stored))),
    edits,
    settings: {
      noteLocale: (_guildId: string, discordLocale: string) =>
        Promise.resolve(void (stored = { ...stored, discordLocale })),
      recent: (_guildId?: string) => Promise.resolve(stored),
      read: (_guildId?: string) => Promise.resolve(stored),
      change(_guildId: string, edit: (settings: GuildSettings) => GuildSettings) {
        const before = stored;
        stored = edit(before);
        return Promise.resolve({ before, after: stored });
      },
    },
    audit: {
      note: (entry: Parameters<Guilds['audit']['note']>[0]) => {
        notes.push(entry);
        return { posted: Promise.resolve() };
      },
      idle: () => Promise.resolve(),
    },
    claimMention: () => Promise.resolve(true),
    callOrganizers: ({ onAttempt: _notes, post, ...call }: Parameters<Guilds['callOrganizers']>[0]) => {
      calls.push({ ...call, text: post(undefined).content });
      return Promise.resolve({ channelId: call.channelId, messageId: '6000' });
    },
    editOrganizerCall: (edit: Parameters<Guilds['editOrganizerCall']>[0]) => {
      edits.push(edit);
      return Promise.resolve('edited' as const);
    },
    note(guildId: string, text: string, { nonce }: { nonce?: string } = {}) {
      // As Discord does: a nonce gives the line of before.
      if (nonce === undefined || !notes.some((one) => one.nonce === nonce))
        notes.push({ guildId, channelIds: [stored.logChannelId], text, ...present({ nonce }) });
      return Promise.resolve({ posted: Promise.resolve() });
    },
    serverName: (guildId: string) => Promise.resolve<string | undefined>(`Server *${guildId}*`),
    directory: {
      names: () => Promise.resolve(new Map<string, string>()),
      missing: () => Promise.resolve(new Set(gone)),
      access: (_guildId: string, channelId: string) => Promise.resolve(access[channelId]),
    },
  };
}

export const silent: Logger = pino({ level: 'silent' });

interface Composed {
  stores?: OpenedStores;
  platform?: Platform;
  channels?: Partial<Services['channels']>;
  now?: () => number;
  /** The server's roles; without them, Discord shows nothing of it. */
  bot?: BotRoles;
}

/** Its caches take their time to make. */
const UNUSED = fakePlatform();

/** The product, on its own stores. */
function composed({ now = () => NOW, platform = UNUSED, channels, bot, ...given }: Composed = {}) {
  const { stores = memoryStores({ now }).replica() } = given;
  const opened = Object.assign(platform, { state: () => undefined });
  const ports = memoryPorts({
    stores,
    discord: memoryDiscord(now),
    platform: () => opened,
    clock: { now },
    words,
  });
  const { memberRoles, pressPosts } = ports.discord;
  const discord = {
    ...ports.discord,
    pressPosts: { ...pressPosts, ...channels },
    memberRoles: { ...memberRoles, botRoles: async () => bot ?? ('no-server' as const) },
  };
  return compose({ ...ports, discord }, { ...SETTINGS, isLinkedRolesOn: false }, []);
}

/** Rules for roles over a store of their own. */
export const fakeRoles = (given: Pick<Composed, 'bot' | 'stores'> = {}): CommandServices['roles'] =>
  composed(given).roles;

/** The dispatcher's services, and those of other rooms beside them and as `rooms`. */
type FakeServices = Services & CommandServices & { rooms: CommandServices };

export function fakeServices(
  commands: readonly CommandFor<CommandServices>[],
  given: Partial<Services & CommandServices> = {},
): FakeServices {
  const { guilds = fakeGuilds(), platform = fakePlatform() } = given;
  const product = composed({ ...given, platform });
  const { results = product.results, roles = product.roles, linkedRoles, ...others } = given;
  const services: Services = {
    ...product.services,
    ...fakeOthers(),
    ...others,
    guilds,
    commands,
    channels: product.services.channels,
  };
  // The product's own rooms have them too.
  for (const name of ['accounts', 'naming', 'guilds', 'alerts'] as const)
    Object.assign(product.services[name], services[name]);
  const rooms = { results, roles, linkedRoles };
  return { ...services, ...rooms, rooms };
}

/** What most tests of commands count on: everybody may be named, and nobody is linked. */
function fakeOthers(): Partial<Services> {
  const tickets = countedTickets();
  return {
    ticketsOf: () => tickets,
    accounts: fakeAccounts(),
    linking: fakeLinking(),
    deviceLinking: fakeDeviceLinking(),
    about: () => ({
      version: '1.2.3',
      latencyMs: 41.6,
      platform: 'reachable',
      inviteUrl: 'https://discord.example/oauth2/authorize?client_id=900',
      privacyUrl: 'https://bot.example/privacy',
      calendarUrl: 'https://bot.example/calendar.ics',
      rolesInviteUrl: 'https://discord.example/oauth2/authorize?client_id=900&permissions=268435456',
    }),
    naming: {
      recordInteraction: () => Promise.resolve(),
      nameable: (guildId, discordIds) => Promise.resolve(new Set(guildId === undefined ? [] : discordIds)),
      standings: (guildId, discordIds) =>
        Promise.resolve(
          new Map(discordIds.map((id) => [id, guildId === undefined ? 'unknown' : 'nameable'])),
        ),
      lookAhead: () => Promise.resolve(),
      isHidden: () => Promise.resolve(false),
      isMember: () => Promise.resolve(true),
      serversOf: () => Promise.resolve([]),
      playersOf: () => Promise.resolve([]),
      playerOf: (guildId, { discordId }) =>
        Promise.resolve(guildId === undefined ? undefined : `player-${discordId}`),
    },
    registrations: createRegistrations({
      store: memoryStores({ now: () => NOW })
        .replica()
        .namespace('registrations'),
      isLinked: async () => true,
      now: () => NOW,
      log: silent,
    }),
    pictures: {
      bracket: () => Promise.resolve(undefined),
      takeCard: () => true,
      card: () => Promise.resolve(undefined),
      podium: () => Promise.resolve(undefined),
    },
  };
}

export const failing = (kind: PlatformError['kind'], platformMessage?: string): PlatformError =>
  new PlatformError(kind, {
    operation: 'GET /v1/x',
    ...(platformMessage !== undefined && { platformMessage }),
  });
