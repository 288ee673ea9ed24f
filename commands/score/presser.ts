import { resultChannel } from '../../src/bot/announce.ts';
import type { LinkedContext } from '../../src/bot/command.ts';
import { isPlaying } from '../../src/brackets/players.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import type { Match } from '../../src/reading/records.ts';
import { rulingButtons } from '../../src/replies/results.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import type { PressInput } from '../../src/results/press.ts';
import { ReplyError, type ReplyFile } from '../../src/words/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';

/** What the presser is to a match, for `results`. */
export interface PresserStanding {
  isOrganizer: boolean;
  isTeammate: boolean;
}

/**
 * Some platforms list teams or entrants in matches: a player has the match in their history. Where that cannot be read, an organizer
 * counts as one, and anybody else as a player: then the platform decides.
 */
export async function standingIn(context: LinkedContext, match: Match): Promise<PresserStanding> {
  const { account, caller, guilds, place, platform } = context;
  const { serverId } = place;
  const organizes = serverId !== undefined && isOrganizer(await guilds.settings.recent(serverId), caller);
  if (isPlaying(match, account.playerId) === true) return { isOrganizer: organizes, isTeammate: false };
  const own = await platform.userMatches(account.playerId, FAST_READ_ONCE).catch(() => undefined);
  const isTeammate = own === undefined ? !organizes : own.value.some(({ id }) => id === match.id);
  return { isOrganizer: organizes, isTeammate };
}

export interface Settling extends Pick<PressInput, 'press' | 'scores' | 'reason' | 'over'> {
  match: Match;
  files?: readonly ReplyFile[];
}

/** A press for `results`, with who presses and where. */
export async function pressInput(context: LinkedContext, { match, ...press }: Settling): Promise<PressInput> {
  const { account, place, results } = context;
  const [standing, at] = await Promise.all([
    standingIn(context, match),
    resultChannel(context).then((channelId) => results.place(place.serverId, channelId)),
  ]);
  return { ...press, match, presser: { account, ...standing }, place: at };
}

/** An organizer is shown how to rule. */
export function refusal(
  { mention, t }: LinkedContext,
  match: Match,
  { why, report }: Pick<Extract<SettledPress, { kind: 'refused' }>, 'why' | 'report'>,
): ReplyError {
  const content = t(`results.refused.${why}`, { score: mention('score'), match: mention('match') });
  return new ReplyError(
    `result-${why}`,
    why === 'needs-reason' ? { content, rows: [rulingButtons(match, report, t)] } : content,
  );
}
