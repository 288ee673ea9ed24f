import { sideOf } from '../brackets/results.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import type { ResultMentions } from '../replies/report-view.ts';
import type { StoreLog } from '../store/store.ts';
import type { FileSource } from '../message/reply.ts';
import type { createAudit } from './audit.ts';
import type { Due } from './due.ts';
import { isUnderWay } from './next-report.ts';
import type { createNotices } from './notices.ts';
import { NO_SCREENSHOTS, type createOrganizerPosts, type Screenshots } from './organizers.ts';
import type { PendingPosts } from './pending-posts.ts';
import { withoutReminder, withoutSteps, type Report, type FollowUpStep, type Unfinished } from './report.ts';
import type { Reports } from './reports.ts';

interface FollowUpDeps {
  reports: Reports;
  organizers: ReturnType<typeof createOrganizerPosts>;
  pendingPosts: PendingPosts;
  audit: ReturnType<typeof createAudit>;
  notices: ReturnType<typeof createNotices>;
  due: Pick<Due, 'keep' | 'removeReminder' | 'schedule'>;
  namesOf: (report: Report) => Promise<{ mentions: ResultMentions }>;
  log: StoreLog;
  now: () => number;
}

interface FollowedPress {
  mentions: ResultMentions;
  /** The organizers have a message about it. */
  isTold: boolean;
  /** It lacks the presser's screenshots. */
  areFilesLost: boolean;
}

/** No one has to answer anymore. */
const isSettled = ({ state }: Report): boolean => state === 'agreed' || state === 'ruled';

/**
 * The steps after a press, in order: 1. the organizers' message if they decide, 2. the line in the log channel, 3. the result post
 * (`post-result.ts`), 4. the players' notices. Once a report is settled, 1 and 2 come after 3, because they link to the post that
 * stays. A step that may have been done before a kill is repeated: it edits the existing message, or posts with the same nonce, so
 * that Discord returns the first message.
 */
