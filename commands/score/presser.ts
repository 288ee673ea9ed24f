import type { LinkedContext } from '../../src/bot/command.ts';
import { isPlaying } from '../../src/brackets/players.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import type { Match } from '../../src/reading/records.ts';
import { outcomeMarkup } from '../../src/replies/match.ts';
import { confirmButton } from '../../src/replies/results.ts';
import { wrongButton } from '../../src/replies/score-forms.ts';
import { rulingButtons } from '../../src/replies/rulings.ts';
import { othersClaim } from '../../src/results/report.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import type { PressInput } from '../../src/results/press.ts';
import { ReplyError, type ReplyFile } from '../../src/message/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';

/** What the presser is to a match, for `results`. */
export interface PresserStanding {
  isOrganizer: boolean;
  /** `undefined`: not known. */
  isTeammate: boolean | undefined;
}

/** Some platforms list teams or entrants in matches: a player has the match in their history. */
export async function standingIn(context: LinkedContext, match: Match): Promise<PresserStanding> {
  const { account, caller, guilds, place, platform } = context;
  const { serverId } = place;
  const organizes = serverId !== undefined && isOrganizer(await guilds.settings.recent(serverId), caller);
  if (isPlaying(match, account.playerId) === true) return { isOrganizer: organizes, isTeammate: false };
  const own = await platform.userMatches(account.playerId, FAST_READ_ONCE).catch(() => undefined);
  const isTeammate = own?.value.some(({ id }) => id === match.id);
  // An organizer whose history cannot be read counts as one.
  return { isOrganizer: organizes, isTeammate: organizes ? isTeammate === true : isTeammate };
}

export interface Settling extends Pick<PressInput, 'press' | 'scores' | 'reason' | 'over'> {
  match: Match;
  files?: readonly ReplyFile[];
}

/** A press for `results`, with who presses and where. */
export async function pressInput(context: LinkedContext, { match, ...press }: Settling): Promise<PressInput> {
  const { account, place, results } = context;
  const [standing, shownAt] = await Promise.all([standingIn(context, match), results.place(place, match.id)]);
  // Of what is written at once, the platform decides; nothing else is for those whose part is not known.
  const presser = { account, ...standing, isTeammate: standing.isTeammate === true };
  return { ...press, match, presser, place: shownAt };
}

/** Organizers are shown how to rule, and a player the score that is to be confirmed now. */
export function refusal(
  { mention, t }: LinkedContext,
  match: Match,
  { why, report, role }: Pick<Extract<SettledPress, { kind: 'refused' }>, 'why' | 'report' | 'role'>,
): ReplyError {
  const now = othersClaim(report, role)?.scores;
  const content = t(`results.refused.${why}`, {
    score: mention('score'),
    match: mention('match'),
    outcome: now === undefined ? '' : outcomeMarkup(match, now, t),
  });
  const rows =
    why === 'needs-reason'
      ? [rulingButtons(match, report, t)]
      : why === 'changed'
        ? [[confirmButton(match, now, t), wrongButton(match, t)]]
        : [];
  return new ReplyError(`result-${why}`, { content, rows });
}
