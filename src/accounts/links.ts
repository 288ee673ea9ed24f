import { present } from '../present.ts';
import type { Store } from '../store/store.ts';
import { failureFields } from './failure-fields.ts';
import type { Tools } from './ports.ts';
import type { SealedAccount } from './token-records.ts';

/** Under the Discord id; tokens sealed for `link:<discordId>`. */
export interface LinkRecord extends SealedAccount {
  linkedAt: number;
  /** The member saw who can see their platform name; absent in links from before that was shown. */
  namingShown?: true;
  /** The platform refuses these tokens. */
  expired?: true;
}

/** Under the player id. */
interface OwnerRecord {
  discordId: string;
  claimedAt: number;
}

/**
 * A younger owner's key without a link may be the first half of a link that another process is storing at this moment:
 * removing it would make that link void.
 */
const CLAIM_MS = 60_000;

/** A member's call found that the link no longer holds: tokens refused, or the account moved to another Discord user. */
export class LinkLostError extends Error {
  override readonly name = 'LinkLostError';
  readonly state: 'none' | 'expired';

  constructor(state: 'none' | 'expired', options?: ErrorOptions) {
    super(`the link is gone: ${state}`, options);
    this.state = state;
  }
}

export type Links = ReturnType<typeof createLinks>;

/** What most of this room works with. */
export interface LinkTools extends Tools {
  links: Links;
}

/**
 * Two keys for one fact. The owner's key is the truth: a link holds only while its player's owner is that Discord user,
 * so that one player never has two users, whatever is interrupted or done at once. Nothing here is a transaction; each
 * order of statements is chosen for what a crash, or another replica, may leave or see in between.
 */
export function createLinks({ stores, now, log, onLink }: Pick<Tools, 'stores' | 'now' | 'log' | 'onLink'>) {
  const links: Store<LinkRecord> = stores.namespace('links');
  const owners: Store<OwnerRecord> = stores.namespace('owners');

  /** A failed clean-up must not fail what already holds; the next read tries it again. */
  const untidy = (error: unknown): true => {
    log.warn(failureFields(error), 'what is left of a link could not be removed yet');
    return true;
  };

  /** Compares before it deletes: the player may have another owner, or a new link of the same user, by now. */
  async function releaseOwner(playerId: string, owner: OwnerRecord | undefined, discordId: string) {
    if (owner?.discordId === discordId) await owners.replace(playerId, owner, undefined).catch(untidy);
  }

  /** The link, if it holds. A void one is removed. */
  async function read(discordId: string): Promise<LinkRecord | undefined> {
    for (;;) {
      const link = await links.get(discordId);
      if (link === undefined) return undefined;
      const owner = await owners.get(link.playerId);
      if (owner?.discordId === discordId) return link;
      // Storing writes the owner first, so a link without its owner is never half of a new one.
      const removed = await links.replace(discordId, link, undefined).catch(untidy);
      if (removed) return undefined;
      // This user has linked another player meanwhile: read that link.
    }
  }

  async function ownerOf(playerId: string): Promise<string | undefined> {
    const owner = await owners.get(playerId);
    if (owner === undefined) return undefined;
    const link = await links.get(owner.discordId);
    if (link?.playerId === playerId) return owner.discordId;
    if (now() - owner.claimedAt >= CLAIM_MS) await releaseOwner(playerId, owner, owner.discordId);
    return undefined;
  }

  /**
   * Links an account, whatever was linked before. Its tokens are sealed for `link:<discordId>`.
   *
   * 1. The owner. After a crash here a former owner's link is void and this user's is not there yet: nobody has the
   *    player, and linking again mends it. The other order would let this user act for somebody else's player.
   * 2. The link. From here on it holds.
   * 3. Cleaning up. This user's former player gets free, if it still was theirs; a former owner's tokens are deleted.
   *    Steps 1 and 2 made both void, so a crash or an outage here changes nothing that anybody can see.
   *
   * Two users who confirm one player at once: whoever writes the owner last has it, and the other's link is void.
   * One user who confirms two players at once: whichever link is written last; the other owner's key dangles and heals.
   */
  async function store(discordId: string, account: SealedAccount): Promise<void> {
    const { playerId, playerName, tokens, accessExpiresAt, refreshFrom } = account;
    const proved = present({ playerId, playerName, tokens, accessExpiresAt, refreshFrom });
    const link: LinkRecord = { ...proved, linkedAt: now(), namingShown: true };
    const before = await links.get(discordId);
    const beforeOwner = before && (await owners.get(before.playerId));
    const formerOwner = (await owners.get(playerId))?.discordId;
    await owners.set(playerId, { discordId, claimedAt: now() });
    await links.set(discordId, link);
    onLink?.({ what: 'made' });
    if (before !== undefined && before.playerId !== playerId) {
      await releaseOwner(before.playerId, beforeOwner, discordId);
    }
    if (formerOwner !== undefined && formerOwner !== discordId) await read(formerOwner).catch(untidy);
  }

  /**
   * Deletes first the link with its tokens, then the owner. A crash in between leaves an owner's key without a link; it
   * counts for nothing and heals. A refresh that ends at this moment makes the comparison miss, so it is tried again; and
   * its own write misses once the link is gone.
   */
  async function remove(discordId: string): Promise<boolean> {
    for (;;) {
      const link = await read(discordId);
      if (link === undefined) return false;
      const owner = await owners.get(link.playerId);
      if (!(await links.replace(discordId, link, undefined))) continue;
      onLink?.({ what: 'removed' });
      await releaseOwner(link.playerId, owner, discordId);
      return true;
    }
  }

  /** Writes a link where it still is the one that was read. */
  const replace = (discordId: string, from: LinkRecord, to: LinkRecord) => links.replace(discordId, from, to);

  return { read, ownerOf, store, remove, replace };
}
