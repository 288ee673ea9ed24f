import { createLinks } from '../../src/accounts/links.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { createLease } from '../../src/jobs/owner/lease.ts';
import { createPace } from '../../src/jobs/owner/pace.ts';
import type { Reading } from '../../src/jobs/plan/reading.ts';
import { createNaming } from '../../src/members/naming.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import { createRoleWork } from '../../src/roles/create-role-work.ts';
import { createRoles } from '../../src/roles/create-roles.ts';
import type { RoleChange, RoleOutcome, RolesPort } from '../../src/roles/ports.ts';
import { RoleWaitError } from '../../src/roles/ports.ts';
import type { RoleRule } from '../../src/roles/rules.ts';
import type { Store } from '../../src/store/store.ts';
import { createWords } from '../../src/words/words.ts';
import { linkOf, OLD } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import { actingStore, processLife, wrapped } from './night-process.ts';

const SECOND_MS = 1000;
const LEASE_STEP_MS = 10_000;
export const GUILD = '700';

export const roleRule = (roleId: string, kind: RoleRule['kind'], more: Partial<RoleRule> = {}): RoleRule => ({
  roleId,
  roleName: roleId,
  kind,
  ...more,
});

/** Members, a platform with ranks and a Discord with roles in one virtual time, with as many processes as a test starts. */
export function rolesWorld({
  pollsPerMinute = 60,
  hasLinkedRoles = false,
}: { pollsPerMinute?: number; hasLinkedRoles?: boolean } = {}) {
  let time = Date.UTC(2027, 0, 1, 12);
  let skew = 0;
  const now = () => time + skew;
  const monotonic = () => time;
  const stores = memoryStores({ now });
  const words = createWords({ strict: true, platformName: 'Arena' });
  const t = words.in('en-US');
  const shared = stores.replica();
  const posts: string[] = [];
  const notes: string[] = [];
  const warnings: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: object) => void warnings.push(fields),
    error: () => undefined,
  };

  const discord = {
    canManage: true,
    /** The order of roles, the highest first; the bot's own is `bot`. */
    order: ['admin', 'bot', 'gold', 'silver', 'linked', 'top', 'cup', 'champion'],
    /** By role, and of overwrites in channels. */
    permissions: {} as Record<string, bigint>,
    inChannels: {} as Record<string, bigint>,
    ownerId: '1',
    /** How often the roles were looked at. */
    roleLooks: 0,
    /** By member: who is not here is no member. */
    members: new Map<string, Set<string>>(),
    changes: [] as (Omit<RoleChange, 'guildId'> & { at: number })[],
    looks: [] as string[],
    /** How often the bot's own place was asked for. */
    asks: 0,
    isGone: false,
    /** What happens to a request instead: an outcome, or an error, after it was applied or not. */
    mishap: (_change: RoleChange): { error: Error; isApplied: boolean } | undefined => undefined,
  };
  const below = (roleId: string): boolean =>
    discord.order.indexOf(roleId) > discord.order.indexOf('bot') && discord.order.includes(roleId);

  const port: RolesPort = {
    async rolesOf(_guildId, discordId) {
      discord.looks.push(discordId);
      if (discord.isGone) return 'no-server';
      return structuredClone(discord.members.get(discordId)) ?? 'no-member';
    },
    async change(change): Promise<RoleOutcome> {
      const { act, discordId, roleId, reason } = change;
      const mishap = discord.mishap(change);
      if (mishap !== undefined && !mishap.isApplied) throw mishap.error;
      if (discord.isGone) return 'no-server';
      const roles = discord.members.get(discordId);
      if (roles === undefined) return 'no-member';
      if (!discord.order.includes(roleId)) return 'no-role';
      if (!discord.canManage || !below(roleId)) return 'forbidden';
      discord.changes.push({ act, discordId, roleId, reason, at: time });
      if (act === 'give') roles.add(roleId);
      else roles.delete(roleId);
      if (mishap !== undefined) throw mishap.error;
      return 'done';
    },
    allowedInChannels: async (_guildId, roleId) => discord.inChannels[roleId] ?? 0n,
    ownerOf: async () => discord.ownerId,
    async botRoles() {
      discord.asks += 1;
      discord.roleLooks++;
      if (discord.isGone) return 'no-server';
      return {
        canManage: discord.canManage,
        roles: new Map(
          discord.order.map((id) => [
            id,
            {
              name: id,
              isManaged: id === 'bot',
              isBelow: below(id),
              place: discord.order.length - discord.order.indexOf(id),
              permissions: discord.permissions[id] ?? 0n,
            },
          ]),
        ),
      };
    },
  };

  const platform = {
    ranks: {} as Record<string, { elo?: number; rank?: string }>,
    ranking: [] as string[],
    failure: (_what: string): PlatformError | undefined => undefined,
    reads: [] as string[],
  };
  const cups = { readings: [] as Reading[] };

  const people = (own: { namespace: <T>(name: string) => Store<T> }, act: RolesPort) => {
    const links = createLinks({ stores: own as never, now, log });
    const naming = createNaming({
      stores: own as never,
      readLink: (discordId) => links.read(discordId),
      lookUp: (_guildId, discordId) => Promise.resolve(discord.members.has(discordId)),
      onChange: (discordId) => roles.mark(discordId),
      now,
      sleep: () => Promise.resolve(),
      onError: (error) => void warnings.push(error),
    });
    const { stores: roleStores, ...roles } = createRoles({
      stores: own as never,
      vault: createVault([OLD]),
      discord: act,
      links,
      naming,
      trackServer: () => Promise.resolve(),
      onRank: hasLinkedRoles ? () => Promise.resolve() : undefined,
      channels: { post: async (_channelId, { content }) => (posts.push(content), { id: '1' }) },
      logChannelOf: () => Promise.resolve('log'),
      translator: () => Promise.resolve(t),
      log,
      now,
      monotonic,
    });
    return { links, naming, roleStores, roles };
  };
  const main = people(shared, port);

  function start(id: string) {
    const life = processLife(now);
    const own = stores.replica();
    const namespace = <T>(name: string): Store<T> =>
      name === 'jobs'
        ? wrapped(own.namespace<T>(name), life.quiet)
        : actingStore(own.namespace<T>(name), life);
    const acting = wrapped(port, (call, method) => (method === 'change' ? life.act(call) : life.quiet(call)));
    const { naming, roleStores, roles } = people({ namespace }, acting);
    const lease = createLease({ owners: namespace('jobs'), id, monotonic });
    const pace = createPace({ perMinute: pollsPerMinute, monotonic });
    const read = async <T>(what: string, value: T): Promise<{ value: T }> => {
      platform.reads.push(what);
      const failure = platform.failure(what);
      if (failure !== undefined) throw failure;
      return { value };
    };
    const part = createRoleWork(
      {
        stores: roleStores,
        discord: acting,
        platform: {
          user: (playerId) => read(`user ${playerId}`, { id: playerId, ...platform.ranks[playerId] }),
          userRank: (playerId) =>
            read(`rank ${playerId}`, {
              ...(platform.ranks[playerId]?.elo !== undefined && { elo: platform.ranks[playerId].elo }),
            }),
          rankings: () =>
            read(
              'rankings',
              platform.ranking.map((playerId, at) => ({
                place: at + 1,
                player: { id: playerId },
                ...(platform.ranks[playerId]?.elo !== undefined && { elo: platform.ranks[playerId].elo }),
              })),
            ),
        },
        leave: (guildId, discordId) => naming.leave(guildId, discordId),
        note: async (_guildId, text) => void notes.push(text),
        translator: () => Promise.resolve(t),
        serversOf: (discordId) => naming.serversOf(discordId),
        onPoll: () => undefined,
        onRole: () => undefined,
        log,
        now,
        monotonic,
      },
      {
        lease,
        pace,
        run: undefined as never,
        followed: {
          in: () =>
            cups.readings.map(({ tournament }) => ({ follow: { tournamentId: tournament.id } }) as never),
          of: () => [],
          tournamentIds: () => new Set(cups.readings.map(({ tournament }) => tournament.id)),
          reading: (tournamentId) => cups.readings.find(({ tournament }) => tournament.id === tournamentId),
        },
      },
    );
    let epoch: number | undefined;
    let renewedAt = -Infinity;
    const process = {
      ...life,
      id,
      roles,
      part,
      owns: () => lease.epoch() !== undefined,
      renew: () =>
        life.run(async () => {
          if (monotonic() - renewedAt < lease.renewEveryMs) return;
          renewedAt = monotonic();
          await lease.renew().catch(() => undefined);
        }),
      step: () =>
        life.run(async () => {
          if (lease.epoch() !== epoch) {
            part.clear();
            epoch = lease.epoch();
          }
          if (epoch === undefined) return;
          part.first(epoch);
          part.last();
          await part.idle().catch(() => undefined);
        }),
    };
    processes.push(process);
    return process;
  }
  const processes: { renew: () => Promise<void>; step: () => Promise<void> }[] = [];

  async function pass(ms: number, stepMs = SECOND_MS): Promise<void> {
    const end = time + ms;
    let stepAt = time + stepMs;
    while (time < end) {
      // However long the steps are, the lease is renewed.
      time = Math.min(end, stepAt, time + LEASE_STEP_MS);
      for (const process of processes) await process.renew();
      if (time < stepAt && time < end) continue;
      for (const process of processes) await process.step();
      stepAt = time + stepMs;
    }
  }

  return {
    ...main,
    cups,
    discord,
    notes,
    now,
    pass,
    platform,
    posts,
    start,
    stores,
    warnings,
    /** The wall clock is set, and the monotonic one goes on. */
    setBack: (ms: number) => void (skew -= ms),
    /** A member who uses the bot in the server. */
    async join(number: number, roles: readonly string[] = []): Promise<string> {
      const discordId = String(number);
      discord.members.set(discordId, new Set(roles));
      await main.links.store(discordId, { ...linkOf(number) });
      await main.naming.recordLink(discordId, GUILD);
      await main.roles.mark(discordId);
      return discordId;
    },
    async use(discordId: string): Promise<void> {
      await main.naming.recordInteraction(GUILD, discordId);
    },
    async hide(discordId: string, hidden: boolean): Promise<void> {
      await main.naming.members.setHidden(discordId, hidden);
      await main.roles.mark(discordId);
    },
    async unlink(discordId: string): Promise<void> {
      await main.links.remove(discordId);
      await main.naming.forgetSightings(discordId);
      await main.roles.leave(discordId, { isUnlinked: true });
    },
    rolesOf: (discordId: string): string[] => [...(discord.members.get(discordId) ?? [])].toSorted(),
    told: (): string[] =>
      discord.changes.map(({ act, discordId, roleId }) => `${act} ${roleId} ${discordId}`),
    wait: (retryAfterMs?: number) =>
      new RoleWaitError('slow', retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
