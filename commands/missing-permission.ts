import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';

/** In the order in which they are asked for; each by its name in the words, where it is what Discord calls it. */
const NEEDED = [
  ['view', Permission.ViewChannel],
  ['send', Permission.SendMessages],
  ['sendInThreads', Permission.SendMessagesInThreads],
  ['embed', Permission.EmbedLinks],
] as const;

/** The first permission that the bot lacks to post in a channel. Where Discord does not say what it has, none is missing. */
export function missingPermission(channel: {
  isThread: boolean;
  botPermissions: bigint | undefined;
}): (typeof NEEDED)[number][0] | undefined {
  const { isThread, botPermissions } = channel;
  if (botPermissions === undefined || (botPermissions & Permission.Administrator) !== 0n) return undefined;
  const unneeded = isThread ? 'send' : 'sendInThreads';
  return NEEDED.find(([name, bit]) => name !== unneeded && (botPermissions & bit) === 0n)?.[0];
}
