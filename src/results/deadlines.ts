import { isBetweenTwo } from '../brackets/players.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Question } from '../brackets/question.ts';
import { NotOwnerError } from '../jobs/owner/lease.ts';
import { nonceOf } from '../message/nonce.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { scoreLine, winnerBy } from '../replies/match.ts';
import { hiddenResult, mentionedIds, resultButtons } from '../replies/results.ts';
import type { ResultMentions } from '../replies/report-view.ts';
import type { StoreLog } from '../store/store.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { dueAtOf, LOOK_MS, type Due } from './due.ts';
import type { ReadIfThere, ResultEvent } from './ports.ts';
import { currentReport, haveOthers, isEnded } from './current-report.ts';
import { createOutages } from './outages.ts';
import type { PendingPosts } from './pending-posts.ts';
import { isTold, withoutMessages, type Report } from './report.ts';
import type { ReportId, Reports } from './reports.ts';
import type { Unfinishing } from './unfinished.ts';

type Closed = Question | 'dropped';

interface DeadlinesDeps {
  reports: Reports;
  due: Due;
  readIfThere: ReadIfThere;
  unfinished: Pick<Unfinishing, 'settle' | 'finish'>;
  reminders: Pick<PendingPosts, 'recover' | 'send'>;
  /** `isPending`: Discord has not answered yet whether the opponent is in the server. */
  namesOf: (report: Report) => Promise<{ mentions: ResultMentions; isPending: boolean }>;
  /** Whether results are spoilered where the report is shown. */
  isHidden: (report: Report) => Promise<boolean>;
  tellOrganizers: (report: Report, match: Match) => Promise<boolean>;
  /** Edits the message that asks a side to agree to how its match stands; deletes it if that is unknown or shown beside it. */
  closeQuestion: (report: Report, match: Match | undefined, state?: Closed) => Promise<boolean>;
  /** Why no one has to answer a report of an open match; `undefined` while someone does. */
  mootBy: (report: Report, match: Match) => Promise<Closed | undefined>;
  /** Whether the result post has no feed that corrects it. */
  isAlone: (report: Report) => Promise<boolean>;
  /** Edits such a post if the platform shows another result. Returns whether it did. */
  correctPost: (report: Report, match: Match) => Promise<boolean>;
  /** Closes the organizers' message of a report that the platform ended. */
  endOrganizers: (report: Report, match: Match | undefined, state?: Closed) => Promise<void>;
  onResult: (event: ResultEvent) => void;
  guilds: Pick<Guilds, 'translator'>;
  log: StoreLog;
  now: () => number;
}

/** A reminder that can't name the other side yet is tried again after this. */
const AGAIN_MS = 10 * MINUTE_MS;

/**
 * Reminds the other side halfway to the deadline and notifies the organizers at the deadline, once each, and finishes presses whose
 * process died. Never writes to the platform.
 */
