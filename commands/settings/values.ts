import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import type { ServerSetting } from '../../src/guilds/settings.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { WORD_LENGTH } from '../../src/replies/settings.ts';
import type { ChosenChannel } from '../../src/bot/options.ts';
import { checkBot, checkChannel, TO_POST } from '../shared/posting.ts';
import { choicesOf } from './controls.ts';

const FILTER_MAX = 10;

const MENTION_ALL = Permission.MentionEveryone | Permission.Administrator;

type Choice = Pick<ActionInput, 'resolved' | 'values'> &
  Pick<Context, 'caller' | 'mention' | 'place' | 't' | 'words'>;

/**
 * What was chosen or typed for a setting, or what its button sets. Throws `ReplyError` for deleted roles and channels, for channels where
 * the bot may not post, for roles that the caller may not mention, for unknown choices and for too many words.
 */
export function readValues(setting: ServerSetting, context: Choice, typed: string): readonly string[] {
  const { mention, t, values, words } = context;
  switch (setting.kind) {
    case 'role':
      for (const id of values) checkRole(id, 'isPinged' in setting, context);
      return values;
    case 'channel':
      for (const id of values) checkChannel(postChannel(id, context), TO_POST, context);
      return values;
    case 'channels':
      // There, each answer is for whoever asks.
      for (const id of values) checkBot(postChannel(id, context), TO_POST, context);
      return values;
    case 'filter':
      return wordsOf(typed, t);
    case 'flag':
      return typed === 'on' ? ['true'] : [];
    case 'choice':
    case 'hours':
    case 'language':
      if (values[0] !== undefined && choicesOf(setting, words).includes(values[0])) return values;
      throw new ReplyError('unknown-choice', t('failure.gone', { help: mention('help') }));
  }
}

function checkRole(roleId: string, isPinged: boolean, { caller, place, resolved, t }: Choice): void {
  if (roleId === place.guildId)
    throw new ReplyError('everyone', t(isPinged ? 'follow.refused.everyone' : 'server.refused.everyone'));
  const role = resolved.roles.get(roleId);
  if (role === undefined) throw new ReplyError('role-gone', t('server.refused.roleGone'));
  // Nobody may make the bot mention whom they may not mention themselves.
  if (isPinged && !role.isMentionable && (caller.permissions & MENTION_ALL) === 0n)
    throw new ReplyError('role-not-yours', t('follow.refused.roleNotYours', { role: `<@&${roleId}>` }));
  if (!isPinged && role.isManaged) throw new ReplyError('managed-role', t('server.refused.managedRole'));
}

function postChannel(channelId: string, { resolved, t }: Choice): ChosenChannel {
  const channel = resolved.channels.get(channelId);
  if (channel === undefined) throw new ReplyError('channel-gone', t('server.refused.channelGone'));
  return { channelId, ...channel };
}

/** The words of a filter, as typed. */
function wordsOf(typed: string, t: Choice['t']): string[] {
  const words = typed
    .split(/[,;，；、\n]/)
    .map((word) => word.replace(/\s+/g, ' ').trim().slice(0, WORD_LENGTH))
    .filter((word) => word !== '');
  if (words.length > FILTER_MAX)
    throw new ReplyError('too-many-words', t('server.filter.tooMany', { count: FILTER_MAX }));
  return [...new Set(words)];
}
