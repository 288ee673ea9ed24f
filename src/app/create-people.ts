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
import { createPersonalData, type PeopleTable } from '../members/personal-data.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { createRegistrations, RegistrationRecord } from '../members/registrations.ts';
import { BoardRecord, createServerRanking } from '../members/server-ranking.ts';
import { createReminders, RemindersRecord } from '../members/reminders.ts';
import type { LinkingDeps, StoredLink } from '../linking/step-tools.ts';
import { createUnlinked, type BoardRows } from '../members/unlinked.ts';
import { createVault, type VaultKey } from '../accounts/vault.ts';

interface PeopleDeps extends Omit<AccountTools, 'vault'>, Pick<LookUpDeps, 'lookUp'> {
  boardRows: BoardRows;
  /** What the keys are called where they are set. */
  keysSetting: string;
  stores: OpenedStores;
  keys: readonly VaultKey[];
  /** Where the ids of Discord users may stand in the store. */
  namespaces: PeopleTable;
  platform: AccountTools['platform'] & Pick<Platform, 'rankings' | 'userRank'>;
  /** What is known of a linked user has changed: their link, whether they hide, a server where they were seen. Never rejects. */
  onChange: (discordId: string) => Promise<void>;
  /** Takes what Discord has of somebody whose link was just removed, before everything about them is deleted. Throws `StoreError`. */
  beforeErase: (discordId: string) => Promise<void>;
  /** Takes the Discord id of somebody who has unlinked out of what other parts store. Never rejects. */
  onUnlinked: (discordId: string) => Promise<void>;
}

/** Builds the parts of this folder over one set of links. */
export function createPeople({ keys, keysSetting, namespaces, onUnlinked, ...deps }: PeopleDeps) {
  const { stores, platform, now, log } = deps;
  const links = createLinks(deps);
  const shared = { ...deps, links, vault: createVault(keys) };
  const naming = createNaming({
    ...deps,
    readLink: (discordId) => links.read(discordId),
    onError: (error) => log.warn({ err: error }, 'who may be named'),
  });
  const alerts = createAlerts(stores.namespace('alerts', AlertRecord));
  const registrations = createRegistrations({
    store: stores.namespace('registrations', RegistrationRecord),
    isLinked: async (discordId) => (await links.read(discordId)) !== undefined,
    now,
    log,
  });
  const reminders = createReminders(stores.namespace('reminders', RemindersRecord));
  const unlinked = createUnlinked({ ...shared, alerts, naming, registrations, reminders, onUnlinked });
  const accounts = createAccounts({ ...shared, onUnlinked: unlinked.forget });
  const people = { accounts, alerts, registrations, reminders, naming };

  async function onStored({ discordId, serverId, unlinkedId, replacedPlayerId }: StoredLink): Promise<void> {
    accounts.forgetOwners();
    // Their player has a new owner, who may be named in their place.
    if (unlinkedId !== undefined) await unlinked.forget(unlinkedId, undefined);
    // They belong to the player.
    if (replacedPlayerId !== undefined) {
      const forgetRows = async (): Promise<void> =>
        deps.boardRows.forget(await naming.serversOf(discordId), replacedPlayerId);
      for (const done of await Promise.allSettled([registrations.forgetAll(discordId), forgetRows()]))
        if (done.status === 'rejected') log.warn({ err: done.reason }, 'what a former player had is left');
    }
    await naming.recordLink(discordId, serverId);
    await deps.onChange(discordId);
  }

  const personalData = createPersonalData({
    ...people,
    boardRows: deps.boardRows,
    links,
    records: stores.records,
    exports: stores.namespace('exports', z.number()),
    namespaces,
    onChange: deps.onChange,
    beforeErase: deps.beforeErase,
    now,
  });

  return {
    ...people,
    accounts: { ...accounts, unlink: (discordId: string) => personalData.unlink(discordId) },
    links,
    vault: shared.vault,
    /** The platform shows this name of a player. */
    learnName: createLearnedNames({ ...shared, naming }),
    /** Once a day, removes what is stored of people who are not linked. Never rejects. */
    sweepUnlinked: unlinked.sweep,
    personalData,
    tryKeys: createKeyCheck({ records: stores.records, vault: shared.vault, log, setting: keysSetting }),
    serverRanking: createServerRanking({ platform, store: stores.namespace('boards', BoardRecord), now }),
    createLinking: (
      more: Pick<LinkingDeps, 'discord' | 'linkedRoles' | 'consent' | 'publicUrl' | 'onLinked'>,
    ) => createLinking({ ...shared, ...more, accounts, onStored }),
  };
}
