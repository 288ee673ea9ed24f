import type { Match } from '../reading/records.ts';

/** Counted in the metrics; `ms`: time since the report. */
export type ResultEvent =
  | 'reported'
  | 'proposed'
  | 'agreed'
  | 'disputed'
  | 'ruled'
  | 'left'
  | 'reminded'
  | 'escalated';

/** Reads a match with all known names. Throws `PlatformError`. */
export type ReadMatch = (matchId: string) => Promise<Match>;

/** The same; `undefined` for a match that no longer exists. */
export type ReadIfThere = (matchId: string) => Promise<Match | undefined>;
