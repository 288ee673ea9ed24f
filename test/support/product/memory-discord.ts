import type { ResponseRoutes } from '../../../src/bot/respond.ts';
import type { DiscordPort } from '../../../src/app/ports.ts';
import type { ChannelAccess } from '../../../src/guilds/guilds.ts';
import type { Message } from '../../../src/message/render.ts';
import type { Post } from '../../../src/message/reply.ts';
import type { Tickets } from '../../../src/message/custom-id.ts';
import {
  RoleWaitError,
  type BotRoles,
  type NickChange,
  type RoleChange,
  type RoleOutcome,
} from '../../../src/roles/ports.ts';
import type { Connection, ConnectionOutcome, MetadataRecord } from '../../../src/roles/linked/ports.ts';
import { fakeDiscord } from '../fake-discord.ts';
import { nightDiscord, type DiscordOptions } from '../night-discord.ts';

export interface MemoryServer {
  /** The order of roles, the highest first; the bot's own is `bot`. */
  roles: string[];
  /** The permissions of a role, where it has some. */
  permissions: Map<string, bigint>;
  /** What overwrites in channels allow a role, where they allow something. */
  inChannels: Map<string, bigint>;
  ownerId: string | undefined;
  canManageRoles: boolean;
  canRename: boolean;
  /** The nickname of each member who has one. */
  nicks: Map<string, string>;
  /** What Discord makes of a nickname. */
  foldNick: (nick: string) => string;
  /** The roles of each member. Who is not here is no member. */
  members: Map<string, Set<string>>;
  /** The bot has been removed. */
  isGone: boolean;
}

/** What Linked Roles show of a member, and how Discord answers. */
interface Connections {
  shown: Map<string, Connection>;
  published: readonly MetadataRecord[] | undefined;
  outcome: () => ConnectionOutcome;
}

const connectionToken = (discordId: string): string => `discord-access-of-${discordId}`;
const memberOf = (token: string): string => token.replace('discord-access-of-', '');

