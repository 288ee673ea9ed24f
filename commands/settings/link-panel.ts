import type { Context } from '../shared/define.ts';
import { nonceOf } from '../../src/message/nonce.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { linkPanelPost } from '../../src/replies/link-panel.ts';
import { checkChannel, ownChannel, TO_POST } from '../shared/posting.ts';

/** Posts the message with the link button in the present channel. Throws `ReplyError` where the bot may not post. */
export async function postLinkPanel(context: Context, guildId: string): Promise<string> {
  const { caller, channels, guilds, reference, t } = context;
  const serverT = await guilds.translator(guildId);
  const channel = ownChannel(context);
  checkChannel(channel, TO_POST, context);
  const mention = `<#${channel.channelId}>`;
  const sent = await channels.post(channel.channelId, linkPanelPost(serverT), nonceOf('link', reference));
  if ('refused' in sent)
    throw new ReplyError('panel-refused', t('server.panel.refused', { channel: mention }));
  await guilds.note(
    guildId,
    serverT('server.panel.audit', { member: `<@${caller.discordId}>`, channel: mention }),
  );
  return t('server.panel.posted', { channel: mention });
}
