import { within } from '../async/within.ts';
import { MINUTE_MS } from '../durations.ts';

/** Longer than a session takes to be resumed or begun again. */
const DISCONNECTED_MS = 2 * MINUTE_MS;

/** The longest age of a reported check of the store, and the longest wait for a new one. */
const CHECK_MS = 1000;

/** What /readyz says. */
export interface Readiness {
  ready: boolean;
  draining: boolean;
  /** The gateway's sessions; in HTTP mode, whether interactions are taken. */
  discord: 'connected' | 'disconnected';
  store: 'ok' | 'down';
}

/**
 * Ready once Discord and store have both worked, until the process drains or has been without a gateway session for
 * minutes: it then gets no interactions. A store that is lost later only shows in the body and does not take the bot away: all replicas share it, and a bot that says "the store is down" serves better than none.
 */
export function createReadiness(parts: {
  /** How long interactions have had no way in: 0 while they have one. */
  disconnectedMs: () => number;
  store: () => Promise<void>;
  /** Monotonic milliseconds. */
  now?: () => number;
}) {
  const { now = () => performance.now() } = parts;
  const worked = { discord: false, store: false };
  let draining = false;
  let last = { works: false, at: -Infinity };
  let checking: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    const works = await parts.store().then(
      () => true,
      () => false,
    );
    last = { works, at: now() };
    checking = undefined;
    return works;
  }

  /** Anyone may ask, as often as they like: the store is written to at most once a second, and never twice at a time. */
  async function storeWorks(): Promise<boolean> {
    if (now() - last.at < CHECK_MS) return last.works;
    checking ??= check();
    return within(checking, CHECK_MS, () => false);
  }

  return {
    draining: (): boolean => draining,
    drain(): void {
      draining = true;
    },
    async read(): Promise<Readiness> {
      const store = await storeWorks();
      const disconnectedMs = parts.disconnectedMs();
      const discord = disconnectedMs === 0;
      worked.discord ||= discord;
      worked.store ||= store;
      return {
        ready: worked.discord && worked.store && !draining && disconnectedMs < DISCONNECTED_MS,
        draining,
        discord: discord ? 'connected' : 'disconnected',
        store: store ? 'ok' : 'down',
      };
    },
  };
}
