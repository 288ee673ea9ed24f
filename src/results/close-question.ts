import { isBetweenTwo } from '../brackets/players.ts';
import { questionOf, type Question } from '../brackets/question.ts';
import { outcomeOf } from '../brackets/results.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Channels, SendOutcome } from '../message/channels.ts';
import { lastEdit } from '../message/last-edit.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { closedCallPost } from '../replies/feed-calls.ts';
import { shownResult } from './correct-post.ts';
import { isRedrawn } from './current-report.ts';
import { besideAlone } from './shown-change.ts';
import type { Report } from './report.ts';

interface CloseDeps {
  guilds: Pick<Guilds, 'resultPosts' | 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'edit' | 'remove' | 'reopenThread'>;
}

const isForbidden = (outcome: SendOutcome): boolean =>
  'refused' in outcome && outcome.refused === 'forbidden';

/**
 * Closes the message that asks a side to agree: it shows how the match stands now, or is deleted if that is unknown, its
 * players no longer have the match, or another message shows it. `false`: the bot may not use the channel now.
 */
export async function closeQuestion(
  report: Report,
  match: Match | undefined,
  { channels, guilds, state = match && questionOf(match) }: CloseDeps & { state?: Question | 'dropped' },
): Promise<boolean> {
  const { channelId, guildId, matchId, tournamentId } = report;
  if (channelId === undefined || guildId === undefined) return true;
  const shown = await guilds.resultPosts.shown(channelId, matchId);
  if (shown?.isOpen !== true || shown.messageId === undefined) return true;
  const { beside, messageId } = shown;
  const isTheirs = match !== undefined && isBetweenTwo(match) && !isRedrawn(report, match);
  if (!isTheirs || state === undefined || beside !== undefined) {
    if (isForbidden(await channels.remove(channelId, messageId))) return false;
    await guilds.resultPosts.end(channelId, matchId, besideAlone(shown));
    return true;
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
  const edited = await lastEdit(channels, { channelId, messageId }, closedCallPost(view, t));
  if (isForbidden(edited)) return false;
  // Nothing shows the result: the feed posts it.
  const isGone = 'refused' in edited && edited.refused === 'post-gone';
  const closed = isGone ? besideAlone(shown) : { messageId, ...shownResult(match, result) };
  await guilds.resultPosts.end(channelId, matchId, closed);
  return true;
}
