import { z } from 'zod';
import { storedObject } from '../../store/schema.ts';
import { PendingMessage } from '../plan/feed-record.ts';

const MessagePlace = storedObject({ channelId: z.string(), messageId: z.string() });
export type MessagePlace = z.infer<typeof MessagePlace>;

/** A message that mentions the organizer role, once for these rounds. It is deleted once none of their matches is late. */
const RoundCall = storedObject({
  /** Hashes of the rounds. */
  rounds: z.array(z.string()),
  /** Absent until Discord accepted it, or if that is unknown. */
  message: MessagePlace.exactOptional(),
  pending: PendingMessage.exactOptional(),
});
export type RoundCall = z.infer<typeof RoundCall>;

/** The desk of one tournament in one server. Apart from the tournament's name, it holds only message ids and hashes. */
export const Desk = storedObject({
  name: z.string(),
  /** Absent until Discord accepted it. */
  message: MessagePlace.exactOptional(),
  pending: PendingMessage.exactOptional(),
  /** The channel that it was meant for, even if another one accepted it. Earlier versions did not store it. */
  forChannelId: z.string().exactOptional(),
  /** Hash of what its message shows, or was meant to show. */
  shows: z.string(),
  /** When it was last sent or edited, epoch milliseconds. */
  editedAt: z.number(),
  /** The items that it shows as open, by their ids. */
  open: z.array(z.string()),
  /** The items that it shows as struck, and since when, epoch milliseconds. */
  struck: z.record(z.string(), z.number()),
  /** The rounds for which the organizer role was mentioned. */
  called: z.array(z.string()),
  calls: z.array(RoundCall),
});
export type Desk = z.infer<typeof Desk>;

/** The desks of one server, by tournament. */
export const DesksRecord = z.record(z.string(), Desk);
export type DesksRecord = z.infer<typeof DesksRecord>;

export const newDesk = (name: string): Desk => ({
  name,
  shows: '',
  editedAt: 0,
  open: [],
  struck: {},
  called: [],
  calls: [],
});

/** The stored desks of one server. `save` throws `NotOwnerError` and `StoreError`. */
export interface StoredDesks {
  read: () => DesksRecord;
  save: (next: DesksRecord) => Promise<void>;
}
