import { z } from 'zod';
import type { Links } from '../../accounts/links.ts';
import { openTokens, sealContext, sealTokens, tokenTimes } from '../../accounts/token-records.ts';
import { VaultError, type Vault } from '../../accounts/vault.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { NamingRecords } from '../../members/naming.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { changeEntries } from '../../store/change-record.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store, StoreLog, Stores } from '../../store/store.ts';
import type { Ranks } from '../ranks.ts';
import { connectionOf } from './metadata.ts';
import type { ConnectionGrant, ConnectionOutcome, ConnectionsPort } from './ports.ts';

/** A member's connection is pushed no more often. */
const PUSH_MS = 30 * MINUTE_MS;
/** After no clear answer. */
const RETRY_MS = MINUTE_MS;
/** How long the removal of a connection is tried. */
const REMOVE_MS = DAY_MS;

/** A member who shows their rank in Linked Roles. */
export const ConnectionRecord = storedObject({
  /** Discord's tokens, sealed for `linked:<discordId>`; absent once Discord refused them. */
  tokens: z.string().exactOptional(),
  accessExpiresAt: z.number().exactOptional(),
  refreshFrom: z.number().exactOptional(),
  /** Hash of what Discord was told last, and when. */
  shows: z.string().exactOptional(),
  pushedAt: z.number().exactOptional(),
});
export type ConnectionRecord = z.infer<typeof ConnectionRecord>;

/** By Discord id: when their connection is to be pushed, epoch milliseconds. */
export const ConnectionsDue = z.record(z.string(), z.number());
/** Connections to remove: sealed tokens (`disconnect`), without the id of their member. */
export const Disconnects = z.record(
  z.string(),
  storedObject({ tokens: z.string(), since: z.number(), triedAt: z.number() }),
);
/** By tournament: who won it. By player: the tournaments they won. */
export const WinsRecord = z.array(z.string());

const KEY = 'all';

export interface LinkedRolesDeps {
  stores: Pick<Stores, 'namespace'>;
  vault: Vault;
  discord: ConnectionsPort;
  links: Pick<Links, 'read'>;
  members: Pick<NamingRecords['members'], 'readNow'>;
  ranks: Pick<Ranks, 'read'>;
  /** Reads a player's rank, so that the first push has it. Never rejects. */
  readRank: (playerId: string) => Promise<void>;
  platformName: string;
  log: StoreLog;
  now: () => number;
}

/** What /account shows. `ended`: Discord refuses the token. */
export type ConnectionState = 'off' | 'on' | 'ended';
/** How a consent ended. */
export type ConnectionResult = 'shown' | 'unlinked' | 'hidden' | 'later';

export type LinkedRoles = ReturnType<typeof createLinkedRoles>;

