import type { Context } from '../../src/bot/command.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import { ReplyError } from '../../src/message/reply.ts';

/** The server of the interaction. Throws `ReplyError` outside servers and where the bot is not installed. */
export function serverOf({ place, mention, t }: Context, command: string): string {
  if (place.serverId !== undefined) return place.serverId;
  const inServer = place.guildId !== undefined;
  throw new ReplyError(
    inServer ? 'not-installed' : 'server-only',
    t(inServer ? 'server.refused.notInstalled' : 'server.refused.serverOnly', { command: mention(command) }),
  );
}

/** Like `serverOf`, for organizers only. Throws `ReplyError` for others, with who the organizers are. */
export async function organizersServer(context: Context, command: string): Promise<string> {
  const { caller, guilds, mention, t } = context;
  const guildId = serverOf(context, command);
  const settings = await guilds.settings.read(guildId);
  if (isOrganizer(settings, caller)) return guildId;
  const { organizerRoleId } = settings;
  throw new ReplyError(
    'not-organizer',
    organizerRoleId === undefined
      ? t('server.refused.managers', { settings: mention('settings') })
      : t('server.refused.organizers', { role: `<@&${organizerRoleId}>` }),
  );
}