/** A whole Discord in memory: channels, servers with roles and members, direct messages, Linked Roles, consents and answers. */
export function memoryDiscord(now: () => number, options: DiscordOptions = {}) {
  const night = nightDiscord(now, options);
  const { control } = night;
  const servers = new Map<string, MemoryServer>();
  const access = new Map<string, ChannelAccess>();
  const roleChanges: (RoleChange & { at: number })[] = [];
  const nickChanges: (NickChange & { at: number })[] = [];
  const connections: Connections = {
    shown: new Map(),
    published: undefined,
    outcome: () => 'done',
  };
  const consents = fakeDiscord();
  /** What a member's client shows of the answers to one interaction, by its token. */
  const answers = new Map<string, Message['body'][]>();
  /** The files that came with the last of them. */
  const filesOf = new Map<string, Message['files']>();
  /** The channel of each interaction: follow-ups that everybody sees come there. */
  const channelOf = new Map<string, string>();
  let codes = 0;

  const serverOf = (guildId: string): MemoryServer => {
    const server = servers.get(guildId) ?? {
      roles: ['admin', 'bot', 'gold', 'silver', 'linked', 'champion'],
      permissions: new Map<string, bigint>(),
      inChannels: new Map<string, bigint>(),
      ownerId: undefined,
      canManageRoles: true,
      canRename: true,
      nicks: new Map<string, string>(),
      foldNick: (nick: string) => nick.replace(/\s+/gu, ' ').trim(),
      members: new Map<string, Set<string>>(),
      isGone: false,
    };
    servers.set(guildId, server);
    return server;
  };
  const isBelow = ({ roles }: MemoryServer, roleId: string): boolean =>
    roles.indexOf(roleId) > roles.indexOf('bot');

  /** A request of roles or members: without a clear answer where Discord fails. */
  function request<T>(act: () => T): T {
    if (control.fail()) throw new RoleWaitError('Discord: 503');
    const result = act();
    if (control.lose()) throw new RoleWaitError('Discord: closed');
    return result;
  }

  const memberRoles: DiscordPort['memberRoles'] = {
    memberOf: async (guildId, discordId) =>
      request(() => {
        const server = serverOf(guildId);
        if (server.isGone) return 'no-server';
        const roles = server.members.get(discordId);
        return roles === undefined
          ? 'no-member'
          : { roles: structuredClone(roles), nick: server.nicks.get(discordId) };
      }),
    rename: async (change) =>
      request(() => {
        const { discordId, guildId, nick = '' } = change;
        const server = serverOf(guildId);
        const roles = server.members.get(discordId);
        if (server.isGone) return 'no-server';
        if (roles === undefined) return 'no-member';
        const isAbove = [...roles].some(
          (roleId) => server.roles.includes(roleId) && !isBelow(server, roleId),
        );
        if (!server.canRename || isAbove || server.ownerId === discordId || nick.length > 32)
          return 'forbidden';
        nickChanges.push({ ...change, at: now() });
        // As Discord does.
        const stored = server.foldNick(nick);
        if (stored === '') server.nicks.delete(discordId);
        else server.nicks.set(discordId, stored);
        return { nick: server.nicks.get(discordId) };
      }),
    change: async (change) =>
      request((): RoleOutcome => {
        const { act, discordId, guildId, roleId } = change;
        const server = serverOf(guildId);
        const roles = server.members.get(discordId);
        if (server.isGone) return 'no-server';
        if (roles === undefined) return 'no-member';
        if (!server.roles.includes(roleId)) return 'no-role';
        if (!server.canManageRoles || !isBelow(server, roleId)) return 'forbidden';
        roleChanges.push({ ...change, at: now() });
        if (act === 'give') roles.add(roleId);
        else roles.delete(roleId);
        return 'done';
      }),
    allowedInChannels: async (guildId, roleId) =>
      request(() => serverOf(guildId).inChannels.get(roleId) ?? 0n),
    ownerOf: async (guildId) => request(() => serverOf(guildId).ownerId),
    botRoles: async (guildId) =>
      request((): BotRoles | 'no-server' => {
        const server = serverOf(guildId);
        if (server.isGone) return 'no-server';
        return {
          canManage: server.canManageRoles,
          canRename: server.canRename,
          roles: new Map(
            server.roles.map((id) => [
              id,
              {
                name: id,
                isManaged: id === 'bot',
                isBelow: isBelow(server, id),
                place: server.roles.length - server.roles.indexOf(id),
                permissions: server.permissions.get(id) ?? 0n,
              },
            ]),
          ),
        };
      }),
  };

  const outcomeOf = (act: () => void): ConnectionOutcome => {
    if (control.fail()) return 'unclear';
    const outcome = connections.outcome();
    if (outcome === 'done') act();
    return control.lose() ? 'unclear' : outcome;
  };
  const roleConnections: DiscordPort['roleConnections'] = {
    async publish(records) {
      if (control.fail()) throw new Error('Discord: 503');
      const isNew = JSON.stringify(connections.published) !== JSON.stringify(records);
      connections.published = records;
      return isNew;
    },
    authorizeUrl: ({ state, redirectUri }) => {
      const url = consents.identity.authorizeUrl({ state, redirectUri });
      url.searchParams.set('scope', 'identify role_connections.write');
      return url;
    },
    async exchange(code, redirectUri) {
      const { discordId } = await consents.identity.identify({ code, redirectUri });
      return { discordId, accessToken: connectionToken(discordId), refreshToken: `refresh-${(codes += 1)}` };
    },
    refresh: async () => 'unclear',
    push: async (token, connection) =>
      outcomeOf(() => void connections.shown.set(memberOf(token), connection)),
    remove: async (token) => outcomeOf(() => void connections.shown.delete(memberOf(token))),
  };

  const note = (token: string, body: Message['body']): void =>
    void answers.set(token, [...(answers.get(token) ?? []), body]);
  /** As the bot's own messages are stored. */
  const postOf = ({ content = '', allowed_mentions: mentions, ...body }: Message['body']): Post =>
    ({ ...body, content, mentions: { users: [...(mentions?.users ?? [])] } }) as unknown as Post;
  const routes: ResponseRoutes = {
    async callback({ token }, { body, files }) {
      filesOf.set(token, files);
      if ('data' in body && body.data !== undefined) note(token, body.data as Message['body']);
      return 'ours';
    },
    async editOriginal(token, { body, files }) {
      filesOf.set(token, files);
      note(token, body);
    },
    editFollowUp: async (token, _messageId, { body }) => note(token, body),
    deleteOriginal: async () => undefined,
    async followUp(token, { body }) {
      if (((body.flags ?? 0) & 64) !== 0) {
        note(token, body);
        return undefined;
      }
      const sent = await night.followUp(channelOf.get(token) ?? '', postOf(body));
      if ('refused' in sent) throw new Error('Missing Access');
      return sent.id;
    },
  };

  return {
    ...night,
    access,
    answers,
    channelOf,
    connections,
    filesOf,
    consents,
    roleChanges,
    nickChanges,
    routes,
    server: serverOf,
    servers,
    /** The port of one process. `around`: what lies between it and Discord. */
    port(ticketsOf: (ownerId: string) => Tickets): DiscordPort {
      return {
        routes,
        channels: night.channels,
        standingPosts: {
          async rewrite(channelId, messageId, edit) {
            const message = night.messages.find(({ id }) => id === messageId);
            if (message === undefined) return;
            // An edit notifies no one.
            const { mentions: _notified, ...post } = message.post;
            const content = edit(post.content);
            if (content !== post.content)
              await night.channels.edit(channelId, messageId, { ...post, content });
          },
        },
        pressPosts: { ...night.channels, ...night.forPresses },
        servers: {
          async isMember(guildId, discordId) {
            if (control.fail()) throw new Error('Discord: 503');
            const { isGone, members } = serverOf(guildId);
            return !isGone && members.has(discordId);
          },
          listGuilds: async ({ after }) =>
            [...servers]
              .flatMap(([guildId, { isGone }]) => (isGone || guildId <= after ? [] : [guildId]))
              .toSorted(),
          directory: {
            names: async (guildIds) => new Map(guildIds.map((guildId) => [guildId, `Server ${guildId}`])),
            missing: async () => new Set(),
            access: async (_guildId, channelId) => access.get(channelId),
          },
        },
        withScreenshots: (_discordId, work) => work((_attachment, use) => use(undefined)),
        roleConnections,
        memberRoles,
        identity: consents.identity,
        ticketsOf,
        mention: (command) => `/${command}`,
        install: () => ({
          server: 'https://discord.test/install',
          user: 'https://discord.test/install?user',
          roles: 'https://discord.test/install?roles',
        }),
        latencyMs: () => 42,
      };
    },
  };
}
