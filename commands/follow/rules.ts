import type { Context } from '../../src/bot/command.ts';
import type { ChosenChannel } from '../../src/bot/options.ts';
import { hasEnded, stageOf } from '../../src/brackets/night.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError } from '../../src/words/reply.ts';
import { checkServer, missingPermissions, TO_POST_PICTURES } from '../shared/posting.ts';

/** Throws `ReplyError` for a tournament that is over. */
export function checkNotOver(
  { tournament, bracket }: { tournament: Tournament; bracket?: Bracket | undefined },
  { t }: Pick<Context, 't'>,
): void {
  const stage = stageOf(tournament, bracket);
  if (hasEnded(stage)) throw new ReplyError(`tournament-${stage}`, t(`follow.refused.${stage}`));
}

/** Throws `ReplyError` for a channel of another server, or with all permissions that the bot lacks in it. */
export function checkChannel({ channelId, ...channel }: ChosenChannel, { t }: Pick<Context, 't'>): void {
  checkServer(channel, { t });
  const missing = missingPermissions(channel, TO_POST_PICTURES);
  if (missing.length === 0) return;
  const permissions = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(
    missing.map((name) => t(`server.permissions.${name}`)),
  );
  throw new ReplyError(
    'missing-permission',
    t('follow.refused.permissions', { permissions, channel: `<#${channelId}>`, count: missing.length }),
  );
}

/** The channel of the interaction. */
export function ownChannel({ place, t }: Pick<Context, 'place' | 't'>): ChosenChannel {
  const { channelId, parentId, botPermissions } = place;
  if (channelId === undefined) throw new ReplyError('no-channel', t('server.refused.channelGone'));
  return { channelId, isThread: parentId !== undefined, isElsewhere: false, botPermissions };
}

/** Checks a channel by its id. Discord sends permissions for the channel of a press only; those of another one are requested. */
export async function checkChannelById(
  guildId: string,
  channelId: string,
  context: Pick<Context, 'guilds' | 'place' | 't'>,
): Promise<void> {
  const own = ownChannel(context);
  const access =
    own.channelId === channelId ? own : await context.guilds.directory.access(guildId, channelId);
  if (access === undefined)
    throw new ReplyError(
      'channel-unknown',
      context.t('follow.refused.unknown', { channel: `<#${channelId}>` }),
    );
  checkChannel({ ...access, channelId }, context);
}

/** Writes a line to the server's log channel: who did what with which tournament. */
export async function auditFollow(
  { caller, guilds, t }: Pick<Context, 'caller' | 'guilds' | 't'>,
  guildId: string,
  act: {
    what: 'followed' | 'changed' | 'stopped' | 'resumed';
    /** Of the tournament. Not escaped. */
    name: string;
    channelId: string;
    before?: string;
    after?: string;
  },
): Promise<void> {
  const { what, name, channelId, before = '', after = '' } = act;
  const words = {
    member: `<@${caller.discordId}>`,
    tournament: escapeMarkup(name, 80),
    channel: `<#${channelId}>`,
    before,
    after,
  };
  await guilds.note(guildId, t(`follow.audit.${what}`, words));
}
