import type { Context } from '../shared/define.ts';
import { hasEnded, stageOf } from '../../src/brackets/tournament-stage.ts';
import type { FollowChoice } from '../../src/guilds/follows.ts';
import type { FollowSwitches } from '../../src/guilds/switches.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { switchesText } from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError } from '../../src/message/reply.ts';

/** Throws `ReplyError` for a tournament that is over. */
export function checkNotOver(
  { tournament, bracket }: { tournament: Tournament; bracket?: Bracket | undefined },
  { t }: Pick<Context, 't'>,
): void {
  const stage = stageOf(tournament, bracket);
  if (hasEnded(stage)) throw new ReplyError(`tournament-${stage}`, t(`follow.refused.${stage}`));
}

/** Writes a line to the server's log channel: who did what with which tournament. A change without effect has no line. */
export async function auditFollow(
  { caller, guilds }: Pick<Context, 'caller' | 'guilds'>,
  { guildId, tournament, follow }: { guildId: string; tournament?: Tournament; follow: FollowChoice },
  act: 'followed' | 'changed' | 'stopped' | 'resumed',
  switchesBefore: FollowSwitches = follow.topics,
): Promise<void> {
  const t = await guilds.translator(guildId);
  const [before, after] = [switchesText(switchesBefore, t), switchesText(follow.topics, t)];
  if (act === 'changed' && before === after) return;
  const words = {
    member: `<@${caller.discordId}>`,
    tournament: escapeMarkup(tournamentTitle(tournament ?? { id: follow.tournamentId }, t), 80),
    channel: `<#${follow.channelId}>`,
    before,
    after,
  };
  await guilds.note(guildId, t(`follow.audit.${act}`, words));
}
