import type { Logger } from 'pino';
import type { Links } from '../accounts/links.ts';
import type { Vault } from '../accounts/vault.ts';
import type { createDiscord } from '../discord/create-discord.ts';
import type { createGuilds } from '../guilds/guilds.ts';
import type { JobPart, Owner } from '../jobs/part.ts';
import type { createNaming } from '../members/naming.ts';
import type { createMetrics } from '../metrics/create-metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { createRoles } from '../roles/create-roles.ts';
import { createRoleWork } from '../roles/create-role-work.ts';
import { createLinkedRoles } from '../roles/linked/linked-roles.ts';
import { createLinkedWork } from '../roles/linked/create-linked-work.ts';
import { metadataRecords } from '../roles/linked/metadata.ts';
import type { OpenedStores } from '../store/records.ts';
import type { Words } from '../words/words.ts';

const ignore = (): void => undefined;

interface RolePartsDeps {
  stores: OpenedStores;
  vault: Vault;
  links: Links;
  naming: ReturnType<typeof createNaming>;
  guilds: ReturnType<typeof createGuilds>;
  platform: Platform;
  discord: Pick<ReturnType<typeof createDiscord>, 'channels' | 'memberRoles' | 'roleConnections'>;
  words: Words;
  platformName: string;
  isLinkedRolesOn: boolean;
  metrics: Pick<ReturnType<typeof createMetrics>, 'background' | 'onRole'>;
  log: Logger;
  now: () => number;
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** Roles of servers and Discord's Linked Roles, and the background work of both. */
export function createRoleParts(deps: RolePartsDeps) {
  const { discord, guilds, links, log, metrics, monotonic, naming, now, platform, platformName } = deps;
  const noteLinked = async (discordId: string): Promise<void> => linkedRoles?.noteChange(discordId);

  const { stores, ...roles } = createRoles({
    ...deps,
    discord: discord.memberRoles,
    trackServer: guilds.trackServer,
    channels: discord.channels,
    logChannelOf: async (guildId) => (await guilds.settings.recent(guildId)).logChannelId,
    translator: (guildId) => guilds.translator(guildId),
    onRank: deps.isLinkedRolesOn ? noteLinked : undefined,
  });

  const linkedRoles = deps.isLinkedRolesOn
    ? createLinkedRoles({
        ...deps,
        discord: discord.roleConnections,
        members: naming.members,
        ranks: stores.ranks,
        // Its answer is noted like any other.
        readRank: (playerId) => platform.userRank(playerId, { once: true }).then(ignore, ignore),
        platformName,
      })
    : undefined;

  let serverWork: ReturnType<typeof createRoleWork> | undefined;
  const createServerWork = (owner: Owner): JobPart =>
    (serverWork = createRoleWork(
      {
        stores,
        discord: discord.memberRoles,
        platform,
        leave: (guildId, discordId) => naming.leave(guildId, discordId),
        note: (guildId, text) => guilds.note(guildId, text),
        translator: (guildId) => guilds.translator(guildId),
        serversOf: (discordId) => naming.serversOf(discordId),
        onPoll: metrics.background.onPoll,
        onRole: metrics.onRole,
        log,
        now,
        monotonic,
      },
      owner,
    ));

  return {
    roles,
    linkedRoles,
    /** Changes of roles that are still to be made, over all servers. */
    backlog: () => serverWork?.backlog() ?? { members: 0, stalledMs: 0 },
    jobs: [
      createServerWork,
      ...(linkedRoles === undefined
        ? []
        : [(owner: Owner) => createLinkedWork({ linkedRoles, links, log, monotonic }, owner)]),
    ],

    /** What is known of somebody has changed. Never rejects. */
    async noteChange(discordId: string): Promise<void> {
      await roles.mark(discordId);
      await noteLinked(discordId).catch((error: unknown) => {
        log.warn({ err: error }, 'a linked role could not be updated');
      });
    },

    /** Takes all that Discord has of somebody whose link was just removed. Throws `StoreError`. */
    async takeAll(discordId: string): Promise<void> {
      await linkedRoles?.stop(discordId);
      await roles.takeAll(discordId);
    },

    /** Publishes what Linked Roles show, until Discord took it: nothing else waits for that. Never rejects. */
    publishMetadata: (): Promise<void | 'done'> =>
      discord.roleConnections.publish(metadataRecords(deps.words)).then(
        (isNew) => {
          if (isNew) log.info('metadata of linked roles published');
          return 'done' as const;
        },
        (error: unknown) => log.warn({ err: error }, 'the metadata of linked roles could not be published'),
      ),
  };
}
