import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import { nonceOf } from '../../src/message/nonce.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { linkPanelPost } from '../../src/replies/link-panel.ts';
import { chosenChannel } from './series-checks.ts';

/**
 * Posts the message with the link button in the chosen channel. Throws `ReplyError` if the bot or the presser may not post there.
 */
export async function postLinkPanel(
  context: Context & Pick<ActionInput, 'resolved' | 'values'>,
  guildId: string,
): Promise<string | undefined> {
  const { caller, channels, guilds, reference, t } = context;
  const serverT = await guilds.translator(guildId);
  const channel = chosenChannel(context);
  if (channel === undefined) return undefined;
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
