import { z } from 'zod';
import type { Links } from '../../accounts/links.ts';
import {
  openTokens,
  sameTokens,
  sealContext,
  sealTokens,
  tokenTimes,
  type StoredTokens,
} from '../../accounts/token-records.ts';
import { VaultError, type Vault } from '../../accounts/vault.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { NamingRecords } from '../../members/naming.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { changeEntries, changeRecord } from '../../store/change-record.ts';
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
const Disconnect = storedObject({ tokens: z.string(), since: z.number(), triedAt: z.number() });
type Disconnect = z.infer<typeof Disconnect>;
export const Disconnects = z.record(z.string(), Disconnect);
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

  /** Done, unless something changed while it was pushed. */
  const setPushed = (discordId: string, dueAt: number) =>
    changeEntries(due, KEY, {
      empty: {},
      edit: ({ [discordId]: at, ...others }) =>
        at === undefined || at === dueAt ? others : { ...others, [discordId]: now() + PUSH_MS },
    });

  const sealed = (discordId: string, grant: ConnectionGrant) => ({
    tokens: sealTokens(vault, sealContext.linked(discordId), present({ ...grant })),
    ...tokenTimes({ accessToken: '', ...present({ expiresInSeconds: grant.expiresInSeconds }) }, now()),
  });

  /** `undefined`: its key is not among the settings. */
  function opened(context: string, tokens: string): StoredTokens | undefined {
    try {
      return openTokens(vault, context, tokens);
    } catch (error) {
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  }

  /**
   * Calls Discord with a token, which is refreshed first when it is old, and once where Discord refuses it. `keep` stores the new ones: a
   * rotated token must not be lost.
   */
  async function callWith(
    { tokens, refreshFrom }: { tokens: StoredTokens; refreshFrom?: number | undefined },
    call: (accessToken: string) => Promise<ConnectionOutcome>,
    keep: (grant: ConnectionGrant) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ outcome: ConnectionOutcome; tokens: StoredTokens }> {
    const { accessToken, refreshToken } = tokens;
    const isOld = refreshToken !== undefined && refreshFrom !== undefined && now() >= refreshFrom;
    const outcome = isOld ? 'refused' : await call(accessToken);
    if (outcome !== 'refused' || refreshToken === undefined) return { outcome, tokens };
    const grant = await discord.refresh(refreshToken);
    if (typeof grant === 'string') return { outcome: grant, tokens };
    const renewed = { refreshToken, ...present(grant) };
    await keep(renewed);
    return { outcome: await call(renewed.accessToken), tokens: renewed };
  }

  const winsOf = async (playerId: string): Promise<number> => {
    const found = await wins.get(`player:${playerId}`);
    return found?.length ?? 0;
  };

  /** Tells Discord what is known of a member, if that changed. `dueAt`: when that was due. */
  async function push(discordId: string, dueAt: number): Promise<ConnectionResult> {
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
      await setPushed(discordId, dueAt);
      return 'shown';
    }
    const tokens = opened(sealContext.linked(discordId), record.tokens);
    if (tokens === undefined) {
      await setDue(discordId, now() + RETRY_MS);
      return 'later';
    }
    let used = record.tokens;
    const { outcome, tokens: last } = await callWith(
      { tokens, refreshFrom: record.refreshFrom },
      (accessToken) => discord.push(accessToken, connection),
      async (grant) => {
        // What the member stopped meanwhile must not come back, and a new consent stays.
        await changeRecord(connections, discordId, (stored) => {
          const before = stored?.tokens && opened(sealContext.linked(discordId), stored.tokens);
          if (!stored || !before || !sameTokens(before, tokens)) return stored;
          const { accessExpiresAt: _expiry, refreshFrom: _refresh, ...others } = stored;
          const renewed = sealed(discordId, grant);
          used = renewed.tokens;
          return { ...others, ...renewed };
        });
      },
    );
    const current = await connections.get(discordId);
    if (current === undefined) {
      // What was just pushed has to go.
      await remove(last);
      await setDue(discordId, undefined);
      return 'hidden';
    }
    // With other tokens, from a new consent, it is pushed anew.
    if (outcome === 'unclear' || current.tokens !== used) {
      await setDue(discordId, now() + RETRY_MS);
      return 'later';
    }
    const { tokens: _spent, ...ended } = current;
    await connections.replace(
      discordId,
      current,
      outcome === 'refused' ? ended : { ...current, shows, pushedAt: now() },
    );
    await setPushed(discordId, dueAt);
    if (outcome === 'refused') log.info({}, 'Discord refuses the token of a linked role');
    return outcome === 'refused' ? 'later' : 'shown';
  }

  /** Removes what Discord shows; where there is no clear answer, that is tried for a day. */
  async function remove(held: StoredTokens, refreshFrom?: number): Promise<void> {
    const { outcome, tokens } = await callWith({ tokens: held, refreshFrom }, (accessToken) =>
      discord.remove(accessToken),
    );
    if (outcome !== 'unclear') return;
    const again = sealTokens(vault, sealContext.disconnect(), tokens);
    await changeEntries(disconnects, KEY, {
      empty: {},
      edit: (all) => ({ ...all, [sha256(again, 12)]: { tokens: again, since: now(), triedAt: now() } }),
      ttlOf: () => 2 * REMOVE_MS,
    });
  }

  /** Removes what Discord shows and forgets the token. */
  async function stop(discordId: string): Promise<void> {
    const record = await connections.take(discordId);
    await setDue(discordId, undefined);
    const tokens = record?.tokens && opened(sealContext.linked(discordId), record.tokens);
    if (record && tokens) await remove(tokens, record.refreshFrom);
  }

  async function tryDisconnects(): Promise<void> {
    const editOne = (id: string, edit: (one: Disconnect) => Disconnect | undefined) =>
      changeEntries(disconnects, KEY, {
        empty: {},
        edit: ({ [id]: one, ...others }) => {
          const edited = one && edit(one);
          return edited === undefined ? others : { ...others, [id]: edited };
        },
        ttlOf: () => 2 * REMOVE_MS,
      });
    for (const [id, { tokens: text, since, triedAt }] of Object.entries((await disconnects.get(KEY)) ?? {})) {
      if (now() - triedAt < RETRY_MS && triedAt <= now()) continue;
      const tokens = opened(sealContext.disconnect(), text);
      const isOver = now() - since >= REMOVE_MS;
      const keep = async (grant: ConnectionGrant): Promise<void> => {
        const again = sealTokens(vault, sealContext.disconnect(), present({ ...grant }));
        await editOne(id, (one) => ({ ...one, tokens: again }));
      };
      const outcome =
        tokens === undefined || isOver
          ? 'unclear'
          : (await callWith({ tokens }, (accessToken) => discord.remove(accessToken), keep)).outcome;
      await editOne(id, (one) => (isOver || outcome !== 'unclear' ? undefined : { ...one, triedAt: now() }));
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
      const dueAt = now();
      await setDue(discordId, dueAt);
      await deps.readRank(link.playerId);
      return push(discordId, dueAt);
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
        await push(discordId, at);
      }
      await tryDisconnects();
    },
  };
}
