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
/** How long the removal of a connection is tried. */
const REMOVE_MS = DAY_MS;

/** Connections to remove: sealed tokens (`disconnect`), without the id of their member. */
const Disconnect = storedObject({ tokens: z.string(), since: z.number(), triedAt: z.number() });
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

/** Removes what Discord shows; where there is no clear answer, that is tried for a day. Every method throws `StoreError`. */
export function createDisconnects({ store, vault, discord, callAsMember, now }: DisconnectsDeps) {
  const change = (edit: (all: Disconnects) => Disconnects) =>
    changeEntries(store, KEY, { empty: {}, edit, ttlOf: () => 2 * REMOVE_MS });

  const changeOne = (id: string, edit: (one: Disconnect) => Disconnect | undefined) =>
    change(({ [id]: one, ...others }) => {
      const edited = one && edit(one);
      return edited === undefined ? others : { ...others, [id]: edited };
    });

  return {
    async remove(held: StoredTokens, refreshFrom?: number): Promise<void> {
      const { outcome, tokens } = await callAsMember({ tokens: held, refreshFrom }, (accessToken) =>
        discord.remove(accessToken),
      );
      if (outcome !== 'unclear') return;
      const again = sealTokens(vault, sealContext.disconnect(), tokens);
      await change((all) => ({
        ...all,
        [sha256(again, 12)]: { tokens: again, since: now(), triedAt: now() },
      }));
    },
    async retry(): Promise<void> {
      for (const [id, { tokens: text, since, triedAt }] of Object.entries((await store.get(KEY)) ?? {})) {
        if (now() - triedAt < RETRY_MS && triedAt <= now()) continue;
        const tokens = openedTokens(vault, sealContext.disconnect(), text);
        const isOver = now() - since >= REMOVE_MS;
        const keep = async (grant: ConnectionGrant): Promise<void> => {
          const again = sealTokens(vault, sealContext.disconnect(), present({ ...grant }));
          await changeOne(id, (one) => ({ ...one, tokens: again }));
        };
        const outcome =
          tokens === undefined || isOver
            ? 'unclear'
            : (await callAsMember({ tokens }, (accessToken) => discord.remove(accessToken), keep)).outcome;
        await changeOne(id, (one) =>
          isOver || outcome !== 'unclear' ? undefined : { ...one, triedAt: now() },
        );
      }
    },
  };
}