export function createDeadlines(deps: DeadlinesDeps) {
  const {
    due,
    guilds,
    isHidden,
    reports,
    readIfThere,
    closeQuestion,
    namesOf,
    reminders,
    tellOrganizers,
    onResult,
    unfinished,
  } = deps;
  const { log, now } = deps;

  const readOpen = createOutages({ reports, readIfThere, now });

  /** Compares what the messages of a decided report show with what the platform shows. */
  async function look(id: ReportId, report: Report): Promise<void> {
    if (!isTold(report) && !(await deps.isAlone(report))) return reports.setDue(id, undefined);
    const match = await readIfThere(id.matchId);
    if (match === undefined) return due.schedule(report);
    const isCorrected = await deps.correctPost(report, match);
    if (!haveOthers(report, match) && !isEnded(report, match, now()))
      // A platform that showed an old state is soon seen to show the new one.
      return isCorrected ? reports.setDue(id, now() + LOOK_MS) : due.schedule(report);
    await deps.endOrganizers(report, match);
    await due.removeReminder(report);
    const after = await reports.change(id, withoutMessages);
    await (after === undefined ? reports.setDue(id, undefined) : due.schedule(after));
  }

  async function remind(report: Report, match: Match): Promise<'done' | 'again'> {
    const { channelId, claim, guildId } = report;
    if (channelId === undefined || claim === undefined || guildId === undefined) return 'done';
    const { mentions, isPending } = await namesOf(report);
    const { opponent } = mentions;
    if (opponent === undefined) return isPending ? 'again' : 'done';
    const t = await guilds.translator(guildId);
    const score = scoreLine(match, claim.scores, t, { winner: winnerBy(match, claim.scores) });
    const post = {
      content: t('results.remind', {
        player: opponent,
        result: (await isHidden(report)) ? hiddenResult(match, score, t) : score,
      }),
      rows: [resultButtons(match, report, t)],
      mentions: { users: mentionedIds([opponent]) },
    };
    const nonce = nonceOf('remind', guildId, report.matchId, report.reportedAt);
    const standing = await reminders.recover(report);
    if (standing.reminder === undefined) {
      const sent = await reminders.send(standing, channelId, { post, nonce });
      if (!('id' in sent)) return 'done';
      await due.keep(report, { channelId, messageId: sent.id });
    }
    onResult('reminded');
    return 'done';
  }

  /**
   * The report needs no one's answer anymore: closes the messages that ask for it. `false`: the question's channel can't be used
   * now, and is tried again.
   */
  async function end(report: Report, match: Match | undefined, state?: Closed): Promise<boolean> {
    await due.removeReminder(report);
    const isClosed = await closeQuestion(report, match, state);
    if (isTold(report)) await deps.endOrganizers(report, match, state);
    await reports.setDue(report, isClosed ? undefined : due.lookAtOf(report));
    return isClosed;
  }

  /** A report that the platform ended asks no one, even if its match is open again; what its message shows is compared. */
  async function watchEnded(id: ReportId, report: Report): Promise<void> {
    if (!(await deps.isAlone(report))) return;
    const after = await reports.change(id, (current) => {
      // Reported anew meanwhile.
      if (current.reportedAt !== report.reportedAt || current.state !== report.state) return current;
      return { ...withoutMessages(current), endedAt: now() };
    });
    if (after !== undefined) await due.schedule(after);
  }

  const isDue = (report: Report): boolean => (dueAtOf(report) ?? Infinity) <= now();

  /** Sends what asks for an answer: the reminder halfway, the organizers' message at the deadline. */
  async function ask(id: ReportId, before: Report): Promise<void> {
    const { match, stored } = await readOpen(id, before);
    const report = match && currentReport(stored, match, now());
    // No reminder for a match that no longer exists, or whose result the platform has changed.
    if (match === undefined || report === undefined) {
      if (await end(stored, match)) await watchEnded(id, stored);
      return;
    }
    const moot = await deps.mootBy(report, match);
    if (moot !== undefined) {
      if (!(await end(stored, match, moot))) return;
      // Its match can be reported anew, should it be played after all.
      return void (await reports.change(id, (current) => (current.state === 'open' ? undefined : current)));
    }
    if (!isDue(report)) return due.schedule(report);
    // Half a bracket, or another draw: nobody is asked about a match that may not be theirs.
    if (!isBetweenTwo(match)) return reports.setDue(id, now() + LOOK_MS);
    const isOver = report.deadlineAt !== undefined && report.deadlineAt <= now();
    if (isOver && report.escalatedAt === undefined) {
      if (await tellOrganizers(report, match)) onResult('escalated');
    } else if (report.remindedAt === undefined && (await remind(report, match)) === 'again')
      return reports.setDue(id, now() + AGAIN_MS);
    const at = now();
    const after = await reports.change(id, (current) => ({
      ...current,
      remindedAt: current.remindedAt ?? at,
      ...present({ escalatedAt: isOver ? (current.escalatedAt ?? at) : undefined }),
    }));
    if (after !== undefined) await due.schedule(after);
  }

  async function handle(id: ReportId): Promise<void> {
    let stored = await reports.find(id);
    if (stored?.writingSince !== undefined && isDue(stored)) stored = await unfinished.settle(id, stored);
    if (stored?.unfinished !== undefined && isDue(stored)) stored = await unfinished.finish(id, stored);
    if (stored === undefined) return reports.setDue(id, undefined);
    // An unfinished press has its own schedule.
    if (stored.writingSince !== undefined || stored.unfinished !== undefined)
      return isDue(stored) ? undefined : due.schedule(stored);
    const dueAt = dueAtOf(stored);
    if (stored.state === 'open' && stored.endedAt === undefined) return ask(id, stored);
    if (dueAt === undefined)
      return due.lookAtOf(stored) === undefined ? reports.setDue(id, undefined) : look(id, stored);
    return reports.setDue(id, dueAt);
  }

  return {
    /** Handles these reports, which are due; retries a failure after a minute. Throws `StoreError`, and `NotOwnerError`. */
    async run(ids: readonly ReportId[]): Promise<void> {
      for (const id of ids)
        await handle(id).catch((error: unknown) => {
          // The next owner handles it when it is due.
          if (error instanceof NotOwnerError) throw error;
          log.warn({ err: error, ...id }, 'a due report could not be handled; it is tried again in a minute');
          return reports.setDue(id, now() + MINUTE_MS);
        });
    },
  };
}