export function createFollowUp(deps: FollowUpDeps) {
  const { audit, due, log, namesOf, notices, now, organizers, pendingPosts, reports } = deps;

  /** Sends the organizers a report that they decide, and stores their message. */
  async function tellOrganizers(
    report: Report,
    match: Match,
    {
      screenshots,
      discordId,
      done,
    }: { screenshots: Screenshots; discordId: string | undefined; done: ReadonlySet<FollowUpStep> },
  ): Promise<{ channelId: string; areFilesLost: boolean } | undefined> {
    const told = await organizers.tell(report, match, { screenshots, discordId });
    if (told === undefined) return undefined;
    const { post, areFilesLost } = told;
    const after = await reports.change(report, (current) => ({
      ...pendingPosts.settled(withoutSteps(current, report.unfinished?.pressId, done), post),
      ...present({ escalatedAt: report.state === 'open' ? now() : undefined }),
    }));
    // The report was settled while the message was sent.
    if (after !== undefined && !isUnderWay(after))
      await organizers.close(after, match).catch((error: unknown) => {
        log.warn({ err: error, matchId: match.id }, 'a message to the organizers could not be edited');
      });
    return { channelId: post.channelId, areFilesLost };
  }

  /** Records these steps as done: after the last one, the report is due as usual. */
  async function noteDone(report: Report, done: ReadonlySet<FollowUpStep>): Promise<void> {
    const pressId = report.unfinished?.pressId;
    if (pressId === undefined) return;
    const after = await reports.change(report, (current) => {
      const rest = withoutSteps(current, pressId, done);
      // The notice of a dispute goes once that is settled; others stay.
      return rest !== current && done.has('notice') && !isUnderWay(rest) ? withoutReminder(rest) : rest;
    });
    if (after !== undefined && after.unfinished === undefined) await due.schedule(after);
  }

  const memberOf = (report: Report, match: Match, { by }: Unfinished): Promise<string> =>
    audit.presserMarkup(report.guildId ?? '', match, by).catch(() => '');

  /** Performs the remaining steps. `done`: those that succeeded. */
  function createAttempts(match: Match, { steps }: Unfinished) {
    const done = new Set<FollowUpStep>();
    const onError = (error: unknown): undefined => {
      log.warn({ err: error, matchId: match.id }, 'a step after a result failed; it is tried again');
    };
    const attempt = async (step: FollowUpStep, work: () => Promise<void>): Promise<void> => {
      if (!steps.includes(step)) return;
      await work().then(() => done.add(step), onError);
    };
    return { attempt, done, onError };
  }

  /**
   * Performs the remaining steps before the result post. Failures here never undo the press. `files`: screenshots for the
   * organizers; `isLate`: the process of the press died. `noted`: resolves once the done steps are stored. Never rejects.
   */
  async function follow(
    report: Report,
    match: Match,
    { unfinished, files, isLate }: { unfinished: Unfinished; files: readonly FileSource[]; isLate: boolean },
  ): Promise<{ press: FollowedPress; noted: Promise<void> }> {
    const { before, by, pressId, steps } = unfinished;
    const { attempt, done, onError } = createAttempts(match, unfinished);
    const { mentions = {} } = (await namesOf(report).catch(onError)) ?? {};
    const press: FollowedPress = {
      mentions,
      isTold: report.organizersPost !== undefined,
      areFilesLost: false,
    };
    if (isSettled(report)) return { press, noted: Promise.resolve() };
    // An opponent who may not be named can't be asked in public, so the organizers decide.
    const needsOrganizers =
      report.state === 'disputed' ||
      (report.state === 'open' && (mentions.opponent === undefined || report.channelId === undefined));
    let saidIn =
      needsOrganizers && !steps.includes('organizers') ? report.organizersPost?.channelId : undefined;

    async function tell(): Promise<void> {
      const closed = await closeEarlier(report, match, unfinished);
      const isClosed = closed.every(({ status }) => status === 'fulfilled');
      if (needsOrganizers) {
        const side = sideOf(match, by.playerId);
        const screenshots: Screenshots = { side: side === undefined ? 0 : side === 0 ? 1 : 2, files };
        const told = await tellOrganizers(report, match, {
          screenshots,
          discordId: by.discordId,
          done: new Set(isClosed ? ['organizers'] : []),
        });
        press.isTold = told !== undefined;
        press.areFilesLost = told?.areFilesLost === true;
        saidIn = told?.channelId;
      }
      throwFirst(closed);
    }

    let posted: Promise<unknown> = Promise.resolve();
    await attempt('organizers', tell);
    await attempt('log', async () => {
      const member = await memberOf(report, match, unfinished);
      posted =
        (await audit.note({ before, report, pressId }, { match, member, saidIn, waits: !isLate }))?.posted ??
        posted;
    });
    // One write for all steps, after the log line; the answer to the press waits for neither.
    return { press, noted: posted.then(() => noteDone(report, done)).catch(onError) };
  }

  /** Performs the remaining steps after the result post is up, or when no channel takes it. Never rejects. */
  async function posted(shown: Report, match: Match): Promise<void> {
    const { unfinished } = (await reports.find(shown).catch(() => undefined)) ?? {};
    // Another press has begun since, or it is a direct message, of which nothing is stored.
    if (unfinished === undefined || unfinished.pressId !== shown.unfinished?.pressId) return;
    const report = { ...shown, unfinished };
    const { before, by, pressId } = unfinished;
    const { attempt, done, onError } = createAttempts(match, unfinished);
    done.add('post');
    if (isSettled(report)) {
      const member = await memberOf(report, match, unfinished);
      // Until its edit arrives, the organizers' message is about to say it.
      let saidIn = (report.organizersPost ?? report.organizersPending)?.channelId;
      await attempt('organizers', async () => {
        const closed = await closeEarlier(report, match, unfinished);
        saidIn = (await organizers.close(await pendingPosts.recoverToClose(report), match, member))
          ?.channelId;
        throwFirst(closed);
      });
      await attempt('log', async () => {
        await (
          await audit.note({ before, report, pressId }, { match, member, saidIn, waits: false })
        )?.posted;
      });
    }
    await attempt('notice', async () => {
      const notice = await notices.tell({ before, report }, { match, presserId: by.discordId });
      if (notice !== undefined && isUnderWay(report)) await due.keep(report, notice);
    });
    await noteDone(report, done).catch(onError);
  }

  const endOrganizers = async (...[report, match, how]: Parameters<typeof organizers.end>): Promise<void> =>
    organizers.end(await pendingPosts.recoverToClose(report), match, how);

  /** Closes what an earlier report left: the organizers' message about a report that the platform ended, and its reminder. */
  const closeEarlier = (
    report: Report,
    match: Match,
    { before, ended }: Unfinished,
  ): Promise<PromiseSettledResult<unknown>[]> => {
    const isKept = report.reminder !== undefined || report.reminderPending !== undefined;
    const earlier = isKept ? undefined : (before ?? ended);
    return Promise.allSettled([
      ended && endOrganizers(ended, match, { shown: report.seen }),
      earlier && due.removeReminder(earlier),
    ]);
  };

  return {
    tellOrganizers: async (report: Report, match: Match): Promise<boolean> =>
      (await tellOrganizers(report, match, {
        screenshots: NO_SCREENSHOTS,
        discordId: report.claim?.discordId,
        done: new Set(),
      })) !== undefined,
    endOrganizers,
    follow,
    posted,
  };
}

function throwFirst(settled: readonly PromiseSettledResult<unknown>[]): void {
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}
