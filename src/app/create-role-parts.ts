import type { Clock } from '../async/clock.ts';
import type { Links } from '../accounts/links.ts';
import type { Vault } from '../accounts/vault.ts';
import { SECOND_MS } from '../durations.ts';
import type { createGuilds } from '../guilds/guilds.ts';
import type { TurnLimits } from '../jobs/plan/turn-limits.ts';
import type { createNaming } from '../members/naming.ts';
import type { Platform } from '../platform/platform.ts';
import { createRoles } from '../roles/create-roles.ts';
import type { GivenRole } from '../roles/given-roles.ts';
import type { RoleWorkDeps } from '../roles/create-role-work.ts';
import { ConnectionRecord } from '../roles/linked/connection-store.ts';
import { createLinkedRoles } from '../roles/linked/linked-roles.ts';
import { metadataRecords } from '../roles/linked/metadata.ts';
import type { OpenedStores } from '../store/records.ts';
import type { Words } from '../words/words.ts';
import type { DiscordPort, Ports } from './ports.ts';

/** How often an answer checks whether roles were taken, and the time between two checks. */
const OWED_LOOKS = 10;
const OWED_MS = SECOND_MS / 2;

interface RolePartsDeps extends Clock, Pick<Ports, 'log'> {
  limits: TurnLimits;
  stores: OpenedStores;
  vault: Vault;
  links: Links;
  naming: ReturnType<typeof createNaming>;
  guilds: ReturnType<typeof createGuilds>;
  platform: Platform;
  discord: Pick<DiscordPort, 'channels' | 'memberRoles' | 'roleConnections'>;
  words: Words;
  platformName: string;
  isLinkedRolesOn: boolean;
  /** The rank of a linked player has changed. */
  onRank: (discordId: string) => Promise<void>;
  metrics: Pick<Ports['metrics'], 'background' | 'onRole'>;
}

/** Roles of servers and Discord's Linked Roles, and what the background work of both is built on. */
export function createRoleParts(deps: RolePartsDeps) {
  const { discord, guilds, isLinkedRolesOn, log, metrics, naming, platform } = deps;
  const { stores, ...rules } = createRoles({
    ...deps,
    discord: discord.memberRoles,
    trackServer: guilds.trackServer,
    logChannelOf: async (guildId) => (await guilds.settings.recent(guildId)).logChannelId,
    translator: guilds.translator,
    onRank: isLinkedRolesOn ? deps.onRank : undefined,
  });
  const linked = isLinkedRolesOn
    ? createLinkedRoles({
        ...deps,
        discord: discord.roleConnections,
        members: naming.members,
        ranks: stores.ranks,
        // Its answer is stored like any other, so the next reader of the store finds it.
        readRank: (playerId) =>
          platform
            .userRank(playerId, { once: true })
            .then(() => rules.storeSeen(playerId))
            .catch((error: unknown) =>
              log.debug({ err: error }, 'a rank for Linked Roles could not be read yet'),
            ),
      })
    : undefined;
  const work: RoleWorkDeps = {
    ...deps,
    stores,
    discord: discord.memberRoles,
    leave: naming.leave,
    note: async (guildId, text) => void (await guilds.note(guildId, text)),
    translator: guilds.translator,
    serversOf: naming.serversOf,
    onPoll: metrics.background.onPoll,
    onRole: metrics.onRole,
  };

  /** What Discord has not removed after that time. */
  async function owedBy(discordId: string): Promise<GivenRole[]> {
    for (let looks = 0; looks < OWED_LOOKS; looks++) {
      if ((await rules.owedBy(discordId)).length === 0) return [];
      await deps.sleep(OWED_MS);
    }
    return rules.owedBy(discordId);
  }
  const connections = deps.stores.namespace('connections', ConnectionRecord);

  return {
    rules: { ...rules, owedBy },
    linked,
    /** Where Linked Roles are shown. */
    connections: discord.roleConnections,
    work,
    /** They are no longer shown. Without Linked Roles, what is left of them is only stored. Throws `StoreError`. */
    forgetConnection: (discordId: string): Promise<void> =>
      linked?.stop(discordId) ?? connections.delete(discordId),

    /** What Linked Roles show of a member has changed. Never rejects. */
    noteLinked: async (discordId: string): Promise<void> =>
      linked
        ?.noteChange(discordId)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'what Linked Roles show of a member could not be updated'),
        ),

    /** Publishes what Linked Roles show, until Discord accepts it: nothing else waits for that. Never rejects. */
    publishMetadata: async (): Promise<void | 'done'> =>
      isLinkedRolesOn
        ? discord.roleConnections.publish(metadataRecords(deps.words)).then(
            (isNew) => {
              if (isNew) log.info('the metadata of Linked Roles is published');
              return 'done' as const;
            },
            (error: unknown) =>
              log.warn({ err: error }, 'the metadata of Linked Roles could not be published'),
          )
        : 'done',
  };
}
