import { playerIdsOf } from '../../brackets/players.ts';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Reach } from '../plan/acts.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import { resultOf } from '../plan/result-codes.ts';
import type { Turn, Work } from '../work.ts';
import { waitedMs } from './waiting.ts';

/** How long a call waits to learn whether its players may be named, if the limit of look-ups delays that. */
const PATIENCE_MS = 2 * MINUTE_MS;

/** The Discord users linked to the players, in the order of the sides. Throws `StoreError`. */
const membersOf = ({ match }: KeyedMatch, { accounts }: Work): Promise<(string | undefined)[]> =>
  Promise.all(
    match.sides.map(async ({ player }) =>
      player?.id === undefined ? undefined : accounts.memberOf(player.id),
    ),
  );

/**
 * How the players of matches are reached in a server, by the match's key. While it is unknown whether a player may be named, the
 * call waits for two minutes at most. Another channel of the server that calls the same match mentions no one. Throws `StoreError`.
 */
export async function reachPlayers(
  { guildId, followId, leads }: Pick<Turn, 'guildId' | 'followId' | 'leads'>,
  calls: readonly KeyedMatch[],
  work: Work,
): Promise<Map<string, readonly [Reach, Reach]>> {
  const { alerts, naming } = work;
  const members = await Promise.all(calls.map((call) => membersOf(call, work)));
  const linked = [...new Set(members.flat().filter((member) => member !== undefined))];
  const standings = await naming.standings(guildId, linked, 'calls');

  async function reach(key: string, discordId: string | undefined): Promise<Reach> {
    if (discordId === undefined) return { how: 'name' };
    const { how } = await alerts.read(discordId);
    if (how === 'off' || !leads.calls) return { how: 'name' };
    const standing = standings.get(discordId);
    if (how === 'dm') return { how: 'direct', discordId, isNameable: standing === 'nameable' };
    if (standing === 'nameable') return { how: 'mention', discordId };
    if (standing !== 'pending') return { how: 'name' };
    const isPatient = waitedMs(`${guildId}:${followId}:${key}`, work) < PATIENCE_MS;
    return { how: isPatient ? 'wait' : 'name' };
  }

  const entries = calls.map(async ({ key }, at): Promise<[string, readonly [Reach, Reach]]> => {
    const [first, second] = members[at] ?? [];
    return [key, [await reach(key, first), await reach(key, second)]];
  });
  return new Map(await Promise.all(entries));
}

const AHEAD_MS = HOUR_MS;

/** Looks up the players whom this tournament's next calls may name, so that they need not wait. Throws `StoreError`. */
export async function lookAhead(
  { follow, guildId, reading }: Turn,
  matches: readonly KeyedMatch[],
  { accounts, limits, naming, now }: Work,
): Promise<void> {
  const { stage, tournament } = reading;
  const startsAt = tournament.startsAt?.epochMs ?? Infinity;
  const isSoon = stage === 'running' || (stage === 'registration' && startsAt - now() < AHEAD_MS);
  if (!follow.topics.calls || !isSoon) return;
  const open = matches.filter(({ match }) => resultOf(match) === undefined);
  const players = open.flatMap(({ match }) => playerIdsOf(match));
  const entrants = players.length > 0 ? players : (tournament.entrantIds ?? []);
  const members = await Promise.all([...new Set(entrants)].map((playerId) => accounts.memberOf(playerId)));
  const linked = members.filter((member) => member !== undefined);
  const standings = await naming.standings(guildId, linked, 'none');
  const pending = linked.filter((member) => standings.get(member) === 'pending');
  // Not awaited, and it never rejects.
  void naming.lookAhead(guildId, pending.slice(0, limits.ahead));
}
