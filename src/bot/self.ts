import type { Account, Accounts, AccountState } from '../accounts/accounts.ts';
import type { Naming } from '../members/naming.ts';
import type { AnswerAudience } from './audience.ts';
import type { InteractionPlace } from './interaction.ts';

export type LinkedPlayer = Pick<Account, 'playerId' | 'playerName' | 'linkedAt'>;

const playerOfLink = (link: AccountState): LinkedPlayer | undefined => {
  if (link.state === 'none') return undefined;
  return link.state === 'linked' ? link.account : link;
};

/** The linked player of a Discord user, even if the platform no longer accepts their tokens. */
export const linkedPlayer = async (
  accounts: Pick<Accounts, 'find'>,
  discordId: string,
): Promise<LinkedPlayer | undefined> => playerOfLink(await accounts.find(discordId));

/**
 * The caller's own link. A private answer may always show the caller's player, a public one only where the caller may be named.
 * Handlers have no other access to their caller's player.
 */
export interface Self {
  /** The link, for an answer about the caller: a public answer becomes private if they may not be named here. */
  find(): Promise<AccountState>;
  /** The player, with the same effect as `find`. */
  player(): Promise<LinkedPlayer | undefined>;
  /** The player to mark in an answer about others; `undefined` in a public answer if they may not be named here. */
  marked(): Promise<LinkedPlayer | undefined>;
  /** What an answer that others see calls its caller; `undefined` in a private one, which says "you". */
  mention(): Promise<string | undefined>;
  /** For an answer about a player who may be the caller's: if so, it has the same effect as `find`. */
  check(playerId: string): Promise<void>;
  /** Whether a public message may name them here. */
  isNameable(): Promise<boolean>;
}

interface SelfDeps {
  accounts: Pick<Accounts, 'find' | 'memberOf'>;
  naming: Pick<Naming, 'nameable' | 'isHidden'>;
  discordId: string;
  place: InteractionPlace;
  audience: AnswerAudience;
}

export function createSelf({ accounts, naming, discordId, place, audience }: SelfDeps): Self {
  let nameable: Promise<boolean> | undefined;

  async function mayBeNamed(): Promise<boolean> {
    const { serverId } = place;
    // Without an installation, only the interaction shows that they are here.
    if (serverId === undefined) return !(await naming.isHidden(discordId));
    return (await naming.nameable(serverId, [discordId])).has(discordId);
  }
  const isNameable = (): Promise<boolean> => (nameable ??= mayBeNamed());

  const isSeenByOthers = async (): Promise<boolean> => !place.isDirect && (await audience.isPublic());
  const mayShow = async (): Promise<boolean> => !(await isSeenByOthers()) || isNameable();

  async function find(): Promise<AccountState> {
    const link = await accounts.find(discordId);
    if (link.state !== 'none' && !(await mayShow())) audience.close();
    return link;
  }

  return {
    find,
    player: async () => playerOfLink(await find()),
    async marked() {
      const player = await linkedPlayer(accounts, discordId);
      return player !== undefined && (await mayShow()) ? player : undefined;
    },
    mention: async () => ((await isSeenByOthers()) ? `<@${discordId}>` : undefined),
    async check(playerId) {
      if (!(await isSeenByOthers())) return;
      const memberId = await accounts.memberOf(playerId).catch(() => undefined);
      if (memberId === discordId && !(await isNameable())) audience.close();
    },
    isNameable,
  };
}
