import type { Context } from '../src/bot/command.ts';
import { isNotFound } from '../src/bot/failures.ts';
import { isAhead } from '../src/brackets/registration.ts';
import type { Tournament } from '../src/platform/records.ts';

/** Those noted that the list lacks are read one by one. */
const MAX_READS = 10;

/** What a player is registered for, as far as it could be read. */
interface OwnTournaments {
  /** Yet to start, the first to start first. */
  tournaments: Tournament[];
  /** Ids of noted ones that are over or gone. */
  over: string[];
  /** Not all of it could be read. */
  partial: boolean;
  asOf: number | undefined;
}

/** The `asOf` of the oldest answer that has one. */
export function oldest(answers: readonly ({ asOf?: number | undefined } | undefined)[]): number | undefined {
  const times = answers.flatMap((answer) => answer?.asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/**
 * By the platform's upcoming tournaments, where they show who is registered, and by the ids noted. Throws `PlatformError`
 * where nothing could be read.
 */
export async function ownTournaments(
  { now, platform }: Pick<Context, 'now' | 'platform'>,
  playerId: string,
  notedIds: readonly string[],
): Promise<OwnTournaments> {
  const reading = platform.tournaments({ status: 'upcoming' });
  const list = await reading.catch(() => undefined);
  const listed = list?.value ?? [];
  const unlisted = notedIds.filter((id) => !listed.some((one) => one.id === id)).slice(0, MAX_READS);
  const single = await Promise.all(
    unlisted.map((id) =>
      platform.tournament(id).catch((error: unknown) => ({ id, isGone: isNotFound(error) })),
    ),
  );
  const missing = single.flatMap((one) => ('isGone' in one ? [one] : []));
  const answers = single.flatMap((one) => ('isGone' in one ? [] : [one]));
  if (list === undefined && answers.length === 0) await reading;
  const all = [...listed, ...answers.map(({ value }) => value)];
  const isOver = ({ phase }: Tournament) => phase === 'finished' || phase === 'cancelled';
  return {
    tournaments: all
      .filter((one) => notedIds.includes(one.id) || one.entrantIds?.includes(playerId))
      .filter((one) => isAhead(one, now()))
      .toSorted((a, b) => startOf(a) - startOf(b)),
    over: [...missing.filter(({ isGone }) => isGone), ...all.filter(isOver)]
      .map(({ id }) => id)
      .filter((id) => notedIds.includes(id)),
    partial: list === undefined || missing.some(({ isGone }) => !isGone),
    asOf: oldest([list, ...answers]),
  };
}
