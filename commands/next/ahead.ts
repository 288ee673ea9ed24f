import type { Context, LinkedContext } from '../shared/define.ts';
import { emptyIfNotFound, isNotFound } from '../../src/bot/failures.ts';
import { mayBeOver, pendingMatches } from '../../src/brackets/current.ts';
import { isAhead, isEntrant } from '../../src/brackets/registration.ts';
import { progressOf } from '../../src/brackets/results.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { MATCHES } from '../../src/replies/next.ts';
import type { UnderWay } from '../../src/results/elsewhere.ts';

/** The most recorded tournaments to read one by one, if the list lacks them. */
const MAX_READS = 10;

/** The oldest `asOf`. */
function oldest(answers: readonly ({ asOf?: number | undefined } | undefined)[]): number | undefined {
  const times = answers.flatMap((answer) => answer?.asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/**
 * A player's registrations: from the entrants of upcoming tournaments, and from the ids that the bot recorded. Throws
 * `PlatformError` if nothing could be read.
 */
async function ownTournaments(
  { now, platform }: Pick<Context, 'now' | 'platform'>,
  playerId: string,
  notedIds: readonly string[],
) {
  const reading = platform.tournaments({ status: 'upcoming' });
  const list = await reading.catch(() => undefined);
  const upcoming = list?.value ?? [];
  const unlisted = notedIds.filter((id) => !upcoming.some((one) => one.id === id)).slice(0, MAX_READS);
  const single = await Promise.all(
    unlisted.map((id) =>
      platform.tournament(id).catch((error: unknown) => ({ id, isGone: isNotFound(error) })),
    ),
  );
  const missing = single.flatMap((one) => ('isGone' in one ? [one] : []));
  const answers = single.flatMap((one) => ('isGone' in one ? [] : [one]));
  if (list === undefined && answers.length === 0) await reading;
  const all = [...upcoming, ...answers.map(({ value }) => value)];
  const isOver = ({ phase }: Tournament) => phase === 'finished' || phase === 'cancelled';
  const ahead = all
    .filter((one) => isEntrant(one, playerId, notedIds))
    .filter((one) => isAhead(one, now()))
    .toSorted((a, b) => startOf(a) - startOf(b));
  return {
    /** Not started yet, by start time. */
    tournaments: await platform.nameTournaments(ahead),
    /** Recorded ids of tournaments that are over. One that is not found may come back: its record expires on its own. */
    over: all
      .filter(isOver)
      .map(({ id }) => id)
      .filter((id) => notedIds.includes(id)),
    /** Some could not be read. */
    partial: list === undefined || missing.some(({ isGone }) => !isGone),
    asOf: oldest([list, ...answers]),
  };
}

/** A player's matches and registrations, as far as they could be read. Throws if neither could, unless `mayBeEmpty`. */
export async function readAhead(context: LinkedContext, mayBeEmpty: boolean) {
  const { account, caller, platform, registrations } = context;
  const { playerId } = account;
  const notedIds = await registrations.read(account);
  const reading = platform
    .userMatches(playerId, { shown: (all) => pendingMatches(all).slice(0, MATCHES) })
    .catch(emptyIfNotFound([]));
  const [answer, registered] = await Promise.all([
    reading.catch(() => undefined),
    ownTournaments(context, playerId, notedIds).catch(() => undefined),
  ]);
  if (answer === undefined && registered === undefined && !mayBeEmpty) await reading;
  if (registered !== undefined && registered.over.length > 0)
    await registrations.forget(caller.discordId, registered.over);
  const missing = [
    ...(answer === undefined ? (['matches'] as const) : []),
    ...(registered?.partial === false ? [] : (['tournaments'] as const)),
  ];
  // If the platform never shows whether a match was played, only matches that have yet to start are known to be open.
  const isUnsaid = answer !== undefined && progressOf(answer.value) === undefined;
  const open = answer && pendingMatches(answer.value);
  const shown = isUnsaid ? open?.filter((match) => !mayBeOver(match, context.now())) : open;
  return {
    matches: shown,
    isUnsaid: open !== undefined && shown?.length !== open.length,
    tournaments: registered?.tournaments,
    missing,
    asOf: oldest([answer, registered]),
  };
}

/** The unsettled reports of these matches, those of this server first. */
export async function underWayOf({ account, place, results }: LinkedContext, matches: readonly Match[]) {
  const found = await Promise.all(
    matches
      .slice(0, MAX_READS)
      .map((match) => results.underWay(match, account, place.serverId).catch(() => [])),
  );
  const isHere = ({ report }: UnderWay): boolean => report.guildId === place.serverId;
  return found.flat().toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
}
