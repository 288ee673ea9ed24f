import { z } from 'zod';
import type { Platform } from '../platform/platform.ts';
import type { OpenedStores } from '../store/records.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { AlertRecord, createAlerts } from '../members/alerts.ts';
import { createKeyCheck } from '../accounts/key-check.ts';
import { createLinking } from '../linking/linking.ts';
import { createLinks } from '../accounts/links.ts';
import { createLearnedNames } from '../members/learned-names.ts';
import type { LookUpDeps } from '../members/look-ups.ts';
import { createNaming } from '../members/naming.ts';
import { DeparturesRecord } from '../members/departure-record.ts';
import { createDepartures, type DeparturesDeps } from '../members/departures.ts';
import { createPersonalData } from '../members/personal-data.ts';
import { createRankUps, SightsRecord, type RankUpsDeps } from '../members/rank-ups.ts';
import { createRows, type PeopleTable } from '../members/rows.ts';
import { createSweep } from '../members/sweep.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { createRegistrations, RegistrationRecord } from '../members/registrations.ts';
import { ServerRanksRecord, createServerRanking } from '../members/server-ranking.ts';
import { createReminders, RemindersRecord } from '../members/reminders.ts';
import type { LinkingDeps, StoredLink } from '../linking/step-tools.ts';
import type { BoardRows } from '../members/board-rows.ts';
import { unlessUnreadable } from '../store/errors.ts';
import { createRowIndex } from '../store/row-index.ts';
import { present } from '../present.ts';
import { createVault, type VaultKey } from '../accounts/vault.ts';
import { topicOf } from './topics.ts';

interface PeopleDeps
  extends Omit<AccountTools, 'vault'>, Pick<LookUpDeps, 'lookUp'>, Pick<RankUpsDeps, 'rankUpServers'> {
  boardRows: BoardRows;
  /** The name of the setting with the keys. */
  keysSetting: string;
  stores: OpenedStores;
  keys: readonly VaultKey[];
  /** Where the ids of Discord users may stand in the store. */
  namespaces: PeopleTable;
  platform: AccountTools['platform'] & Pick<Platform, 'rankings' | 'userRank'>;
  /** Something about a linked member has changed: their link, whether they hide, a server where they were seen. Never rejects. */
  onChange: (discordId: string) => Promise<void>;
  /** The steps of other rooms after a member hides, unlinks or deletes everything. A step that rejects is retried. */
  leaving: Pick<DeparturesDeps['steps'], 'connections' | 'posts' | 'ranks' | 'results' | 'roles'>;
}

/** Builds all parts about persons (accounts, linking, members) over one set of links. */
export function createPeople({ keys, keysSetting, namespaces, leaving, ...deps }: PeopleDeps) {
  const { boardRows, stores, platform, now, log } = deps;
  const links = createLinks(deps);
  const shared = { ...deps, namespaces, links, vault: createVault(keys) };
  const naming = createNaming({
    ...deps,
    readLink: (discordId) => links.read(discordId),
    onError: (error) => log.warn({ err: error }, 'could not find out which members may be named'),
  });
  const alerts = createAlerts(stores.namespace('alerts', AlertRecord));
  const registrations = createRegistrations({
    store: stores.namespace('registrations', RegistrationRecord),
    isLinked: async (discordId) => (await links.read(discordId)) !== undefined,
    now,
    log,
  });
  const reminders = createReminders(stores.namespace('reminders', RemindersRecord));
  const accounts = createAccounts(shared);
  const rankUps = createRankUps({ ...shared, naming, store: stores.namespace('rankups', SightsRecord) });
  const people = { alerts, registrations, reminders, naming };
  const index = createRowIndex({ stores, now });
  const rows = createRows({ records: stores.records, index, namespaces });
  const departures = createDepartures({
    ...shared,
    naming,
    store: stores.namespace('departures', DeparturesRecord),
    steps: {
      ...leaving,
      async link({ discordId, kind, playerIds }) {
        const ended = accounts.unlink(discordId);
        // If they delete everything, an unreadable link is deleted too.
        await (kind === 'delete' ? ended.catch(unlessUnreadable) : ended);
        for (const playerId of playerIds) await links.releaseLeft(discordId, playerId);
      },
      sightings: ({ discordId, kind }) =>
        kind === 'delete'
          ? naming.forget(discordId)
          : naming.forgetSightings(discordId).catch(unlessUnreadable),
      async boards({ discordId, guildIds, kind, playerIds }) {
        await rankUps.leave(discordId);
        for (const playerId of kind === 'hide' ? [] : playerIds) await boardRows.forget(guildIds, playerId);
        await boardRows.redraw(guildIds);
      },
      rows: (departure) => rows.leave(departure),
    },
  });

  async function onStored({ discordId, serverId, unlinkedId, replacedPlayerId }: StoredLink): Promise<void> {
    accounts.forgetMembers();
    const leave = (leaverId: string, playerIds?: readonly string[]): Promise<unknown> =>
      departures
        .leave(leaverId, 'unlink', { isLinkGone: true, ...present({ playerIds }) })
        .catch((error: unknown) =>
          log.warn({ err: error }, 'records of an ended link could not be deleted yet'),
        );
    // Their player is linked to another member, who may be named in their place.
    if (unlinkedId !== undefined) await leave(unlinkedId);
    if (replacedPlayerId !== undefined) {
      await registrations
        .forgetAll(discordId)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the registrations of a replaced link could not be deleted yet'),
        );
      await leave(discordId, [replacedPlayerId]);
    }
    await naming.recordLink(discordId, serverId);
    await deps.onChange(discordId);
  }

  const personalData = createPersonalData({
    ...people,
    links,
    departures,
    rows,
    records: stores.records,
    exports: stores.namespace('exports', z.number()),
    topicOf,
    onChange: deps.onChange,
    now,
  });

  return {
    ...people,
    departures,
    rankUps,
    accounts: { ...accounts, unlink: (discordId: string) => personalData.unlink(discordId) },
    links,
    vault: shared.vault,
    /** The platform shows this name of a player. */
    learnName: createLearnedNames({ ...shared, naming, onChange: deps.onChange }),
    /** Searches for what is left of people who left. Never rejects. */
    sweep: createSweep({ ...shared, rows, index, departures }),
    personalData,
    tryKeys: createKeyCheck({ records: stores.records, vault: shared.vault, log, setting: keysSetting }),
    serverRanking: createServerRanking({
      platform,
      store: stores.namespace('boards', ServerRanksRecord),
      now,
    }),
    createLinking: (
      more: Pick<LinkingDeps, 'discord' | 'linkedRoles' | 'consent' | 'publicUrl' | 'onLinked'>,
    ) => createLinking({ ...shared, ...more, accounts, onStored }),
  };
}
