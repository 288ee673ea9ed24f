/** The address of a channel or a thread, or of a message there. In Discord it shows the server and the channel. */
export const channelUrl = (guildId: string, channelId: string, messageId?: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}${messageId === undefined ? '' : `/${messageId}`}`;
