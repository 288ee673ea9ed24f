import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** How a member hears of a match call: by a mention in the channel, by a direct message, or not at all. */
export type AlertChoice = 'mention' | 'dm' | 'off';

/** Nothing is stored of a member who is mentioned. `closed`: Discord refused a direct message, and they don't know yet. */
export interface AlertRecord {
  how: Exclude<AlertChoice, 'mention'>;
  closed?: true;
}

export type Alerts = ReturnType<typeof createAlerts>;

/** How members want to hear of their matches. Every method throws `StoreError`. */
export function createAlerts(store: Store<AlertRecord>) {
  return {
    /** `closed`: a direct message was refused, so it is `mention`, and the member is still to be told. */
    async read(discordId: string): Promise<{ how: AlertChoice; closed: boolean }> {
      const record = await store.get(discordId);
      const closed = record?.closed === true;
      return { how: record === undefined || closed ? 'mention' : record.how, closed };
    },
    async set(discordId: string, how: AlertChoice): Promise<void> {
      await (how === 'mention' ? store.delete(discordId) : store.set(discordId, { how }));
    },
    /** Discord refused a direct message: from now on the member is mentioned, unless they chose otherwise meanwhile. */
    async noteClosed(discordId: string): Promise<void> {
      await changeRecord(store, discordId, (record) =>
        record?.how === 'dm' && !record.closed ? { ...record, closed: true as const } : record,
      );
    },
    /** The member was told. */
    async forgetClosed(discordId: string): Promise<void> {
      await changeRecord(store, discordId, (record) => (record?.closed ? undefined : record));
    },
  };
}
