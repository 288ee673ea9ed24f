import { PermissionFlagsBits, RESTJSONErrorCodes as Code, Routes } from 'discord-api-types/v10';
import { permissionsOf } from '../bot/payload.ts';
import { SECOND_MS } from '../durations.ts';
import { jsonOf, objectOf, objectsOf, textOf, textsOf, type JsonObject } from '../json.ts';
import { present } from '../present.ts';
import { RoleWaitError, type BotRoles, type RoleOutcome, type RolesPort } from '../roles/ports.ts';
import { cut } from '../words/plain.ts';
import { headerOf, type DirectApi } from './send.ts';

const TIMEOUT_MS = 5000;
const BYTES_MAX = 4 * 1024 * 1024;
const REASON_MAX = 512;

type Refusal = Exclude<RoleOutcome, 'done'>;

/** Final by Discord's own codes; anything else is tried again. */
const REFUSALS: ReadonlyMap<unknown, Refusal> = new Map<unknown, Refusal>([
  [Code.MissingPermissions, 'forbidden'],
  [Code.UnknownRole, 'no-role'],
  [Code.UnknownMember, 'no-member'],
  [Code.UnknownUser, 'no-member'],
  [Code.UnknownGuild, 'no-server'],
  [Code.MissingAccess, 'no-server'],
]);

interface RolesCall {
  method: 'GET' | 'PUT' | 'DELETE' | 'PATCH';
  route: string;
  reason?: string;
  body?: object;
}

/** The body of an answer, or why Discord refuses for good. */
type CallResult = { body: unknown; refused?: undefined } | { refused: Refusal };

/** The place of a role in the server's order. Of two in one place, the older one stands higher. */
const isBelow = (role: JsonObject, top: JsonObject | undefined): boolean => {
  if (top === undefined) return false;
  const [place, topPlace] = [Number(role['position'] ?? 0), Number(top['position'] ?? 0)];
  return place === topPlace
    ? BigInt(textOf(role['id']) ?? 0) > BigInt(textOf(top['id']) ?? 0)
    : place < topPlace;
};

/**
 * Roles at Discord. Bypasses the REST client, which repeats requests and sleeps out rate limits, however long: by then another process
 * may do this work. Source: Discord, "Add Guild Member Role", "Remove Guild Member Role", "Get Guild Roles".
 */
export function createMemberRoles(
  { send, api, userAgent }: DirectApi,
  token: string,
  botId: () => string,
): RolesPort {
  async function call({ method, route, reason, body: content }: RolesCall): Promise<CallResult> {
    const headers = present({
      authorization: `Bot ${token}`,
      'user-agent': userAgent,
      'x-audit-log-reason': reason && encodeURIComponent(cut(reason, REASON_MAX)),
      'content-type': content && 'application/json',
    });
    const request = {
      origin: api.origin,
      path: `${api.pathname}${route}`,
      method,
      headers,
      body: content === undefined ? null : JSON.stringify(content),
    } as const;
    const answer = await send(request, { timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX }).catch(
      (cause: unknown) => {
        throw new RoleWaitError('Discord did not answer about roles', { cause });
      },
    );
    const body = jsonOf(answer.text);
    if (answer.status < 300) return { body };
    const { code, retry_after: seconds } = objectOf(body);
    // Discord will refuse the same nickname again, for any reason.
    const isWrong = content !== undefined && answer.status === 400 && typeof code === 'number';
    const refused = isWrong ? 'forbidden' : REFUSALS.get(code);
    if (refused !== undefined && answer.status !== 429) return { refused };
    throw new RoleWaitError(`Discord answered ${answer.status} about roles`, {
      isGlobal: headerOf(answer, 'x-ratelimit-global') !== undefined,
      ...present({ retryAfterMs: typeof seconds === 'number' ? seconds * SECOND_MS : undefined }),
    });
  }

  return {
    async allowedInChannels(guildId, roleId) {
      const channels = await call({ method: 'GET', route: Routes.guildChannels(guildId) });
      if (channels.refused) throw new RoleWaitError(`Discord shows no channels: ${channels.refused}`);
      return objectsOf(channels.body)
        .flatMap((channel) => objectsOf(channel['permission_overwrites']))
        .filter(({ id }) => id === roleId)
        .reduce((all, { allow }) => all | (permissionsOf(allow) ?? 0n), 0n);
    },
    async ownerOf(guildId) {
      const guild = await call({ method: 'GET', route: Routes.guild(guildId) });
      return guild.refused ? undefined : textOf(objectOf(guild.body)['owner_id']);
    },
    async memberOf(guildId, discordId) {
      const found = await call({ method: 'GET', route: Routes.guildMember(guildId, discordId) });
      const { refused } = found;
      if (refused === 'no-member' || refused === 'no-server') return refused;
      if (refused !== undefined) throw new RoleWaitError(`Discord does not show a member: ${refused}`);
      const member = objectOf(found.body);
      return { roles: new Set(textsOf(member['roles'])), nick: textOf(member['nick']) };
    },
    async rename({ guildId, discordId, nick, reason }) {
      const route = Routes.guildMember(guildId, discordId);
      const answer = await call({ method: 'PATCH', route, reason, body: { nick: nick ?? null } });
      return answer.refused ?? { nick: textOf(objectOf(answer.body)['nick']) };
    },
    async change({ guildId, discordId, roleId, act, reason }) {
      const route = Routes.guildMemberRole(guildId, discordId, roleId);
      const { refused } = await call({ method: act === 'give' ? 'PUT' : 'DELETE', route, reason });
      return refused ?? 'done';
    },
    async botRoles(guildId): Promise<BotRoles | 'no-server'> {
      const [list, member] = await Promise.all([
        call({ method: 'GET', route: Routes.guildRoles(guildId) }),
        call({ method: 'GET', route: Routes.guildMember(guildId, botId()) }),
      ]);
      if (list.refused || member.refused) return 'no-server';
      const roles = objectsOf(list.body).toSorted((a, b) => (isBelow(a, b) ? -1 : 1));
      const own = new Set([guildId, ...textsOf(objectOf(member.body)['roles'])]);
      const held = roles.filter(({ id }) => own.has(textOf(id) ?? ''));
      const top = held.at(-1);
      const bits = held.reduce((all, role) => all | (permissionsOf(role['permissions']) ?? 0n), 0n);
      return {
        canManage: (bits & (PermissionFlagsBits.ManageRoles | PermissionFlagsBits.Administrator)) !== 0n,
        canRename: (bits & (PermissionFlagsBits.ManageNicknames | PermissionFlagsBits.Administrator)) !== 0n,
        roles: new Map(
          roles.map((role, place) => [
            textOf(role['id']) ?? '',
            {
              name: textOf(role['name']) ?? '',
              isManaged: role['managed'] === true,
              isBelow: isBelow(role, top),
              place,
              permissions: permissionsOf(role['permissions']) ?? 0n,
            },
          ]),
        ),
      };
    },
  };
}
