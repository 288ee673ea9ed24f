import type { Context } from '../../src/bot/command.ts';
import { hasEnded, stageOf } from '../../src/brackets/night.ts';
import type { FollowChoice } from '../../src/guilds/follows.ts';
import type { FollowSwitches } from '../../src/guilds/switches.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { switchesText } from '../../src/replies/follow.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError } from '../../src/words/reply.ts';
import { checkChannel, ownChannel, TO_POST_PICTURES } from '../shared/posting.ts';

/** Throws `ReplyError` for a tournament that is over. */
export function checkNotOver(
  { tournament, bracket }: { tournament: Tournament; bracket?: Bracket | undefined },
  { t }: Pick<Context, 't'>,
): void {
  const stage = stageOf(tournament, bracket);
  if (hasEnded(stage)) throw new ReplyError(`tournament-${stage}`, t(`follow.refused.${stage}`));
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
  checkChannel({ ...access, channelId }, TO_POST_PICTURES, context);
}

/** Writes a line to the server's log channel: who did what with which tournament. A change that changes nothing has none. */
export async function auditFollow(
  { caller, guilds, t }: Pick<Context, 'caller' | 'guilds' | 't'>,
  { guildId, name, follow }: { guildId: string; name: string; follow: FollowChoice },
  act: 'followed' | 'changed' | 'stopped' | 'resumed',
  switchesBefore: FollowSwitches = follow.topics,
): Promise<void> {
  const [before, after] = [switchesText(switchesBefore, t), switchesText(follow.topics, t)];
  if (act === 'changed' && before === after) return;
  const words = {
    member: `<@${caller.discordId}>`,
    tournament: escapeMarkup(name, 80),
    channel: `<#${follow.channelId}>`,
    before,
    after,
  };
  await guilds.note(guildId, t(`follow.audit.${act}`, words));
}
