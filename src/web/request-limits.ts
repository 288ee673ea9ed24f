import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { CallerNetwork } from './caller-network.ts';

const WINDOW_MS = MINUTE_MS;
/** A few megabytes. Beyond it new networks share one count, so that a flood of addresses evicts no count. */
const NETWORKS_MAX = 50_000;
const OTHERS: CallerNetwork = { name: 'others', times: 10 };

/**
 * Counts the requests of each network in fixed windows of a minute. `perMinute`: per address. Returns the seconds to wait if
 * a network is over its limit.
 */
export function createRequestLimits({
  perMinute,
  now,
  networksMax = NETWORKS_MAX,
}: {
  perMinute: number;
  now: () => number;
  networksMax?: number;
}): (networks: readonly CallerNetwork[]) => number | undefined {
  let counts = new Map<string, number>();
  let windowEnds = 0;
  return (networks) => {
    const time = now();
    // A clock that was set back must not refuse requests.
    if (time >= windowEnds || windowEnds - time > WINDOW_MS) {
      counts = new Map();
      windowEnds = time + WINDOW_MS;
    }
    const isOver = networks.map((network) => {
      const { name, times } = counts.has(network.name) || counts.size < networksMax ? network : OTHERS;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count > perMinute * times;
    });
    return isOver.includes(true) ? Math.ceil((windowEnds - time) / SECOND_MS) : undefined;
  };
}
