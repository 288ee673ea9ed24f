import type { Match } from '../reading/records.ts';

/** What happened to a result, for the metrics; `ms`: since its report. */
export type ResultEvent =
  | 'reported'
  | 'proposed'
  | 'agreed'
  | 'disputed'
  | 'ruled'
  | 'left'
  | 'reminded'
  | 'escalated';

/** Reads a match with the names that are known. Throws `PlatformError`. */
export type ReadMatch = (matchId: string) => Promise<Match>;

/** The same; `undefined` for a match that no longer exists. */
export type ReadIfThere = (matchId: string) => Promise<Match | undefined>;
