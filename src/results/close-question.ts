import { questionOf, type Question } from '../brackets/question.ts';
import { outcomeOf } from '../brackets/results.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Channels } from '../message/channels.ts';
import { lastEdit } from '../message/last-edit.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { closedCallPost } from '../replies/feed-calls.ts';
import { shownResult } from './correct-post.ts';
import { haveOthers } from './current-report.ts';
import type { Report } from './report.ts';

interface CloseDeps {
  guilds: Pick<Guilds, 'resultPosts' | 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'edit' | 'remove' | 'reopenThread'>;
}

/**
 * Closes the message that asks a side to agree: it shows how the match stands now, or is deleted if that is unknown, other players
 * have the match, or another message shows it.
 */
export async function closeQuestion(
  report: Report,
  match: Match | undefined,
  { channels, guilds, state = match && questionOf(match) }: CloseDeps & { state?: Question | 'dropped' },
): Promise<void> {
  const { channelId, guildId, matchId, tournamentId } = report;
  if (channelId === undefined || guildId === undefined) return;
  const shown = await guilds.resultPosts.shown(channelId, matchId);
  if (shown?.isOpen !== true || shown.messageId === undefined) return;
  const { beside, messageId } = shown;
  if (match === undefined || state === undefined || beside !== undefined || haveOthers(report, match)) {
    await channels.remove(channelId, messageId);
    return guilds.resultPosts.end(channelId, matchId, beside ?? {});
  }
  const result = outcomeOf(match);
  const tournament = { id: tournamentId ?? '', ...match.tournament };
  const isHidden = await hidesResults(guilds, report);
  const t = await guilds.translator(guildId);
  const line = { match, ...present({ result }) };
  const view = {
    line,
    state,
    tournament,
    isShared: match.tournament !== undefined,
    isHidden,
  };
  await lastEdit(channels, { channelId, messageId }, closedCallPost(view, t));
  await guilds.resultPosts.end(channelId, matchId, { messageId, ...shownResult(report, match, result) });
}
