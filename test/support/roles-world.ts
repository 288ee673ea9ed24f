import { createLinks } from '../../src/accounts/links.ts';
import { compose } from '../../src/app/compose.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import { RoleWaitError, type NickChange, type RoleChange, type RolesPort } from '../../src/roles/ports.ts';
import { NICKNAME, type RoleRule } from '../../src/roles/rules.ts';
import { linkOf } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import { processLife } from './night-process.ts';
import { livingPorts } from './product/living-ports.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { failureOf, json, memoryPlatform } from './product/memory-platform.ts';
import { memoryPorts, SETTINGS } from './product/memory-ports.ts';
import { recordingLog } from './recording-log.ts';
import { virtualTime } from './timed-discord.ts';

const SECOND_MS = 1000;
const LEASE_STEP_MS = 10_000;
export const GUILD = '700';
const LOG_CHANNEL = '900';
/** A test counts the acts and calls of its room alone. */
const OWN_STORES = /^(role|given|ranks|links|members|rosters|jobs)/;

export const roleRule = (roleId: string, kind: RoleRule['kind'], more: Partial<RoleRule> = {}): RoleRule => ({
  roleId,
  roleName: roleId,
  kind,
  ...more,
});

export const nicknameRule = (kind: 'name' | 'nameRating', madeAt: number): RoleRule =>
  roleRule(NICKNAME, kind, { madeAt });

