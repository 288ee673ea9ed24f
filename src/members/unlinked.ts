import { z } from 'zod';
import { createDaily } from '../store/daily.ts';
import type { FoundRecord, OpenedStores } from '../store/records.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { Alerts } from './alerts.ts';
import type { Links } from '../accounts/links.ts';
import { MemberRecord } from './members.ts';
import type { createNaming } from './naming.ts';
import type { AccountTools } from '../accounts/ports.ts';
import type { Registrations } from './registrations.ts';
import type { Reminders } from './reminders.ts';

/** Namespaces whose records, under the Discord id, go with the link. */
const WITH_LINK = new Set(['alerts', 'members', 'registrations']);
const AT_ONCE = 50;
/** Between two batches: no answer waits for this work. */
const PAUSE_MS = 100;

interface UnlinkedDeps extends Pick<AccountTools, 'sleep' | 'log'> {
  stores: OpenedStores;
  links: Pick<Links, 'read'>;
  alerts: Pick<Alerts, 'set'>;
  naming: Pick<ReturnType<typeof createNaming>, 'forgetSightings' | 'rosters' | 'serversOf'>;
  registrations: Pick<Registrations, 'forgetAll'>;
  reminders: Pick<Reminders, 'set'>;
  /** Takes their Discord id out of what other parts store. Never rejects. */
  onUnlinked: (discordId: string) => Promise<void>;
  boardRows: BoardRows;
  /** Never rejects. */
  onChange: (discordId: string) => Promise<void>;
}

/** What servers' leaderboards show and store of a member. Throws `StoreError`. */
export interface BoardRows {
  /** Lets posts drop, within seconds, who may not be named any more. */
  redraw(guildIds: readonly string[]): Promise<void>;
  /** Shows a player under another name, in the posts too. */
  rename(guildIds: readonly string[], playerId: string, name: string): Promise<void>;
  /** Removes a player, from the posts too. */
  forget(guildIds: readonly string[], playerId: string): Promise<void>;
}

/** Of people who are not linked nothing is stored, but that they hide. */
export function createUnlinked(deps: UnlinkedDeps) {
  const {
    stores,
    links,
    alerts,
    naming,
    registrations,
    reminders,
    boardRows,
    onChange,
    onUnlinked,
    sleep,
    log,
  } = deps;

  const isUnlinked = async ({ key }: FoundRecord): Promise<boolean> => {
    try {
      return (await links.read(key)) === undefined;
    } catch (error) {
      unlessUnreadable(error);
      return false;
    }
  };

  async function leftover(found: FoundRecord): Promise<{ found: FoundRecord; rest: unknown }[]> {
    if (!(await isUnlinked(found))) return [];
    if (found.namespace !== 'members') return [{ found, rest: undefined }];
    const { data } = MemberRecord.safeParse(found.value);
    const guildIds = Object.keys(data?.guilds ?? {});
    if (guildIds.length === 0) return [];
    for (const guildId of guildIds) await naming.rosters.remove(guildId, found.key);
    return [{ found, rest: data?.hidden === true ? { hidden: true, guilds: {} } : undefined }];
  }

  /** What changes meanwhile, such as a new link, stays. */
  async function sweep(): Promise<void> {
    for await (const batch of stores.records.walk({ isWanted: (namespace) => WITH_LINK.has(namespace) })) {
      for (let from = 0; from < batch.length; from += AT_ONCE) {
        const over = await Promise.all(batch.slice(from, from + AT_ONCE).map(leftover));
        if (over.flat().length > 0) await stores.records.erase(over.flat());
      }
      await sleep(PAUSE_MS);
    }
  }
  const daily = createDaily(stores.namespace('purges', z.literal(true)), 'unlinked', sweep);

  return {
    /** Removes what goes with a link that has ended. Never rejects: the sweep removes what this leaves. */
    async forget(this: void, discordId: string, playerId: string | undefined): Promise<void> {
      const forgetRows = async (): Promise<void> => {
        const guildIds = await naming.serversOf(discordId);
        await naming.forgetSightings(discordId);
        await (playerId === undefined ? boardRows.redraw(guildIds) : boardRows.forget(guildIds, playerId));
      };
      const work = [
        alerts.set(discordId, 'mention'),
        registrations.forgetAll(discordId),
        reminders.set(discordId, false),
        forgetRows(),
        onChange(discordId),
        onUnlinked(discordId),
      ];
      for (const done of await Promise.allSettled(work))
        if (done.status === 'rejected') log.warn({ err: done.reason }, 'what goes with a link is left');
    },

    /** Removes what older versions stored, and what a failure left. May be called at any time: it works once a day. Never rejects. */
    sweep: (): Promise<void> =>
      daily().catch((error: unknown) => log.warn({ err: error }, 'looking for people who are not linked')),
  };
}
