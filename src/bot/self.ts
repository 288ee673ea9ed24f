import type { Account, Accounts, AccountState } from '../accounts/accounts.ts';
import type { Naming } from '../accounts/naming.ts';
import type { AnswerAudience } from './audience.ts';
import type { Place } from './interaction.ts';

export type LinkedPlayer = Pick<Account, 'playerId' | 'playerName' | 'linkedAt'>;

const playerIn = (found: AccountState): LinkedPlayer | undefined => {
  if (found.state === 'none') return undefined;
  return found.state === 'linked' ? found.account : found;
};

/** The player of a Discord user, where they have one; also while the platform no longer takes their tokens. */
export const linkedPlayer = async (
  accounts: Pick<Accounts, 'find'>,
  discordId: string,
): Promise<LinkedPlayer | undefined> => playerIn(await accounts.find(discordId));

/**
 * The caller's own link. A public answer shows who its caller is on the platform only where they may be named; a private one
 * always may. Handlers get their caller's player in no other way.
 */
export interface Self {
  /** The link, for an answer about the caller: one that the channel would see becomes private where they may not be named. */
  find(): Promise<AccountState>;
  /** The player, as `find` does. */
  player(): Promise<LinkedPlayer | undefined>;
  /** The player to mark in an answer about others; nobody where the channel sees it and they may not be named. */
  marked(): Promise<LinkedPlayer | undefined>;
  /** For an answer about a player who may be the caller's: then the same holds as for `find`. */
  check(playerId: string): Promise<void>;
  /** Whether a message that the channel sees may name them. */
  isNameable(): Promise<boolean>;
}

interface SelfDeps {
  accounts: Pick<Accounts, 'find' | 'ownerOf'>;
  naming: Pick<Naming, 'nameable' | 'isHidden'>;
  discordId: string;
  place: Place;
  audience: AnswerAudience;
}

export function createSelf({ accounts, naming, discordId, place, audience }: SelfDeps): Self {
  let named: Promise<boolean> | undefined;

  async function mayBeNamed(): Promise<boolean> {
    const { serverId } = place;
    // Where the bot itself is not installed, the interaction alone shows that they are there.
    if (serverId === undefined) return !(await naming.isHidden(discordId));
    return (await naming.nameable(serverId, [discordId])).has(discordId);
  }
  const isNameable = (): Promise<boolean> => (named ??= mayBeNamed());

  const isSeenByOthers = async (): Promise<boolean> => !place.isDirect && (await audience.isPublic());
  const mayShow = async (): Promise<boolean> => !(await isSeenByOthers()) || isNameable();

  async function find(): Promise<AccountState> {
    const found = await accounts.find(discordId);
    if (found.state !== 'none' && !(await mayShow())) audience.close();
    return found;
  }

  return {
    find,
    player: async () => playerIn(await find()),
    async marked() {
      const player = await linkedPlayer(accounts, discordId);
      return player !== undefined && (await mayShow()) ? player : undefined;
    },
    async check(playerId) {
      if (!(await isSeenByOthers())) return;
      const owner = await accounts.ownerOf(playerId).catch(() => undefined);
      if (owner === discordId && !(await isNameable())) audience.close();
    },
    isNameable,
  };
}
