import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';
import { StoreError, unlessUnreadable } from '../store/errors.ts';
import { failureFields } from './failure-fields.ts';
import type { AccountTools } from './ports.ts';
import { SealedAccount } from './token-records.ts';

/** Under the Discord id; tokens sealed for `link:<discordId>`. */
export const LinkRecord = storedObject({
  ...SealedAccount.shape,
  linkedAt: z.number(),
  /** The member was informed who can see their platform name; absent in older links. */
  namingShown: z.literal(true).exactOptional(),
  /** The platform refuses these tokens. */
  expired: z.literal(true).exactOptional(),
});
export type LinkRecord = z.infer<typeof LinkRecord>;

/** Under the player id. */
export const PlayerOwner = storedObject({ discordId: z.string(), claimedAt: z.number() });
type PlayerOwner = z.infer<typeof PlayerOwner>;

/**
 * A younger owner record without a link may be the first half of a link that another process is storing at this moment:
 * removing it would make that link void.
 */
const CLAIM_MS = MINUTE_MS;

/** A member's link is no longer valid: its tokens were refused, or the account moved to another Discord user. */
export class LinkLostError extends Error {
  override readonly name = 'LinkLostError';
  readonly state: 'none' | 'expired';

  constructor(state: 'none' | 'expired', options?: ErrorOptions) {
    super(`the link is gone: ${state}`, options);
    this.state = state;
  }
}

/** What ended with a new link: this user's link to another player, and another user's link to this player. */
export interface EndedLinks {
  replacedPlayerId?: string;
  unlinkedId?: string;
}

export type Links = ReturnType<typeof createLinks>;

/** The dependencies of most of this folder. */
export interface LinkTools extends AccountTools {
  links: Links;
}

/**
 * Stores each link in two records. The owner record decides: a link is valid only while its player's owner is that Discord
 * user, so that one player never has two users. There are no transactions; each order of writes is safe for a crash, or
 * a read by another replica, in between.
 */
export function createLinks({
  stores,
  now,
  log,
  onLink,
}: Pick<AccountTools, 'stores' | 'now' | 'log' | 'onLink'>) {
  // Strict: what cannot be read may hold the only copy of a member's tokens, and is never written over as if absent.
  const links = stores.namespace('links', LinkRecord, { strict: true });
  const owners = stores.namespace('owners', PlayerOwner, { strict: true });

  /** A failed cleanup must not fail a link that is already stored; the next read tries it again. */
  const logCleanupFailure = (error: unknown): true => {
    log.warn(failureFields(error), 'an ended link could not be deleted completely yet');
    return true;
  };

  /** Compares before it deletes: the player may have another owner or a new link by now. */
  async function releaseOwner(playerId: string, owner: PlayerOwner | undefined, discordId: string) {
    if (owner?.discordId === discordId)
      await owners.replace(playerId, owner, undefined).catch(logCleanupFailure);
  }

  /** The link, if it is valid. A void one is removed. */
  async function read(discordId: string): Promise<LinkRecord | undefined> {
    for (;;) {
      const link = await links.get(discordId);
      if (link === undefined) return undefined;
      const owner = await owners.get(link.playerId);
      if (owner?.discordId === discordId) return link;
      // Storing writes the owner first, so a link without its owner is never half of a new one.
      const removed = await links.replace(discordId, link, undefined).catch(logCleanupFailure);
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
   * Links an account, in place of an earlier one. Its tokens are sealed for `link:<discordId>`.
   *
   * 1. The owner. After a crash here a former owner's link is void and this user's does not exist yet: no one has the
   *    player, and linking again fixes it. The other order would let this user act for another user's player.
   * 2. The link. From here on it is valid.
   * 3. The cleanup. This user's former player becomes free, if it still was theirs; a former owner's tokens are deleted.
   *    Steps 1 and 2 made both void, so a crash or an outage here changes nothing visible.
   *
   * Two users who confirm one player at once: the last to write the owner has the player, and the other's link is void.
   * One user who confirms two players at once: the link that is written last; a later read removes the other owner.
   */
  async function store(discordId: string, account: SealedAccount): Promise<EndedLinks> {
    const { playerId, playerName, tokens, accessExpiresAt, refreshFrom } = account;
    const proved = present({ playerId, playerName, tokens, accessExpiresAt, refreshFrom });
    const link: LinkRecord = { ...proved, linkedAt: now(), namingShown: true };
    const formerLink = await links.get(discordId);
    const formerLinkOwner = formerLink && (await owners.get(formerLink.playerId));
    // The player is proved, and the member was warned that another link may end.
    const formerOwner = (await owners.get(playerId).catch(unlessUnreadable))?.discordId;
    await owners.set(playerId, { discordId, claimedAt: now() });
    await links.set(discordId, link);
    onLink?.({ what: 'made' });
    if (formerLink !== undefined && formerLink.playerId !== playerId) {
      await releaseOwner(formerLink.playerId, formerLinkOwner, discordId);
    }
    const isMoved = formerOwner !== undefined && formerOwner !== discordId;
    // Reading a void link removes it. They may have linked another player since.
    const theirLink = isMoved ? await read(formerOwner).catch(logCleanupFailure) : true;
    return present({
      replacedPlayerId: formerLink?.playerId === playerId ? undefined : formerLink?.playerId,
      unlinkedId: theirLink === undefined ? formerOwner : undefined,
    });
  }

  /**
   * Deletes the link with its tokens first, then the owner. A crash in between leaves an owner record without a link, which
   * has no effect and is removed on a later read. A refresh that ends at this moment makes the comparison fail, so that the
   * loop repeats; once the link is gone, the write of a refresh fails.
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

  /**
   * Removes the owner record that a removal left, unless it may be the first half of a new link: then it throws, and is to be called
   * again later.
   */
  async function releaseLeft(discordId: string, playerId: string): Promise<void> {
    const owner = await owners.get(playerId).catch(unlessUnreadable);
    if (owner?.discordId !== discordId || (await links.get(discordId))?.playerId === playerId) return;
    if (now() - owner.claimedAt < CLAIM_MS) throw new StoreError('an owner may be linking');
    await owners.replace(playerId, owner, undefined);
  }

  /** Writes the name that a linked player has now. Returns whose link it was; `undefined` if there was nothing to change. */
  async function rename(playerId: string, playerName: string): Promise<string | undefined> {
    for (;;) {
      const owner = await owners.get(playerId);
      const link = owner && (await links.get(owner.discordId));
      if (owner === undefined || link?.playerId !== playerId || link.playerName === playerName)
        return undefined;
      if (await links.replace(owner.discordId, link, { ...link, playerName })) return owner.discordId;
    }
  }

  /** Replaces a link only if it is unchanged since it was read. */
  const replace = (discordId: string, from: LinkRecord, to: LinkRecord) => links.replace(discordId, from, to);

  return { read, ownerOf, store, remove, releaseLeft, rename, replace };
}
