import type { MemberPlatform } from '../platform/platform.ts';
import { present } from '../present.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { LinkRecord, LinkTools } from './links.ts';
import { createRecent } from './recent.ts';
import { createRefresh } from './refresh.ts';
import { memberCredentials } from './tokens.ts';

/** A Discord user whose platform account is known and usable. */
export interface Account {
  discordId: string;
  playerId: string;
  /** The name that the platform showed last. */
  playerName?: string;
  /** Epoch milliseconds. */
  linkedAt: number;
  /** The platform's operations with this member's own token. */
  platform: MemberPlatform;
}

/** `expired`: the platform refuses the tokens of the link; the member has to run /link again. */
export type AccountState =
  | { state: 'none' }
  | ({ state: 'expired' } & Omit<Account, 'discordId' | 'platform'>)
  | { state: 'linked'; account: Account };

export type Accounts = ReturnType<typeof createAccounts>;

/** Finds the account of a Discord user and the member of a player. Every method throws `StoreError` and `UnreadableError`. */
export function createAccounts(deps: LinkTools) {
  const { links, vault, platform, now } = deps;
  const refresh = createRefresh(deps);

  const members = createRecent<string | undefined>(now);

  return {
    async find(discordId: string): Promise<AccountState> {
      const link = await links.read(discordId);
      if (link === undefined) return { state: 'none' };
      if (link.expired) return { state: 'expired', ...playerOf(link) };
      const credentials = memberCredentials({ discordId, link, vault, refresh, now });
      return {
        state: 'linked',
        account: { discordId, ...playerOf(link), platform: platform.as(credentials) },
      };
    },
    /** The member who is linked to this player, for display: changes by another replica show within 15 s. */
    memberOf: (playerId: string): Promise<string | undefined> =>
      // One record that cannot be read must not hold up an answer that names many.
      members.get(playerId, () => links.memberOf(playerId).catch(unlessUnreadable)),
    /** The name of a linked player, as it was when they linked or was read since. */
    async nameOf(playerId: string): Promise<string | undefined> {
      const discordId = await links.memberOf(playerId).catch(unlessUnreadable);
      const link = discordId === undefined ? undefined : await links.read(discordId).catch(unlessUnreadable);
      return link?.playerId === playerId ? link.playerName : undefined;
    },
    /** Deletes the link with its tokens; returns whether there was one. */
    async unlink(discordId: string): Promise<boolean> {
      const hadLink = await links.remove(discordId);
      members.clear();
      return hadLink;
    },
    /** Links have changed: the next look-ups read them from the store. */
    forgetMembers: (): void => members.clear(),
  };
}

const playerOf = ({ playerId, playerName, linkedAt }: LinkRecord) =>
  present({ playerId, playerName, linkedAt });
