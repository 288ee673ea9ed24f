import type { Context } from '../src/bot/command.ts';
import { isOrganizer } from '../src/guilds/settings.ts';
import { ReplyError } from '../src/words/reply.ts';

/** The server in which a command for servers was used. Throws `ReplyError` where the bot is in none. */
export function serverOf({ place, mention, t }: Context, command: string): string {
  if (place.serverId !== undefined) return place.serverId;
  const inServer = place.guildId !== undefined;
  throw new ReplyError(
    inServer ? 'not-installed' : 'server-only',
    t(inServer ? 'server.refused.notInstalled' : 'server.refused.serverOnly', { command: mention(command) }),
  );
}

/** The same, for its organizers alone: others are told in a `ReplyError` who they are. */
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
