import { z } from 'zod';
import { sealContext, sealTokens, type StoredTokens } from '../../accounts/token-records.ts';
import type { Vault } from '../../accounts/vault.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { changeEntries } from '../../store/change-record.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { ConnectionGrant, ConnectionsPort } from './ports.ts';
import { openedTokens, type CallAsMember } from './tokens.ts';

const RETRY_MS = MINUTE_MS;
/** How long the removal of a connection is retried. */
const REMOVE_MS = DAY_MS;

/** Connections to remove: sealed tokens (`disconnect`), without the id of their member. */
const Disconnect = storedObject({
  tokens: z.string(),
  /** When they should be refreshed, epoch milliseconds. */
  refreshFrom: z.number().exactOptional(),
  since: z.number(),
  triedAt: z.number(),
});
type Disconnect = z.infer<typeof Disconnect>;
export const Disconnects = z.record(z.string(), Disconnect);
export type Disconnects = z.infer<typeof Disconnects>;

const KEY = 'all';

interface DisconnectsDeps {
  store: Store<Disconnects>;
  vault: Vault;
  discord: Pick<ConnectionsPort, 'remove'>;
  callAsMember: CallAsMember;
  now: () => number;
}

/** Removes what Discord shows; without a clear answer, retries for a day. Every method throws `StoreError`. */
export function createDisconnects({ store, vault, discord, callAsMember, now }: DisconnectsDeps) {
  const change = (edit: (all: Disconnects) => Disconnects) =>
    changeEntries(store, KEY, { empty: {}, edit, ttlOf: () => 2 * REMOVE_MS });

  const changeOne = (id: string, edit: (one: Disconnect) => Disconnect | undefined) =>
    change(({ [id]: one, ...others }) => {
      const edited = one && edit(one);
      return edited === undefined ? others : { ...others, [id]: edited };
    });

  async function tryOne(id: string, { tokens: text, refreshFrom, since }: Disconnect): Promise<void> {
    const tokens = openedTokens(vault, sealContext.disconnect(), text);
    const isOver = now() - since >= REMOVE_MS;
    const keep = async (grant: ConnectionGrant): Promise<void> => {
      const again = sealTokens(vault, sealContext.disconnect(), present({ ...grant }));
      await changeOne(id, ({ refreshFrom: _old, ...one }) => ({ ...one, tokens: again }));
    };
    const outcome =
      tokens === undefined || isOver
        ? 'unclear'
        : (await callAsMember({ tokens, refreshFrom }, (accessToken) => discord.remove(accessToken), keep))
            .outcome;
    await changeOne(id, (one) => (isOver || outcome !== 'unclear' ? undefined : { ...one, triedAt: now() }));
  }

  return {
    /**
     * Removes a connection, now or later. `onStored`: deletes its first record, once a kill can no longer lose its tokens; after a
     * rejection both remain.
     */
    async remove(
      held: StoredTokens,
      refreshFrom?: number,
      onStored: () => Promise<void> = () => Promise.resolve(),
    ): Promise<void> {
      const tokens = sealTokens(vault, sealContext.disconnect(), held);
      const one = { tokens, since: now(), triedAt: now(), ...present({ refreshFrom }) };
      const id = sha256(tokens, 12);
      await change((all) => ({ ...all, [id]: one }));
      await onStored();
      await tryOne(id, one);
    },
    async retry(): Promise<void> {
      for (const [id, one] of Object.entries((await store.get(KEY)) ?? {}))
        if (now() - one.triedAt >= RETRY_MS || one.triedAt > now()) await tryOne(id, one);
    },
  };
}
