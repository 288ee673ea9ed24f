import type { Links } from '../accounts/links.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { StoreLog } from '../store/store.ts';
import {
  isEarly,
  STEPS,
  type Departure,
  type DepartureEntry,
  type DepartureStep,
} from './departure-record.ts';
import type { NamingRecords } from './naming.ts';

export interface DepartureStepsDeps {
  links: Pick<Links, 'read'>;
  naming: Pick<NamingRecords, 'members'>;
  /** Each may be repeated at any time. A step that rejects is retried. */
  steps: Readonly<Record<Exclude<DepartureStep, 'late' | 'store'>, (departure: Departure) => Promise<void>>>;
  log: StoreLog;
  now: () => number;
}

/** Performs the remaining steps of a departure. Returns those that failed. */
export function createDepartureSteps({ links, naming, now, steps, log }: DepartureStepsDeps) {
  /** The part of a departure that still applies: the member may have stopped hiding, or linked again. */
  async function current(departure: Departure): Promise<Departure | 'player' | undefined> {
    const { discordId, kind, linkedAt, playerIds } = departure;
    if (kind === 'hide') {
      const member = await naming.members.readNow(discordId).catch((error: unknown) => {
        unlessUnreadable(error);
        return { hidden: true };
      });
      return member?.hidden === true ? departure : undefined;
    }
    const link = await links.read(discordId).catch(unlessUnreadable);
    if (link === undefined) return departure;
    if (link.linkedAt === linkedAt && playerIds.includes(link.playerId)) return departure;
    return playerIds.every((playerId) => playerId === link.playerId) ? undefined : 'player';
  }

  return async function work(departure: Departure, entry: DepartureEntry): Promise<DepartureStep[]> {
    const counts = await current(departure);
    const failures: DepartureStep[] = [];
    for (const { name, isOfPlayer } of STEPS) {
      if (counts === undefined || !entry.left.includes(name) || (counts === 'player' && !isOfPlayer))
        continue;
      // `sweep.ts` searches for all members in one walk. A row that leads to other rows is erased after them.
      const waits = name === 'rows' && failures.some((one) => one !== 'posts');
      const isLeft = name === 'store' || waits || isEarly(name, entry, now());
      // While the member is linked, other work may give back what a step took.
      if (isLeft || !(await attempt(name, departure)) || failures.includes('link')) failures.push(name);
    }
    return failures;
  };

  async function attempt(name: Exclude<DepartureStep, 'store'>, departure: Departure): Promise<boolean> {
    try {
      await steps[name === 'late' ? 'posts' : name](departure);
      return true;
    } catch (error) {
      log.warn(
        { err: error, step: name },
        'a step of a Hide, an unlink or a deletion failed; it is tried again',
      );
      return false;
    }
  }
}
