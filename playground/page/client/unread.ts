import type { PageMessage, PageState } from '../protocol.ts';

/** What a member has not looked at in a channel. */
export interface Unread {
  messages: number;
  /** Of them, those that ping the member; in direct messages, all do. */
  pings: number;
}

interface ChannelReader {
  memberId: string;
  channelId: string;
}

const newest = ({ messages }: PageState): bigint => BigInt(messages.at(-1)?.id ?? 0);

/** How far each member has read each channel in this tab; what was there at first counts as read. */
export function createReadMarks(first: PageState) {
  const start = newest(first);
  const marks = new Map<string, bigint>();
  const keyOf = ({ memberId, channelId }: ChannelReader): string => `${memberId} ${channelId}`;

  return {
    /** Marks the channel as read. */
    read: (reader: ChannelReader, state: PageState): void => void marks.set(keyOf(reader), newest(state)),
    unread(reader: ChannelReader, { messages, channels }: PageState): Unread {
      const { memberId, channelId } = reader;
      const mark = marks.get(keyOf(reader)) ?? start;
      const isDirect = channels.find(({ id }) => id === channelId)?.place === 'dm';
      const isNew = (message: PageMessage): boolean =>
        message.channelId === channelId &&
        BigInt(message.id) > mark &&
        (message.visibleTo === null || message.visibleTo === memberId);
      const unread = messages.filter(isNew);
      const pinging = unread.filter(({ pings }) => isDirect || pings.includes(memberId));
      return { messages: unread.length, pings: pinging.length };
    },
  };
}
