import type { Channels, SendOutcome } from './channels.ts';
import type { Post } from './reply.ts';

/** Edits a message for the last time: a thread that Discord archived, as it does after a quiet day, is reopened for that. */
export async function lastEdit(
  channels: Pick<Channels, 'edit' | 'reopenThread'>,
  { channelId, messageId }: { channelId: string; messageId: string },
  post: Post,
): Promise<SendOutcome> {
  const edited = await channels.edit(channelId, messageId, post);
  const isArchived = 'refused' in edited && edited.refused === 'archived';
  if (!isArchived || 'refused' in (await channels.reopenThread(channelId))) return edited;
  return channels.edit(channelId, messageId, post);
}
