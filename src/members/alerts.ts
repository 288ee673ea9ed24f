import { z } from 'zod';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** How a member is notified of a match call: by a mention in the channel, by a direct message, or not at all. */
export type AlertChoice = 'mention' | 'dm' | 'off';

/** Not stored for `mention`. `closed`: Discord refused a direct message, and the member does not know yet. */
export const AlertRecord = storedObject({
  how: z.enum(['dm', 'off']),
  closed: z.literal(true).exactOptional(),
  /** Of direct messages. */
  locale: z.string().exactOptional(),
});
export type AlertRecord = z.infer<typeof AlertRecord>;

export type Alerts = ReturnType<typeof createAlerts>;

/** How members want to be notified of their matches. Every method throws `StoreError`. */
export function createAlerts(store: Store<AlertRecord>) {
  return {
    /** `closed`: Discord refused a direct message, so `how` is `mention`, and the member does not know yet. */
    async read(
      discordId: string,
    ): Promise<{ how: AlertChoice; closed: boolean; locale: string | undefined }> {
      const record = await store.get(discordId);
      const closed = record?.closed === true;
      return {
        how: record === undefined || closed ? 'mention' : record.how,
        closed,
        locale: record?.locale,
      };
    },
    /** `locale`: the member's, for direct messages. */
    async set(discordId: string, how: AlertChoice, locale?: string): Promise<void> {
      await (how === 'mention'
        ? store.delete(discordId)
        : store.set(discordId, { how, ...present({ locale }) }));
    },
    /** Records that Discord refused a direct message: mentions the member from now on, unless they changed the setting. */
    async noteClosed(discordId: string): Promise<void> {
      await changeRecord(store, discordId, (record) =>
        record?.how === 'dm' && !record.closed ? { ...record, closed: true as const } : record,
      );
    },
    /** Records that the member knows of the refused direct message. */
    async forgetClosed(discordId: string): Promise<void> {
      await changeRecord(store, discordId, (record) => (record?.closed ? undefined : record));
    },
  };
}
