import { pino, type Logger } from 'pino';
import { createVault } from '../../src/accounts/vault.ts';
import type { Account, Accounts, AccountState } from '../../src/accounts/accounts.ts';
import type { DeviceLinking } from '../../src/linking/device-linking.ts';
import type { LinkRequest } from '../../src/linking/link-flow.ts';
import type { Linking } from '../../src/linking/linking.ts';
import { createAlerts } from '../../src/members/alerts.ts';
import type { PersonalData } from '../../src/members/personal-data.ts';
import { createReminders } from '../../src/members/reminders.ts';
import { createRegistrations } from '../../src/members/registrations.ts';
import type { Services } from '../../src/bot/command.ts';
import type { Command, CommandFor } from '../../src/bot/command.ts';
import type { CommandServices } from '../../commands/shared/define.ts';
import type { Tickets } from '../../src/message/custom-id.ts';
import { renderReply, type Message } from '../../src/message/render.ts';
import type { FirstAnswer, ResponseRoutes, AckResult } from '../../src/bot/respond.ts';
import { createResultPosts } from '../../src/guilds/result-posts.ts';
import { createWakes } from '../../src/guilds/wakes.ts';
import { createBoards } from '../../src/guilds/boards.ts';
import { createHelpRequests } from '../../src/guilds/help-requests.ts';
import { createSeason } from '../../src/guilds/season.ts';
import { createFollows } from '../../src/guilds/follows.ts';
import { createServerIndex } from '../../src/guilds/server-index.ts';
import type { ChannelAccess, Guilds } from '../../src/guilds/guilds.ts';
import { localeOf, type GuildSettings } from '../../src/guilds/settings.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { createBareMatches } from '../../src/platform/bare-matches.ts';
import { createNamedReads } from '../../src/platform/named-reads.ts';
import { present } from '../../src/present.ts';
import { createNames } from '../../src/platform/names.ts';
import type { MemberPlatform, Platform } from '../../src/platform/platform.ts';
import { createRoles } from '../../src/roles/create-roles.ts';
import type { BotRoles } from '../../src/roles/ports.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { createResults } from '../../src/results/create-results.ts';
import type { Channels, SendOutcome } from '../../src/message/channels.ts';
import type { Post } from '../../src/message/reply.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from './memory-stores.ts';

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
    ownerOf: () => Promise.resolve(undefined),
    nameOf: () => Promise.resolve(undefined),
    ...given,
  });
}

