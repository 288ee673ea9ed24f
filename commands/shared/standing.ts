import type { LinkedContext } from './define.ts';
import { FAST_READ_ONCE } from './choices.ts';
import { isPlaying, playerIdsOf } from '../../src/brackets/players.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import type { Match } from '../../src/reading/records.ts';

/** How the presser relates to a match, for `results`. */
export interface PresserStanding {
  isOrganizer: boolean;
  /** `undefined`: unknown. */
  isTeammate: boolean | undefined;
}

/** As long as the platform's limits: older matches may be missing. */
const isFull = ({ length }: readonly Match[]): boolean => length === 20 || length >= 50;

/** Whether both sides of a match are single players, as their records show. */
async function isOfPlayers({ platform }: LinkedContext, match: Match): Promise<boolean> {
  const ids = playerIdsOf(match);
  if (ids.length < match.sides.length) return false;
  const records = await Promise.all(
    ids.map((id) => platform.user(id, FAST_READ_ONCE).catch(() => undefined)),
  );
  return records.every((record) => record !== undefined);
}

/** Some platforms list teams or entrants in matches: a player has the match in their history. */
export async function standingIn(context: LinkedContext, match: Match): Promise<PresserStanding> {
  const { account, caller, guilds, place, platform } = context;
  const { serverId } = place;
  const organizes = serverId !== undefined && isOrganizer(await guilds.settings.recent(serverId), caller);
  if (isPlaying(match, account.playerId) === true) return { isOrganizer: organizes, isTeammate: false };
  const own = await platform.userMatches(account.playerId, FAST_READ_ONCE).catch(() => undefined);
  if (own?.value.some(({ id }) => id === match.id) === true)
    return { isOrganizer: organizes, isTeammate: true };
  if (!organizes) return { isOrganizer: false, isTeammate: own === undefined ? undefined : false };
  // An organizer must not rule as a member of one of the teams.
  const isKnown = (own !== undefined && !isFull(own.value)) || (await isOfPlayers(context, match));
  return { isOrganizer: true, isTeammate: isKnown ? false : undefined };
}
