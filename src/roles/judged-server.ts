import type { Resident } from './population.ts';
import type { Judge, ServerView } from './server.ts';

/** A server with rules as last read, and which of its members have steps to do. */
export interface Server extends ServerView {
  guildId: string;
  revision: number;
  residents: Map<string, Resident>;
  judge: Judge;
  /** Members with steps to do. */
  pending: Set<string>;
  /** Monotonic times. */
  loadedAt: number;
  judgedAt: number;
  nextAt: number;
  checkedAt: number;
  /** When the roles of its rules were checked last. */
  lookedAt: number;
  /** When a member's role was changed last. */
  changedAt: number;
  /** When it last made progress: a turn ended, or nothing was to do. */
  movedAt: number;
  failures: number;
  isStale: boolean;
  /** By member and role: when a refused change may be tried again. */
  refused: Map<string, number>;
}

/** Whether Discord has just refused a change of this member. */
export const isRefused = ({ refused }: Server, discordId: string, roleId: string, at: number): boolean =>
  (refused.get(`${discordId}:${roleId}`) ?? -Infinity) > at;
