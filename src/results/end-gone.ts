import type { Guilds } from '../guilds/guilds.ts';
import type { Channels } from '../message/channels.ts';
import { textOf } from '../message/text-of.ts';
import { lines } from '../replies/format.ts';
import type { Report } from './report.ts';

interface EndDeps {
  guilds: Pick<Guilds, 'translator'>;
  channels: Pick<Channels, 'edit' | 'since'>;
}

/**
 * Closes the organizers' message about a match that is gone. It keeps what it says: nothing else has the players' names. Throws if
 * Discord does not answer.
 */
export async function endGone(
  { guildId, organizersPost, reportedAt }: Report,
  { channels, guilds }: EndDeps,
): Promise<void> {
  if (organizersPost === undefined || guildId === undefined) return;
  const closed = (await guilds.translator(guildId))('follow.help.gone');
  const content = await textOf(channels, organizersPost, reportedAt);
  // Its buttons answer that they no longer work.
  if (content === undefined || content.endsWith(closed)) return;
  const post = { content: lines(content, closed), rows: [], keepsFiles: true, files: [] };
  await channels.edit(organizersPost.channelId, organizersPost.messageId, post);
}