function fakeTickets(): Tickets & { kept: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  let count = 0;
  return {
    kept: values,
    keep(value) {
      const ticket = `ticket${++count}`;
      values.set(ticket, structuredClone(value));
      return Promise.resolve(ticket);
    },
    read: (ticket) => Promise.resolve(values.get(ticket)),
    take(ticket) {
      const value = values.get(ticket);
      values.delete(ticket);
      return Promise.resolve(value);
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
  const calls: (Omit<Parameters<Guilds['callOrganizers']>[0], 'post'> & { text: string })[] = [];
  const edits: Parameters<Guilds['editOrganizerCall']>[0][] = [];
  const stores = memoryStores({ now: () => NOW }).replica();
  return {
    boards: createBoards({
      records: stores.namespace('keptboards'),
      index: stores.namespace('boardindex'),
      trackServer: () => Promise.resolve(),
      now: () => NOW,
    }),
    announcing: createServerIndex(stores.namespace('announcing'), () => NOW),
    helpRequests: createHelpRequests({ records: stores.namespace('helps'), now: () => NOW }),
    rankUps: createServerIndex(stores.namespace('rankupindex'), () => NOW),
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
    callOrganizers: ({ post, ...call }: Parameters<Guilds['callOrganizers']>[0]) => {
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
    resultPosts: createResultPosts(stores.namespace('announced')),
    season: createSeason({
      store: stores.namespace('seasons'),
      now: () => NOW,
      around: (_guildId, change) => change(),
    }),
    wakes: createWakes(stores.namespace('wakes'), () => NOW),
    follows: createFollows({
      records: stores.namespace('follows'),
      index: stores.namespace('followed'),
      trackServer: () => Promise.resolve(),
      now: () => NOW,
    }),
  };
}

export const silent: Logger = pino({ level: 'silent' });

/** The bot's own messages, by id. */
function fakeChannels() {
  const posts = new Map<string, { channelId: string; post: Post }>();
  const idsByNonce = new Map<string, string>();
  return {
    post(channelId: string, post: Post, nonce: string = String(posts.size)) {
      const id = idsByNonce.get(nonce) ?? String(9000 + posts.size);
      idsByNonce.set(nonce, id);
      if (!posts.has(id)) posts.set(id, { channelId, post });
      return Promise.resolve({ id });
    },
    openDirect: (discordId: string): Promise<SendOutcome> => Promise.resolve({ id: `direct ${discordId}` }),
    reopenThread: (channelId: string): Promise<SendOutcome> => Promise.resolve({ id: channelId }),
    since: async (channelId: string) =>
      [...posts].flatMap(([id, one]) =>
        one.channelId === channelId ? [{ id, content: one.post.content }] : [],
      ),
    remove: (_channelId: string, messageId: string): Promise<SendOutcome> =>
      Promise.resolve(posts.delete(messageId) ? { id: messageId } : { refused: 'post-gone' }),
    edit(channelId: string, messageId: string, post: Post): Promise<SendOutcome> {
      if (!posts.has(messageId)) return Promise.resolve({ refused: 'post-gone' });
      posts.set(messageId, { channelId, post });
      return Promise.resolve({ id: messageId });
    },
  };
}

/** The dispatcher's services, and those of other rooms beside them and as `rooms`. */
type FakeServices = Services & CommandServices & { rooms: CommandServices };

export function fakeServices(
  commands: readonly CommandFor<CommandServices>[],
  given: Partial<Services & CommandServices> = {},
): FakeServices {
  const tickets = fakeTickets();
  const channels = { ...fakeChannels(), ...given.channels };
  const services = fakeOthers(commands, tickets, { ...given, channels });
  const { roles = fakeRoles(), linkedRoles } = given;
  const results =
    given.results ??
    createResults({
      ...services,
      channels,
      vault: createVault([{ id: 'test', key: Buffer.alloc(32, 1) }]),
      stores: memoryStores({ now: () => NOW }).replica(),
      isAnnounced: () => Promise.resolve(false),
      readTournament: async (id) => (await services.platform.forAnswer().tournament(id)).value,
      readMatch: async (matchId) => (await services.platform.forAnswer().match(matchId)).value,
      onResult: () => undefined,
      sleep: () => Promise.resolve(),
      log: silent,
    });
  const rooms = { results, roles, linkedRoles };
  return { ...services, ...rooms, rooms };
}

function fakeOthers(
  commands: readonly Command[],
  tickets: Tickets,
  given: Partial<Services> & Pick<Services, 'channels'>,
): Services {
  return {
    commands,
    withScreenshots: (_discordId, work) => work((_attachment, use) => use(undefined)),
    shareTournament: ({ id }) => Promise.resolve(`https://bot.example/t/${encodeURIComponent(id)}`),
    accounts: fakeAccounts(),
    alerts: createAlerts(memoryStores().replica().namespace('alerts')),
    linking: fakeLinking(),
    deviceLinking: fakeDeviceLinking(),
    platform: fakePlatform(),
    about: () => ({
      version: '1.2.3',
      latencyMs: 41.6,
      platform: 'reachable',
      inviteUrl: 'https://discord.example/oauth2/authorize?client_id=900',
      privacyUrl: 'https://bot.example/privacy',
      calendarUrl: 'https://bot.example/calendar.ics',
      rolesInviteUrl: 'https://discord.example/oauth2/authorize?client_id=900&permissions=268435456',
    }),
    supportUrl: undefined,
    regions: [],
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
    reminders: createReminders(memoryStores().replica().namespace('reminders')),
    serverRanking: () => Promise.resolve({ members: [], freshCount: 0, total: 0 }),
    guilds: fakeGuilds(),
    personalData: fake<PersonalData>('personalData', {
      read: () =>
        Promise.resolve({ hidden: false, alerts: 'mention', registrations: 0, guilds: [], isDamaged: false }),
      setHidden: () => Promise.resolve(),
      exportOf: () => Promise.resolve({ records: [] }),
      unlink: () => Promise.resolve(true),
      deleteAll: () => Promise.resolve('done'),
    }),
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
    ticketsOf: () => tickets,
    words,
    mention: (command) => `/${command}`,
    claimWrite: fakeClaims(),
    now: () => NOW,
    ...given,
  };
}

interface RolesOptions {
  /** The server's roles; without them, Discord shows nothing of it. */
  bot?: BotRoles;
  stores?: OpenedStores;
}

/** Rules for roles over a separate store. */
export function fakeRoles({
  bot,
  stores = memoryStores({ now: () => NOW }).replica(),
}: RolesOptions = {}): CommandServices['roles'] {
  const unused = (): never => {
    throw new Error('unexpected call of roles');
  };
  const { stores: _stores, ...roles } = createRoles({
    stores,
    vault: { seal: unused, open: unused },
    discord: {
      memberOf: unused,
      rename: unused,
      change: unused,
      botRoles: () => Promise.resolve(bot ?? 'no-server'),
      allowedInChannels: () => Promise.resolve(0n),
      ownerOf: () => Promise.resolve(undefined),
    },
    links: { read: () => Promise.resolve(undefined), ownerOf: () => Promise.resolve(undefined) },
    naming: {
      members: fake('members', {}),
      rosters: fake('rosters', { rosterOf: () => Promise.resolve([]) }),
      nameable: () => Promise.resolve(new Set()),
    },
    trackServer: () => Promise.resolve(),
    onRank: undefined,
    logChannelOf: () => Promise.resolve(undefined),
    translator: () => Promise.resolve(words.in('en-US')),
    log: silent,
    now: () => NOW,
    monotonic: () => NOW,
  });
  return roles;
}

export const failing = (kind: PlatformError['kind'], platformMessage?: string): PlatformError =>
  new PlatformError(kind, {
    operation: 'GET /v1/x',
    ...(platformMessage !== undefined && { platformMessage }),
  });

/** Each interaction's write is claimed once. */
function fakeClaims(): (interactionId: string) => Promise<boolean> {
  const claimed = new Set<string>();
  return (interactionId) => {
    const first = !claimed.has(interactionId);
    claimed.add(interactionId);
    return Promise.resolve(first);
  };
}
