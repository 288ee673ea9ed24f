import { DiscordAPIError, type REST } from '@discordjs/rest';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Directory } from '../guilds/guilds.ts';
import { objectsOf, textOf } from '../json.ts';
import { channelAccess } from './channel-access.ts';
import { classify } from './classify.ts';
import type { RequestSubjects } from './request-subjects.ts';
import type { DiscordRest } from './rest.ts';

/** An answer waits no longer than this to show what no longer exists. */
const LOOK_UP_MS = 1500;
/** Longer than any answer waits; a late result is stored for the next time. */
const MEMBER_MS = 5000;

const idsOf = (list: unknown): ReadonlySet<string> =>
  new Set(objectsOf(list).flatMap(({ id }) => textOf(id) ?? []));

/** What the bot does in servers outside of interactions. */
export function createServers(
  { rest, restOnce, subjects }: Pick<DiscordRest, 'rest' | 'restOnce' | 'subjects'>,
  botId: () => string,
) {
  return {
    /** One page of the ids of the servers that the bot is in. */
    async listGuilds({ after, limit }: { after: string; limit: number }): Promise<string[]> {
      const query = new URLSearchParams({ after, limit: String(limit) });
      const list: unknown = await rest.get(Routes.userGuilds(), { query });
      if (!Array.isArray(list)) throw new Error('Discord did not answer with a list of servers');
      return [...idsOf(list)];
    },
    /**
     * Whether a user is a member of a server, without a privileged intent. A server that the bot cannot see counts as
     * without members. One request, never repeated. Rejects if Discord does not answer. Source: Discord, "Get Guild Member".
     */
    async isMember(this: void, guildId: string, discordId: string): Promise<boolean> {
      try {
        await restOnce.get(Routes.guildMember(guildId, discordId), {
          signal: AbortSignal.timeout(MEMBER_MS),
        });
        return true;
      } catch (error) {
        const reason = classify(error);
        // Without access to the server, no user counts as a member.
        if (reason === 'no-member' || reason === 'forbidden' || reason === 'channel-gone') return false;
        throw error;
      }
    },
    directory: createDirectory(rest, subjects, botId),
  };
}

function createDirectory(rest: REST, subjects: RequestSubjects, botId: () => string): Directory {
  async function isGone(channelId: string, signal: AbortSignal): Promise<boolean> {
    try {
      await rest.get(Routes.channel(channelId), { signal });
      return false;
    } catch (error) {
      return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
    }
  }

  return {
    async access(guildId, channelId, presser) {
      subjects.suppose(guildId, [channelId]);
      const signal = AbortSignal.timeout(LOOK_UP_MS);
      const place = { guildId, channelId, memberId: botId(), presser };
      const access = await channelAccess(rest, place, signal).catch(() => undefined);
      if (access?.isElsewhere === true) subjects.forget(channelId);
      return access;
    },
    async names(guildIds) {
      const [first] = guildIds.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
      if (first === undefined) return new Map();
      const query = new URLSearchParams({ after: String(first - 1n), limit: '200' });
      const signal = AbortSignal.timeout(LOOK_UP_MS);
      const list: unknown = await rest.get(Routes.userGuilds(), { query, signal }).catch(() => []);
      return new Map(
        objectsOf(list).flatMap((guild): [string, string][] => {
          const [id, name] = [textOf(guild['id']), textOf(guild['name'])];
          return id === undefined || name === undefined || !guildIds.includes(id) ? [] : [[id, name]];
        }),
      );
    },
    async missing(guildId, { roleIds, channelIds }) {
      subjects.suppose(guildId, channelIds);
      const signal = AbortSignal.timeout(LOOK_UP_MS);
      const list = (route: `/${string}`): Promise<ReadonlySet<string> | undefined> =>
        rest.get(route, { signal }).then(idsOf, () => undefined);
      const [roles, channels] = await Promise.all([
        roleIds.length === 0 ? undefined : list(Routes.guildRoles(guildId)),
        channelIds.length === 0 ? undefined : list(Routes.guildChannels(guildId)),
      ]);
      const goneRoles = roles === undefined ? [] : roleIds.filter((id) => !roles.has(id));
      // The list of channels does not include threads, so unlisted ids are looked up one by one.
      const unlisted = channels === undefined ? [] : channelIds.filter((id) => !channels.has(id));
      const goneChannels = await Promise.all(
        unlisted.map(async (id) => ((await isGone(id, signal)) ? [id] : [])),
      );
      return new Set([...goneRoles, ...goneChannels.flat()]);
    },
  };
}
