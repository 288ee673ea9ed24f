import type { SendOutcome } from '../message/channels.ts';
import { present } from '../present.ts';
import type { StoreLog } from '../store/store.ts';
import { organizersChannelsOf } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';

interface ToOrganizers {
  guildId: string;
  /** Where it is sent if the server has no channel for it, or that channel refuses it. */
  channelId: string | undefined;
  /** Sends it to one of these channels. `roleId`: the organizer role, if the server has one. */
  send: (channelId: string, roleId: string | undefined) => Promise<SendOutcome>;
}

/**
 * Sends one message to the organizers of a server: in the organizers' channel, else in the log channel, else in this one.
 * `undefined`: no channel accepts it. Only a refusal leads to the next channel: an error of `send` is rethrown, since Discord may
 * have accepted the message.
 */
export async function sendToOrganizers(
  { guildId, channelId, send }: ToOrganizers,
  { settings, log }: { settings: Pick<SettingsStore, 'recent'>; log: Pick<StoreLog, 'warn'> },
): Promise<{ channelId: string; messageId: string; fileIds?: readonly string[] } | undefined> {
  const current = await settings.recent(guildId);
  const own = organizersChannelsOf(current);
  for (const to of new Set([...own, channelId])) {
    if (to === undefined) continue;
    const sent = await send(to, current.organizerRoleId);
    if ('id' in sent) return { channelId: to, messageId: sent.id, ...present({ fileIds: sent.fileIds }) };
    log.warn(
      { guildId, channelId: to, refused: sent.refused },
      'a message to the organizers could not be sent',
    );
  }
  return undefined;
}