/** The product over members with ranks and a server with roles in one virtual time, with as many processes as a test starts. */
export function rolesWorld({
  pollsPerMinute = 60,
  hasLinkedRoles = false,
}: { pollsPerMinute?: number; hasLinkedRoles?: boolean } = {}) {
  const time = virtualTime(Date.UTC(2027, 0, 1, 12));
  let skew = 0;
  const now = () => time.now() + skew;
  const clock = { now, monotonic: time.now, sleep: time.sleep };
  const stores = memoryStores({ now });
  const log = recordingLog();
  const memory = memoryDiscord(now);
  const posts: string[] = [];
  const notes: string[] = [];

  const discord = Object.assign(memory.server(GUILD), {
    roles: ['admin', 'bot', 'gold', 'silver', 'linked', 'top', 'cup', 'champion'],
    changes: memory.roleChanges,
    renames: memory.nickChanges,
    /** The members whose roles were looked at. */
    looks: [] as string[],
    /** How often the bot's own place was asked for. */
    roleLooks: 0,
    /** What happens to a request instead: an error, after it was applied or not. */
    mishap: (_change: RoleChange | NickChange): { error: Error; isApplied: boolean } | undefined => undefined,
  });
  function port(): RolesPort {
    const { memberRoles } = memory.port(() => {
      throw new Error('no ticket is needed');
    });
    return {
      ...memberRoles,
      memberOf(guildId, discordId) {
        discord.looks.push(discordId);
        return memberRoles.memberOf(guildId, discordId);
      },
      botRoles(guildId) {
        discord.roleLooks++;
        return memberRoles.botRoles(guildId);
      },
      async change(change) {
        const mishap = discord.mishap(change);
        if (mishap?.isApplied === false) throw mishap.error;
        const outcome = await memberRoles.change(change);
        if (mishap !== undefined) throw mishap.error;
        return outcome;
      },
      async rename(change) {
        const mishap = discord.mishap(change);
        if (mishap?.isApplied === false) throw mishap.error;
        const outcome = await memberRoles.rename(change);
        if (mishap !== undefined) throw mishap.error;
        return outcome;
      },
    };
  }

  const platform = {
    ranks: {} as Record<string, { elo?: number; rank?: string }>,
    ranking: [] as string[],
    failure: (_what: string): PlatformError | undefined => undefined,
    reads: [] as string[],
    ...memoryPlatform(),
  };
  platform.control.instead = ({ path }) => {
    const [, , kind, id = '', part = 'user'] = path.split(/[/?]/);
    if (kind !== 'users' && kind !== 'rankings') return undefined;
    const what = kind === 'users' ? `${part} ${id}` : kind;
    platform.reads.push(what);
    const failure = platform.failure(what);
    if (failure !== undefined) return failureOf(failure);
    if (kind === 'users') return json({ id, ...platform.ranks[id] });
    return json(
      platform.ranking.map((playerId, at) => ({
        place: at + 1,
        user: { id: playerId },
        elo: platform.ranks[playerId]?.elo,
      })),
    );
  };

  function portsOf(wire = platform.answer) {
    const ports = memoryPorts({
      stores: stores.replica(),
      discord: memory,
      platform: platform.open(clock, wire),
      clock,
      log,
    });
    const { channels, pressPosts } = ports.discord;
    return {
      ...ports,
      discord: {
        ...ports.discord,
        memberRoles: port(),
        channels: {
          ...channels,
          post: (...[channelId, post, nonce]: Parameters<typeof channels.post>) => {
            posts.push(post.content);
            return channels.post(channelId, post, nonce);
          },
        },
        pressPosts: {
          ...pressPosts,
          post: (...[channelId, post, nonce]: Parameters<typeof pressPosts.post>) => {
            notes.push(post.content);
            return pressPosts.post(channelId, post, nonce);
          },
        },
      },
    };
  }
  const settings = { ...SETTINGS, pollsPerMinute, isLinkedRolesOn: hasLinkedRoles };
  const ports = portsOf();
  const main = compose(ports, settings, []);
  const { accounts, guilds, naming, personalData } = main.services;
  const links = createLinks({ stores: ports.stores, now, log });
  stores.damage('guilds', GUILD, JSON.stringify({ value: { logChannelId: LOG_CHANNEL } }));

  function start(id: string) {
    const life = processLife(now);
    const living = livingPorts(
      portsOf((request) => life.quiet(() => platform.answer(request))),
      life,
      (namespace) => OWN_STORES.test(namespace),
    );
    const { jobs, roles, state } = compose(living, settings, []);
    const process = {
      ...life,
      id,
      roles,
      backlog: () => state().roles,
      owns: () => state().isOwner,
      renew: () => life.run(() => jobs.renew()),
      step: () =>
        life.run(async () => {
          await jobs.step();
          await jobs.idle().catch(() => undefined);
        }),
    };
    processes.push(process);
    return process;
  }
  const processes: { renew: () => Promise<void>; step: () => Promise<void> }[] = [];

  async function pass(ms: number, stepMs = SECOND_MS): Promise<void> {
    const end = time.now() + ms;
    let stepAt = time.now() + stepMs;
    while (time.now() < end) {
      // However long the steps are, the lease is renewed.
      await time.passTo(Math.min(end, stepAt, time.now() + LEASE_STEP_MS));
      for (const process of processes) await process.renew();
      if (time.now() < stepAt && time.now() < end) continue;
      for (const process of processes) await process.step();
      stepAt = time.now() + stepMs;
    }
  }

  return {
    roles: main.roles,
    guilds,
    naming,
    discord,
    notes,
    now,
    pass,
    platform,
    posts,
    server: memory.server,
    start,
    stores,
    /** The wall clock is set, and the monotonic one goes on. */
    setBack: (ms: number) => void (skew -= ms),
    /** A member who uses the bot in the server. */
    async join(number: number, roles: readonly string[] = []): Promise<string> {
      const discordId = String(number);
      discord.members.set(discordId, new Set(roles));
      await links.store(discordId, { ...linkOf(number) });
      await naming.recordInteraction(GUILD, discordId);
      await main.roles.mark(discordId);
      return discordId;
    },
    use: (discordId: string): Promise<void> => naming.recordInteraction(GUILD, discordId),
    hide: (discordId: string, hidden: boolean) => personalData.setHidden(discordId, hidden),
    unlink: (discordId: string) => accounts.unlink(discordId),
    rolesOf: (discordId: string, guildId = GUILD): string[] =>
      [...(memory.server(guildId).members.get(discordId) ?? [])].toSorted(),
    nickOf: (discordId: string, guildId = GUILD): string | undefined =>
      memory.server(guildId).nicks.get(discordId),
    told: (): string[] =>
      discord.changes.map(({ act, discordId, roleId }) => `${act} ${roleId} ${discordId}`),
    wait: (retryAfterMs?: number) =>
      new RoleWaitError('slow', retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
