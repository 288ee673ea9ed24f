import { keyMatches } from '../../src/jobs/plan/match-keys.ts';
import type { MatchReport, PlanInput } from '../../src/jobs/plan/plan-input.ts';
import type { Bracket } from '../../src/reading/records.ts';
import type { ReportView } from '../../src/replies/report-view.ts';
import { match, T0 } from './night-records.ts';

const MINUTE_MS = 60_000;

/** The times of a reading. */
export const at = (minutes: number) => ({
  readAt: T0 + minutes * MINUTE_MS,
  bracketAt: T0 + minutes * MINUTE_MS,
});

/** One round with these matches: "a-b 3-1". */
export const round = (...texts: string[]): Bracket => ({
  rounds: [{ section: 'main', number: 1, matches: texts.map((text) => match(`m${text.slice(0, 3)}`, text)) }],
});

type Followed = PlanInput['followed'];

/** A channel that follows with calls and results, or with these topics. */
export const following = (
  topics: Partial<Followed['follow']['topics']> = {},
  leads: Partial<Followed['leads']> = {},
): { followed: Followed } => ({
  followed: {
    follow: {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: true, results: true, event: false, ...topics },
      since: 0,
    },
    leads: { calls: true, results: true, event: true, ping: false, end: true, ...leads },
  },
});

/** The key of the match of two players, "a-b". */
export const keyIn = (bracket: Bracket, pair: string): string =>
  keyMatches(bracket, new Map()).find(
    ({ match: { sides } }) => sides.map(({ player }) => player?.id).join('-') === pair,
  )?.key ?? '';

/** A report of a match, by its key. */
export const reported = (
  key: string,
  state: ReportView['state'],
  more: Partial<MatchReport & ReportView> = {},
): Pick<PlanInput, 'reports'> => {
  const { isMembers = false, mentions = {}, ...report } = more;
  return {
    reports: new Map([[key, { report: { state, policy: 'both', ...report }, mentions, isMembers }]]),
  };
};