/** Discord's Linked Roles: shows a member's rank to servers that ask for it. Methods throw `StoreError`. */
export function createLinkedRoles(deps: LinkedRolesDeps) {
  const { vault, discord, links, members, ranks, platformName, log, now } = deps;
  const connections: Store<ConnectionRecord> = deps.stores.namespace('connections', ConnectionRecord);
  const due = deps.stores.namespace('connectionsdue', ConnectionsDue);
  const disconnects = deps.stores.namespace('disconnects', Disconnects);
  const wins = deps.stores.namespace('wins', WinsRecord);

  const setDue = (discordId: string, at: number | undefined) =>
    changeEntries(due, KEY, {
      empty: {},
      edit: ({ [discordId]: _before, ...others }) =>
        at === undefined ? others : { ...others, [discordId]: at },
    });

  const sealed = (discordId: string, grant: ConnectionGrant) => ({
    tokens: sealTokens(vault, sealContext.linked(discordId), present({ ...grant })),
    ...tokenTimes({ accessToken: '', ...present({ expiresInSeconds: grant.expiresInSeconds }) }, now()),
  });

  /** A token that works now. */
  async function tokenOf(
    discordId: string,
    record: ConnectionRecord,
  ): Promise<{ token: string } | 'refused' | 'unclear'> {
    if (record.tokens === undefined) return 'refused';
    try {
      const { accessToken, refreshToken } = openTokens(vault, sealContext.linked(discordId), record.tokens);
      const isDue = record.refreshFrom !== undefined && now() >= record.refreshFrom;
      if (!isDue || refreshToken === undefined) return { token: accessToken };
      const grant = await discord.refresh(refreshToken);
      if (typeof grant === 'string') return grant;
      const renewed = { ...record, ...sealed(discordId, { refreshToken, ...present(grant) }) };
      // A rotated token must not be lost, and not come back after the member stopped it.
      await connections.replace(discordId, record, renewed);
      return { token: grant.accessToken };
    } catch (error) {
      if (error instanceof VaultError) return 'unclear';
      throw error;
    }
  }

  const winsOf = async (playerId: string): Promise<number> => {
    const found = await wins.get(`player:${playerId}`);
    return found?.length ?? 0;
  };

  /** Tells Discord what is known of a member, if that changed. */
  async function push(discordId: string): Promise<ConnectionResult> {
    const record = await connections.get(discordId);
    const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
    if (record?.tokens === undefined || link === undefined || member?.hidden === true) {
      await setDue(discordId, undefined);
      return link === undefined ? 'unlinked' : 'hidden';
    }
    const { linkedAt, playerId, playerName = playerId } = link;
    const rank = await ranks.read(playerId);
    const connection = connectionOf({
      platformName,
      playerName,
      linkedAt,
      rank,
      wins: await winsOf(playerId),
    });
    const shows = sha256(JSON.stringify(connection), 22);
    if (shows === record.shows) {
      await setDue(discordId, undefined);
      return 'shown';
    }
    const access = await tokenOf(discordId, record);
    const outcome = typeof access === 'string' ? access : await discord.push(access.token, connection);
    const current = await connections.get(discordId);
    if (current === undefined) {
      // They stopped it meanwhile: what was just pushed has to go.
      if (typeof access === 'object') await discord.remove(access.token);
      await setDue(discordId, undefined);
      return 'hidden';
    }
    if (outcome === 'unclear') {
      await setDue(discordId, now() + RETRY_MS);
      return 'later';
    }
    const { tokens: _spent, ...ended } = current;
    await connections.replace(
      discordId,
      current,
      outcome === 'refused' ? ended : { ...current, shows, pushedAt: now() },
    );
    await setDue(discordId, undefined);
    if (outcome === 'refused') log.info({}, 'Discord refuses the token of a linked role');
    return outcome === 'refused' ? 'later' : 'shown';
  }

  /** Removes what Discord shows and forgets the token; where there is no clear answer, that is tried for a day. */
  async function stop(discordId: string): Promise<void> {
    const record = await connections.take(discordId);
    await setDue(discordId, undefined);
    if (record?.tokens === undefined) return;
    const access = await tokenOf(discordId, record);
    if (access === 'refused') return;
    if (access !== 'unclear' && (await discord.remove(access.token)) !== 'unclear') return;
    try {
      const tokens = openTokens(vault, sealContext.linked(discordId), record.tokens);
      const again = sealTokens(vault, sealContext.disconnect(), tokens);
      await changeEntries(disconnects, KEY, {
        empty: {},
        edit: (all) => ({ ...all, [sha256(again, 12)]: { tokens: again, since: now(), triedAt: now() } }),
        ttlOf: () => 2 * REMOVE_MS,
      });
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
  }

  async function tryDisconnects(): Promise<void> {
    for (const [id, { tokens, since, triedAt }] of Object.entries((await disconnects.get(KEY)) ?? {})) {
      if (now() - triedAt < RETRY_MS && triedAt <= now()) continue;
      const isOver = now() - since >= REMOVE_MS;
      let outcome: ConnectionOutcome = 'unclear';
      try {
        if (!isOver)
          outcome = await discord.remove(openTokens(vault, sealContext.disconnect(), tokens).accessToken);
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
      }
      await changeEntries(disconnects, KEY, {
        empty: {},
        edit: ({ [id]: one, ...others }) =>
          one === undefined || isOver || outcome !== 'unclear'
            ? others
            : { ...others, [id]: { ...one, triedAt: now() } },
        ttlOf: () => 2 * REMOVE_MS,
      });
    }
  }

  return {
    authorizeUrl: (flow: { state: string; redirectUri: string }): URL => discord.authorizeUrl(flow),
    state: async (discordId: string): Promise<ConnectionState> => {
      const record = await connections.get(discordId);
      if (record === undefined) return 'off';
      return record.tokens === undefined ? 'ended' : 'on';
    },
    stop,
    /** A consent came back. Throws `IdentityError`. */
    async finish({ code, redirectUri }: { code: string; redirectUri: string }): Promise<ConnectionResult> {
      const { discordId, ...grant } = await discord.exchange(code, redirectUri);
      const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
      if (link === undefined) return 'unlinked';
      if (member?.hidden === true) return 'hidden';
      await connections.set(discordId, sealed(discordId, grant));
      await setDue(discordId, now());
      await deps.readRank(link.playerId);
      return push(discordId);
    },
    /** What is known of a linked member has changed. Who unlinked or hides stops it. */
    async noteChange(discordId: string): Promise<void> {
      const record = await connections.get(discordId);
      if (record === undefined) return;
      const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
      if (link === undefined || member?.hidden === true) return stop(discordId);
      if (record.tokens !== undefined)
        await setDue(discordId, Math.max(now(), (record.pushedAt ?? 0) + PUSH_MS));
    },
    /** A followed tournament has a champion. Returns the players whose number of wins changed. */
    async noteWinner(tournamentId: string, playerId: string): Promise<string[]> {
      const [before] = (await wins.get(`cup:${tournamentId}`)) ?? [];
      if (before === playerId) return [];
      await wins.set(`cup:${tournamentId}`, [playerId]);
      const edit = (player: string, won: boolean) =>
        changeEntries(wins, `player:${player}`, {
          empty: [],
          edit: (list) => {
            const others = list.filter((id) => id !== tournamentId);
            return won ? [...others, tournamentId] : others;
          },
        });
      if (before !== undefined) await edit(before, false);
      await edit(playerId, true);
      return before === undefined ? [playerId] : [playerId, before];
    },
    /** Pushes what is due; for the owner of the background work. `check` throws where it is not the owner any more. */
    async work(check: () => Promise<void>): Promise<void> {
      for (const [discordId, at] of Object.entries((await due.get(KEY)) ?? {})) {
        // A clock that was set back must not put it off for good.
        if (at > now() && at - now() <= PUSH_MS) continue;
        await check();
        await push(discordId);
      }
      await tryDisconnects();
    },
  };
}
