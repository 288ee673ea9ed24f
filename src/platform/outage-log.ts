import { MINUTE_MS } from '../durations.ts';
import type { CallEvent } from './calls.ts';

/** Shorter outages are not logged. */
const PATIENCE_MS = 5 * MINUTE_MS;

interface OutageLogDeps {
  log: {
    warn(fields: object, message: string): void;
    info(fields: object, message: string): void;
  };
  /** Epoch milliseconds. */
  now: () => number;
}

/** Takes every call; says once that the platform is out, and once that it is back. */
export function createOutageLog({ log, now }: OutageLogDeps) {
  let since: number | undefined;
  let isLogged = false;
  return ({ operation, outcome, status, cached }: CallEvent): void => {
    if (cached === true) return;
    if (outcome !== 'unavailable') {
      if (isLogged && since !== undefined)
        log.info({ minutes: Math.round((now() - since) / MINUTE_MS) }, 'the platform answers again');
      since = undefined;
      isLogged = false;
      return;
    }
    since ??= now();
    if (isLogged || now() - since < PATIENCE_MS) return;
    isLogged = true;
    log.warn({ operation, status, since: new Date(since).toISOString() }, 'no call to the platform works');
  };
}
