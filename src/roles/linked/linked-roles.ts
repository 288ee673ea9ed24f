import type { Links } from '../../accounts/links.ts';
import { sameTokens } from '../../accounts/token-records.ts';
import type { Vault } from '../../accounts/vault.ts';
import type { NamingRecords } from '../../members/naming.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { changeRecord } from '../../store/change-record.ts';
import type { StoreLog, Stores } from '../../store/store.ts';
import type { Ranks } from '../ranks.ts';
import { createConnectionStore } from './connection-store.ts';
import { createDisconnects, Disconnects } from './disconnects.ts';
import { connectionOf } from './metadata.ts';
import type { ConnectionGrant, ConnectionsPort } from './ports.ts';
import { createCallAsMember } from './tokens.ts';
import { createWins, WinsRecord } from './wins.ts';

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

/** What /account shows. `ended`: Discord no longer accepts it. `lost`: its encryption key is missing. */
export type ConnectionState = 'off' | 'on' | 'ended' | 'lost';

/** How a consent ended; see `LinkedRolesConsent`. */
type ShowResult = 'shown' | 'unlinked' | 'hidden' | 'later';

export type LinkedRoles = ReturnType<typeof createLinkedRoles>;

/** Discord's Linked Roles: shows a member's rank to servers that ask for it. Methods throw `StoreError`. */
export function createLinkedRoles(deps: LinkedRolesDeps) {
  const { vault, discord, links, members, ranks, platformName, log, now } = deps;
  const {
    nextPush,
    opened,
    readDue,
    records: connections,
    retryLater,
    sealed,
    setDue,
    setPushed,
  } = createConnectionStore(deps);
  const wins = createWins(deps.stores.namespace('wins', WinsRecord));
  const removals = deps.stores.namespace('disconnects', Disconnects);

  /** Everything that talks to Discord, with the port of pages and commands or the owner's. */
  function createShowing(port: ConnectionsPort) {
    const callAsMember = createCallAsMember({ discord: port, now });
    const disconnects = createDisconnects({ store: removals, vault, discord: port, callAsMember, now });

    /** Sends Discord what is known of a member, if that changed. `dueAt`: when the push was due. */
    async function push(discordId: string, dueAt: number): Promise<ShowResult> {
      const record = await connections.get(discordId);
      const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
      if (link === undefined || member?.hidden === true) {
        await stop(discordId);
        return link === undefined ? 'unlinked' : 'hidden';
      }
      if (record?.tokens === undefined) {
        await setDue(discordId, undefined);
        return 'hidden';
      }
      const { linkedAt, playerId, playerName = playerId } = link;
      const rank = await ranks.read(playerId);
      const connection = connectionOf({
        platformName,
        playerName,
        linkedAt,
        rank,
        wins: await wins.countOf(playerId),
      });
      const shows = sha256(JSON.stringify(connection), 22);
      if (shows === record.shows) {
        await setPushed(discordId, dueAt);
        return 'shown';
      }
      const tokens = opened(discordId, record.tokens);
      if (tokens === undefined) {
        if (record.retry === undefined)
          log.warn(
            {},
            'the encryption key of tokens for Linked Roles is missing: Discord keeps showing the last values',
          );
        await retryLater(discordId);
        return 'later';
      }
      let used = record.tokens;
      const { outcome, tokens: last } = await callAsMember(
        { tokens, refreshFrom: record.refreshFrom },
        (accessToken) => port.push(accessToken, connection),
        async (grant) => {
          // A connection that the member stopped meanwhile must not return, and a new consent must stay.
          await changeRecord(connections, discordId, (stored) => {
            const before = stored?.tokens && opened(discordId, stored.tokens);
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
        // Remove what was just pushed.
        await disconnects.remove(last);
        await setDue(discordId, undefined);
        return 'hidden';
      }
      // With the tokens of a new consent, push again.
      if (outcome === 'unclear' || current.tokens !== used) {
        await retryLater(discordId);
        return 'later';
      }
      const { retry: _over, ...answered } = current;
      const { tokens: _spent, ...ended } = answered;
      const isShown = outcome === 'done';
      await connections.replace(
        discordId,
        current,
        isShown ? { ...answered, shows, pushedAt: now() } : ended,
      );
      await setPushed(discordId, dueAt);
      if (!isShown)
        log.info({ outcome }, 'Discord no longer accepts the tokens of a member who shows Linked Roles');
      return isShown ? 'shown' : 'later';
    }

    /** Removes what Discord shows and forgets the tokens. The removal is stored first, so that a kill in between loses nothing. */
    async function stop(discordId: string): Promise<void> {
      const record = await connections.get(discordId);
      const tokens = record?.tokens && opened(discordId, record.tokens);
      if (record?.tokens !== undefined && tokens === undefined)
        log.warn(
          {},
          'unreadable tokens for Linked Roles were deleted: Discord keeps showing the last values',
        );
      let isGone = true;
      const forget = async (): Promise<void> => {
        isGone = record === undefined || (await connections.replace(discordId, record, undefined));
        if (isGone) await setDue(discordId, undefined);
      };
      await (record && tokens ? disconnects.remove(tokens, record.refreshFrom, forget) : forget());
      // New tokens arrived meanwhile.
      if (!isGone) await stop(discordId);
    }

    return { disconnects, push, stop };
  }
  const { push, stop } = createShowing(discord);

  /** Stores a consent and shows the rank. A repeated consent keeps the time of the last push. */
  async function connect(discordId: string, grant: ConnectionGrant): Promise<ShowResult> {
    const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
    if (link === undefined) return 'unlinked';
    if (member?.hidden === true) return 'hidden';
    const pushed = present({ pushedAt: (await connections.get(discordId))?.pushedAt });
    await connections.set(discordId, { ...sealed(discordId, grant), ...pushed });
    const dueAt = nextPush(pushed);
    await setDue(discordId, dueAt);
    if (dueAt > now()) return 'later';
    await deps.readRank(link.playerId);
    return push(discordId, dueAt);
  }

  return {
    authorizeUrl: (flow: { state: string; redirectUri: string }): URL => discord.authorizeUrl(flow),
    state: async (discordId: string): Promise<ConnectionState> => {
      const record = await connections.get(discordId);
      if (record === undefined) return 'off';
      if (record.tokens === undefined) return 'ended';
      return opened(discordId, record.tokens) === undefined ? 'lost' : 'on';
    },
    stop,
    /** A consent came back; see `LinkedRolesConsent`. */
    async exchange({ code, redirectUri }: { code: string; redirectUri: string }) {
      const { discordId, ...grant } = await discord.exchange(code, redirectUri);
      return (): Promise<ShowResult> => connect(discordId, grant);
    },
    /** Something about a linked member has changed. Unlinking and hiding stop the connection. */
    async noteChange(discordId: string): Promise<void> {
      const record = await connections.get(discordId);
      if (record === undefined) return;
      const [link, member] = await Promise.all([links.read(discordId), members.readNow(discordId)]);
      if (link === undefined || member?.hidden === true) return stop(discordId);
      if (record.tokens !== undefined) await setDue(discordId, nextPush(record));
    },
    /** A followed tournament has a champion, or has lost it. Returns the players whose number of wins changed. */
    noteWinner: (tournamentId: string, playerId: string | undefined): Promise<string[]> =>
      wins.note(tournamentId, playerId),
    /** Pushes what is due, with the owner's port. */
    async work(port: ConnectionsPort): Promise<void> {
      const own = createShowing(port);
      for (const [discordId, at] of await readDue()) await own.push(discordId, at);
      await own.disconnects.retry();
    },
  };
}
