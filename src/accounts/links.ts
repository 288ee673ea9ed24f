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
export const PlayerHolder = storedObject({ discordId: z.string(), claimedAt: z.number() });
type PlayerHolder = z.infer<typeof PlayerHolder>;

/**
 * A younger holder record without a link may be the first half of a link that another process is storing at this moment:
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
 * Stores each link in two records. The holder record decides: a link is valid only while its player's holder is that Discord
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
  const holders = stores.namespace('owners', PlayerHolder, { strict: true });

  /** A failed cleanup must not fail a link that is already stored; the next read tries it again. */
  const logCleanupFailure = (error: unknown): true => {
    log.warn(failureFields(error), 'an ended link could not be deleted completely yet');
    return true;
  };

  /** Compares before it deletes: the player may have another holder or a new link by now. */
  async function releaseHolder(playerId: string, holder: PlayerHolder | undefined, discordId: string) {
    if (holder?.discordId === discordId)
      await holders.replace(playerId, holder, undefined).catch(logCleanupFailure);
  }

  /** The link, if it is valid. A void one is removed. */
  async function read(discordId: string): Promise<LinkRecord | undefined> {
    for (;;) {
      const link = await links.get(discordId);
      if (link === undefined) return undefined;
      const holder = await holders.get(link.playerId);
      if (holder?.discordId === discordId) return link;
      // Storing writes the holder first, so a link without its holder is never half of a new one.
      const removed = await links.replace(discordId, link, undefined).catch(logCleanupFailure);
      if (removed) return undefined;
      // This user has linked another player meanwhile: read that link.
    }
  }

  async function memberOf(playerId: string): Promise<string | undefined> {
    const holder = await holders.get(playerId);
    if (holder === undefined) return undefined;
    const link = await links.get(holder.discordId);
    if (link?.playerId === playerId) return holder.discordId;
    if (now() - holder.claimedAt >= CLAIM_MS) await releaseHolder(playerId, holder, holder.discordId);
    return undefined;
  }

  /**
   * Links an account, in place of an earlier one. Its tokens are sealed for `link:<discordId>`.
   *
   * 1. The holder. After a crash here a former holder's link is void and this user's does not exist yet: no one has the
   *    player, and linking again fixes it. The other order would let this user act for another user's player.
   * 2. The link. From here on it is valid.
   * 3. The cleanup. This user's former player becomes free, if it still was theirs; a former holder's tokens are deleted.
   *    Steps 1 and 2 made both void, so a crash or an outage here changes nothing visible.
   *
   * Two users who confirm one player at once: the last to write the holder has the player, and the other's link is void.
   * One user who confirms two players at once: the link that is written last; a later read removes the other holder.
   */
  async function store(discordId: string, account: SealedAccount): Promise<EndedLinks> {
    const { playerId, playerName, tokens, accessExpiresAt, refreshFrom } = account;
    const proved = present({ playerId, playerName, tokens, accessExpiresAt, refreshFrom });
    const link: LinkRecord = { ...proved, linkedAt: now(), namingShown: true };
    const formerLink = await links.get(discordId);
    const formerLinkHolder = formerLink && (await holders.get(formerLink.playerId));
    // The player is proved, and the member was warned that another link may end.
    const formerHolder = (await holders.get(playerId).catch(unlessUnreadable))?.discordId;
    await holders.set(playerId, { discordId, claimedAt: now() });
    await links.set(discordId, link);
    onLink?.({ what: 'made' });
    if (formerLink !== undefined && formerLink.playerId !== playerId) {
      await releaseHolder(formerLink.playerId, formerLinkHolder, discordId);
    }
    const isMoved = formerHolder !== undefined && formerHolder !== discordId;
    // Reading a void link removes it. They may have linked another player since.
    const theirLink = isMoved ? await read(formerHolder).catch(logCleanupFailure) : true;
    return present({
      replacedPlayerId: formerLink?.playerId === playerId ? undefined : formerLink?.playerId,
      unlinkedId: theirLink === undefined ? formerHolder : undefined,
    });
  }

  /**
   * Deletes the link with its tokens first, then the holder. A crash in between leaves a holder record without a link, which
   * has no effect and is removed on a later read. A refresh that ends at this moment makes the comparison fail, so that the
   * loop repeats; once the link is gone, the write of a refresh fails.
   */
  async function remove(discordId: string): Promise<boolean> {
    for (;;) {
      const link = await read(discordId);
      if (link === undefined) return false;
      const holder = await holders.get(link.playerId);
      if (!(await links.replace(discordId, link, undefined))) continue;
      onLink?.({ what: 'removed' });
      await releaseHolder(link.playerId, holder, discordId);
      return true;
    }
  }

  /**
   * Removes the holder record that a removal left, unless it may be the first half of a new link: then it throws, and is to be called
   * again later.
   */
  async function releaseLeft(discordId: string, playerId: string): Promise<void> {
    const holder = await holders.get(playerId).catch(unlessUnreadable);
    if (holder?.discordId !== discordId || (await links.get(discordId))?.playerId === playerId) return;
    if (now() - holder.claimedAt < CLAIM_MS) throw new StoreError('a holder may be linking');
    await holders.replace(playerId, holder, undefined);
  }

  /** Writes the name that a linked player has now. Returns whose link it was; `undefined` if there was nothing to change. */
  async function rename(playerId: string, playerName: string): Promise<string | undefined> {
    for (;;) {
      const holder = await holders.get(playerId);
      const link = holder && (await links.get(holder.discordId));
      if (holder === undefined || link?.playerId !== playerId || link.playerName === playerName)
        return undefined;
      if (await links.replace(holder.discordId, link, { ...link, playerName })) return holder.discordId;
    }
  }

  /** Replaces a link only if it is unchanged since it was read. */
  const replace = (discordId: string, from: LinkRecord, to: LinkRecord) => links.replace(discordId, from, to);

  return { read, memberOf, store, remove, releaseLeft, rename, replace };
}
