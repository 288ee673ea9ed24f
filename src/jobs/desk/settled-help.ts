import { hasEnded } from '../../brackets/tournament-stage.ts';
import type { HelpRecord, HelpRequest } from '../../guilds/help-requests.ts';
import { sureStates } from '../plan/baseline.ts';
import { GONE, OPEN } from '../plan/closing.ts';
import { matchHash } from '../plan/match-keys.ts';
import type { DeskInput } from './desk-items.ts';
import type { MessagePlace } from './desk-record.ts';

/** A request whose message still asks, but should not. `isOver`: its match or its tournament is over. */
export interface SettledHelp {
  at: number;
  message: MessagePlace;
  isOver: boolean;
}

/** The requests whose messages still ask, each with `isOver` as given; none if that is `undefined`. Pure. */
const askingHelp = (
  help: HelpRecord,
  isOverOf: (request: HelpRequest) => boolean | undefined,
): SettledHelp[] =>
  Object.values(help).flatMap((request) => {
    const { at, message, state } = request;
    const isOver = message === undefined || state === 'resolved' ? undefined : isOverOf(request);
    return message === undefined || isOver === undefined ? [] : [{ at, message, isOver }];
  });

/** The requests whose messages ask for help with a match that is surely over or gone, or whose tournament is over. Pure. */
export function settledHelp({
  feed,
  help,
  reading,
}: Pick<DeskInput, 'feed' | 'help' | 'reading'>): SettledHelp[] {
  const stateOf = sureStates(feed, reading);
  const keyOf = (matchId: string): string | undefined =>
    reading.matches.find(({ match }) => match.id === matchId)?.key ??
    [...feed.matches].find(([, { id }]) => id === matchHash(matchId))?.[0];
  return askingHelp(help, ({ matchId, tournamentId }) => {
    const key = keyOf(matchId);
    const isLost = key === undefined || !reading.byKey.has(key);
    // The call of a lost match was closed only after a second reading without it.
    const called = (): string | undefined => feed.matches.get(key ?? '')?.call?.shows;
    const state = key === undefined ? undefined : (stateOf(key) ?? (isLost ? called() : undefined));
    if (state !== undefined && !['', OPEN].includes(state)) return state !== GONE;
    return (isLost && tournamentId !== undefined && hasEnded(reading.stage)) || undefined;
  });
}

/** The requests whose messages ask for help in a tournament that is no longer followed. `isOver`: it was followed to its end. Pure. */
export const leftHelp = (help: HelpRecord, tournamentId: string, isOver: boolean): SettledHelp[] =>
  askingHelp(help, (request) => (request.tournamentId === tournamentId ? isOver : undefined));

/** Those of one tournament, and those of which it is unknown. Pure. */
export const helpIn = (help: HelpRecord, tournamentId: string): HelpRecord =>
  Object.fromEntries(
    Object.entries(help).filter(([, one]) => [tournamentId, undefined].includes(one.tournamentId)),
  );
