import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';

/**
 * What moderates or manages: a role with one of these is no mark of rank. As of 2026-11-28. Source: Discord, "Permissions",
 * bitwise permission flags.
 */
const POWERS: bigint = [
  Permission.Administrator,
  Permission.ManageGuild,
  Permission.ManageRoles,
  Permission.ManageChannels,
  Permission.ManageMessages,
  Permission.ManageThreads,
  Permission.ManageNicknames,
  Permission.ManageWebhooks,
  Permission.ManageGuildExpressions,
  Permission.ManageEvents,
  Permission.CreateGuildExpressions,
  Permission.KickMembers,
  Permission.BanMembers,
  Permission.ModerateMembers,
  Permission.MuteMembers,
  Permission.DeafenMembers,
  Permission.MoveMembers,
  Permission.PrioritySpeaker,
  Permission.SetVoiceChannelStatus,
  Permission.PinMessages,
  Permission.BypassSlowmode,
  Permission.MentionEveryone,
  Permission.ViewAuditLog,
  Permission.ViewGuildInsights,
  Permission.ViewCreatorMonetizationAnalytics,
].reduce((all, one) => all | one, 0n);

/** Whether these permissions allow actions against other members. */
export const hasPowers = (permissions: bigint): boolean => (permissions & POWERS) !== 0n;
