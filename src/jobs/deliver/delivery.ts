import type { Refused } from '../../message/channels.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import type { Reach } from '../plan/acts.ts';
import type { MatchReport } from '../plan/plan-input.ts';
import type { Turn, Work } from '../work.ts';
import { RefusedError } from './errors.ts';
import type { OpenFeed } from './open-feed.ts';

/** What the acts of one turn work with. */
export interface Delivery {
  turn: Turn;
  feed: OpenFeed;
  work: Work;
  /** By match key, as the acts were planned. */
  reports: ReadonlyMap<string, MatchReport>;
  /** `key:discordId` of players whom no direct message reached. */
  unreached: Set<string>;
  /** The keys of matches whose calls wait for a direct message, or whose threads stay open until their message is edited. */
  delayed: Set<string>;
}

/** Whether scores and winners are spoilered. */
export const isHidden = ({ follow }: Pick<Turn, 'follow'>): boolean => follow.topics.spoilers === true;

/** Whether results are spoilered in a channel: several follows that share it use the strictest setting. */
export async function hidesIn(
  channelId: string,
  { turn, work }: Pick<Delivery, 'turn' | 'work'>,
): Promise<boolean> {
  const { follow, guildId } = turn;
  const { tournamentId } = follow;
  return isHidden(turn) || hidesResults(work.guilds, { guildId, channelId, tournamentId });
}

type Sides = readonly [Reach, Reach];
export type Members = [string | undefined, string | undefined];

/** As planned: those who chose mentions, and those whom no direct message reached, if they may be named. */
function plannedMembers(sides: Sides, key: string, { unreached }: Pick<Delivery, 'unreached'>): Members {
  const member = (side: Reach): string | undefined =>
    side.how === 'mention' ||
    (side.how === 'direct' && side.isNameable && unreached.has(`${key}:${side.discordId}`))
      ? side.discordId
      : undefined;
  return [member(sides[0]), member(sides[1])];
}

/** The players to mention now: a turn may take minutes, and who has hidden meanwhile is not named. Throws `StoreError`. */
export async function membersOf(sides: Sides, key: string, delivery: Delivery): Promise<Members> {
  const { turn, work } = delivery;
  const [first, second] = plannedMembers(sides, key, delivery);
  const planned = [first, second].filter((member) => member !== undefined);
  if (planned.length === 0) return [undefined, undefined];
  const standings = await work.naming.standings(turn.guildId, planned, 'now');
  const nameable = (member: string | undefined): string | undefined =>
    member !== undefined && standings.get(member) === 'nameable' ? member : undefined;
  return [nameable(first), nameable(second)];
}

/**
 * The players to mention now, if somebody who was to be mentioned may not be named anymore: they may have hidden while the message
 * was sent, and then nobody else knew of it. Throws `StoreError`.
 */
export async function membersLeft(
  sides: Sides,
  key: string,
  delivery: Delivery,
): Promise<Members | undefined> {
  const members = await membersOf(sides, key, delivery);
  const planned = plannedMembers(sides, key, delivery);
  return planned.every((member, side) => member === members[side]) ? undefined : members;
}

/** A refusal by the followed channel ends the turn. */
export function throwRefused(refused: Refused | undefined): void {
  if (refused !== undefined) throw new RefusedError(refused === 'closed' ? 'refused' : refused);
}
