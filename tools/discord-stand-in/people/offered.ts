import {
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits as Permission,
  type ApplicationCommandType,
} from 'discord.js';
import { permissionsIn } from '../guilds/permissions.ts';
import type { Place } from '../interactions/payload.ts';
import type { PublishedCommand } from '../rest/command-book.ts';
import { ClientRefusal } from './client-refusal.ts';

/** The command as the app would offer it: published, and meant for this place and this way of installing. */
export function findCommand(
  commands: readonly PublishedCommand[],
  kind: ApplicationCommandType,
  name: string,
  place: Place,
  memberId: string,
): PublishedCommand {
  const command = commands.find((candidate) => candidate.type === kind && candidate.name === name);
  if (!command) throw new ClientRefusal(`there is no command ${name}`);
  const context = place.guild ? InteractionContextType.Guild : InteractionContextType.BotDM;
  if (command.contexts && !command.contexts.includes(context))
    throw new ClientRefusal(`${name} is not offered here`);
  const install: ApplicationIntegrationType =
    place.installed === 'guild'
      ? ApplicationIntegrationType.GuildInstall
      : ApplicationIntegrationType.UserInstall;
  const { guild, channel } = place;
  const needed = command.default_member_permissions;
  if (guild && needed !== undefined && needed !== null) {
    // "0" is for administrators alone.
    const bits = BigInt(needed) || Permission.Administrator;
    if ((permissionsIn(guild, memberId, channel) & bits) !== bits)
      throw new ClientRefusal(`${name} is not offered to this member`);
  }
  // In direct messages with the bot, commands of both kinds of installation are offered.
  if (
    place.guild &&
    !(command.integration_types ?? [ApplicationIntegrationType.GuildInstall]).includes(install)
  )
    throw new ClientRefusal(`${name} is not offered to those who installed the bot this way`);
  return command;
}
