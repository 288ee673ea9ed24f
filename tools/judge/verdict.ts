import type { Night } from './night.ts';
import { judgeAlerts } from './alerts.ts';
import { judgeCalls } from './calls.ts';
import { judgeClosed } from './closed.ts';
import { judgeEvents } from './events.ts';
import { delaysOf, type Delay } from './lateness.ts';
import { judgeMentions } from './mentions.ts';
import { judgeKinds, judgeLive, judgeMilestones } from './milestones.ts';
import { judgeNicknames } from './nicknames.ts';
import { judgePeople } from './people.ts';
import { judgeRankUps } from './rank-ups.ts';
import { judgeResults } from './results.ts';
import { judgeSeries } from './series.ts';
import { judgeServers } from './servers.ts';
import { judgeSpoilers } from './spoilers.ts';
import { judgeStale } from './stale.ts';
import { judgeTables } from './tables.ts';
import { judgeThreads } from './threads.ts';
import { createView, type View } from './view.ts';
import { judgeWithdrawn } from './withdrawn.ts';

const JUDGES: readonly ((view: View) => void)[] = [
  judgeCalls,
  judgeClosed,
  judgeResults,
  judgeAlerts,
  judgeMilestones,
  judgeLive,
  judgeKinds,
  judgeEvents,
  judgeThreads,
  judgeMentions,
  judgeSpoilers,
  judgeTables,
  judgeStale,
  judgeWithdrawn,
];

/** What is not about one channel. */
const NIGHT_JUDGES = [judgeServers, judgeSeries, judgePeople, judgeNicknames, judgeRankUps];

export interface Verdict {
  faults: string[];
  delays: Delay[];
}

/**
 * What is wrong with what the channels were told in a night, judged by what the platform showed and when: something false, something
 * twice, something missing, something late; and how late each thing was told.
 */
export function verdictOf(night: Night): Verdict {
  const faults = [...night.faults, ...NIGHT_JUDGES.flatMap((judge) => judge(night))];
  const delays: Delay[] = [];
  for (const follow of night.follows) {
    const view = createView(night, follow);
    for (const judge of JUDGES) judge(view);
    delays.push(...delaysOf(view));
    faults.push(...view.faults.map((fault) => `channel ${follow.channelId}, ${follow.cup.name}: ${fault}`));
  }
  return { faults, delays };
}
