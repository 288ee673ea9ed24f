import type { Channels } from './channels.ts';

/** What a message says now. `at`: when it was posted, at the earliest. `undefined` if it can't be read. Throws if Discord does not answer. */
export async function textOf(
  channels: Pick<Channels, 'since'>,
  { channelId, messageId }: { channelId: string; messageId: string },
  at: number,
): Promise<string | undefined> {
  const messages = await channels.since(channelId, at);
  return messages?.find(({ id }) => id === messageId)?.content;
}
