import type { Context } from './define.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import { ReplyError } from '../../src/message/reply.ts';

/** The server of the interaction. Throws `ReplyError` outside servers and where the bot is not installed. */
export function requireServer(
  { place }: Pick<Context, 'place'>,
  sentence: (why: 'serverOnly' | 'notInstalled') => string,
): string {
  if (place.serverId !== undefined) return place.serverId;
  throw place.guildId === undefined
    ? new ReplyError('server-only', sentence('serverOnly'))
    : new ReplyError('not-installed', sentence('notInstalled'));
}

/** Like `requireServer`, with the sentences of most commands. */
export const serverOf = (context: Context, command: string): string =>
  requireServer(context, (why) => context.t(`server.refused.${why}`, { command: context.mention(command) }));

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
