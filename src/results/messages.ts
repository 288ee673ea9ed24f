import { hidesResults } from '../guilds/spoilers.ts';
import { createOutbox, type OutboxDeps } from '../jobs/deliver/outbox.ts';
import { PlatformError } from '../platform/error.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import type { createAudit } from './audit.ts';
import { closeQuestion } from './close-question.ts';
import { correctPost, postAlone } from './correct-post.ts';
import type { Concerns } from './concerns.ts';
import { resultScores } from './current-report.ts';
import { createDeadlines } from './deadlines.ts';
import type { ResultsDeps } from './deps.ts';
import { createDue } from './due.ts';
import type { createElsewhere } from './elsewhere.ts';
import { createFollowUp } from './follow-up.ts';
import { mootBy } from './moot.ts';
import type { createConcerned, createNames } from './names.ts';
import { createNotices } from './notices.ts';
import { createOrganizerPosts } from './organizers.ts';
import { createPendingPosts } from './pending-posts.ts';
import { createResultPoster } from './post-result.ts';
import { areEqual, type Report } from './report.ts';
import { reportScores } from '../replies/report-view.ts';
import type { Reports } from './reports.ts';
import type { NamedResult, Registered } from './show-result.ts';
import { createRoleMentions } from './role-mentions.ts';
import { createUnfinishing, LATE_MS } from './unfinished.ts';

interface MessagesDeps extends ResultsDeps {
  directs: OutboxDeps['directs'];
  reports: Reports;
  audit: ReturnType<typeof createAudit>;
  concerns: Concerns;
  concernedBy: ReturnType<typeof createConcerned>;
  elsewhere: ReturnType<typeof createElsewhere>;
  namesOf: ReturnType<typeof createNames>;
  /** The report of a match in a server, if it still applies to the match. */
  find: (match: Match, guildId: string | undefined) => Promise<Report | undefined>;
  /** Counts a press for the metrics. */
  count: (report: Report, before: Report | undefined) => void;
}

/** Whether to show a report: a claim only if the platform has it, an agreement or a ruling always. */
const isToShow = (report: Report, match: Match): boolean =>
  report.state !== 'written' || areEqual(resultScores(match), reportScores(report));

/** Everything that posts and edits about results, over the channels of presses or of the owner. */
export function createMessages(deps: MessagesDeps) {
  const { channels, elsewhere, find, guilds, namesOf, now, reports } = deps;
  const readIfThere = (matchId: string): Promise<Match | undefined> =>
    deps.readMatch(matchId).catch((error: unknown) => {
      if (error instanceof PlatformError && error.kind === 'not-found') return undefined;
      throw error;
    });
  const outbox = createOutbox(deps);
  const { organizers: pendingPosts, reminders } = createPendingPosts({ outbox, reports });
  const notices = createNotices({
    ...deps,
    outbox,
    reminders,
    urlOf: elsewhere.urlOf,
    isHidden: (report) => hidesResults(guilds, report),
  });
  const organizers = createOrganizerPosts({
    ...deps,
    pendingPosts,
    urlOf: elsewhere.messageUrlOf,
    lastingUrlOf: elsewhere.lastingUrlOf,
    mayMentionRole: createRoleMentions(deps),
  });
  const due = createDue({ reports, reminders, channels, now });
  const followUp = createFollowUp({ ...deps, organizers, pendingPosts, notices, due });
  async function named(match: Match, report: Report | undefined): Promise<NamedResult | undefined> {
    const scores = report && reportScores(report);
    return scores && { match, report, scores, mentions: (await namesOf(report)).mentions };
  }
  const poster = createResultPoster({
    ...deps,
    posted: followUp.posted,
    async onShown(id, channelId) {
      await reports.change(id, (report) =>
        report.channelId === channelId
          ? report
          : { ...present({ ...report, parentId: undefined }), channelId },
      );
    },
    latest: async (match, guildId) => named(match, await find(match, guildId)),
  });
  /** The platform may come to show what it accepted. */
  const mayShowLate = ({ unfinished: press }: Report): boolean => now() - (press?.at ?? 0) < LATE_MS;
  async function register(report: Report, match: Match): Promise<Registered> {
    const result = await named(match, report);
    const registered = result === undefined ? 'settled' : await poster.settleOutdated(result);
    if (registered !== 'settled') return registered;
    try {
      await closeQuestion(report, match, deps);
      await correctPost(report, match, { ...deps, mayBeEdited: true });
    } catch {
      return 'unanswered';
    }
    return registered;
  }
  const unfinished = createUnfinishing({
    followUp,
    now,
    readIfThere,
    reports,
    async show(report, match) {
      if (isToShow(report, match)) return (await poster.showUnfinished(report, match)) ? 'shown' : 'unknown';
      if (mayShowLate(report)) return 'unknown';
      const registered = await register(report, match);
      const isOutdated =
        registered === 'settled' || (registered === 'none' && resultScores(match) !== undefined);
      return isOutdated ? 'outdated' : 'unknown';
    },
    settle: async (report, match) => !mayShowLate(report) && (await register(report, match)) !== 'unanswered',
    onDone: (report) => deps.count(report, report.unfinished?.before),
  });
  const deadlines = createDeadlines({
    ...deps,
    due,
    reports,
    reminders,
    readIfThere,
    unfinished,
    isHidden: (report) => hidesResults(guilds, report),
    isAlone: async (report) => (await postAlone(report, guilds)) !== undefined,
    correctPost: (report, match) => correctPost(report, match, deps),
    endOrganizers: (report, match, state) => followUp.endOrganizers(report, match, { state }),
    namesOf,
    mootBy: (report, match) => mootBy(report, match, deps),
    closeQuestion: (report, match, state) => closeQuestion(report, match, { ...deps, ...present({ state }) }),
    tellOrganizers: followUp.tellOrganizers,
  });
  return { poster, deadlines, due, followUp, unfinished };
}
