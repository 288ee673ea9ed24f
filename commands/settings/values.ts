import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import type { ServerSetting } from '../../src/guilds/settings.ts';
import { ReplyError } from '../../src/message/reply.ts';
import type { ChosenChannel } from '../../src/bot/options.ts';
import { checkBot, checkChannel, TO_POST } from '../shared/posting.ts';
import { choicesOf } from './controls.ts';

type Choice = Pick<ActionInput, 'resolved' | 'values'> &
  Pick<Context, 'caller' | 'mention' | 'place' | 't' | 'words'>;

/**
 * The chosen values of a setting. Throws `ReplyError` for deleted roles and channels, for channels where the bot may not post, and
 * for unknown choices.
 */
export function readValues(setting: ServerSetting, context: Choice): readonly string[] {
  const { mention, t, values, words } = context;
  switch (setting.kind) {
    case 'role':
      for (const id of values) checkRole(id, context);
      return values;
    case 'channel':
      for (const id of values) checkChannel(postChannel(id, context), TO_POST, context);
      return values;
    case 'channels':
      // There, the bot answers each member directly, so the presser's permissions don't matter.
      for (const id of values) checkBot(postChannel(id, context), TO_POST, context);
      return values;
    case 'choice':
    case 'hours':
    case 'language':
      if (values[0] !== undefined && choicesOf(setting, words).includes(values[0])) return values;
      throw new ReplyError('unknown-choice', t('failure.gone', { help: mention('help') }));
  }
}

function checkRole(roleId: string, { place, resolved, t }: Choice): void {
  if (roleId === place.guildId) throw new ReplyError('everyone', t('server.refused.everyone'));
  const role = resolved.roles.get(roleId);
  if (role === undefined) throw new ReplyError('role-gone', t('server.refused.roleGone'));
  if (role.isManaged) throw new ReplyError('managed-role', t('server.refused.managedRole'));
}

/** A chosen channel. Throws `ReplyError` for one that was just deleted. */
export function postChannel(channelId: string, { resolved, t }: Choice): ChosenChannel {
  const channel = resolved.channels.get(channelId);
  if (channel === undefined) throw new ReplyError('channel-gone', t('server.refused.channelGone'));
  return { channelId, ...channel };
}
