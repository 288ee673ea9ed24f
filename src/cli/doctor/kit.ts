import type { Config } from '../../config.ts';
import type { Findings } from './finding.ts';

/** What every check needs. */
export interface Kit {
  config: Config;
  say: Findings;
  /** Ends all waiting. */
  signal: AbortSignal;
  /** Epoch milliseconds. */
  now: () => number;
}
