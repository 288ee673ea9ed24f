import type { Account } from '../accounts/accounts.ts';
import { SECOND_MS } from '../durations.ts';
import { agreementOf, deadlineMsOf } from '../guilds/settings.ts';
import { DirectMark } from '../jobs/deliver/outbox.ts';
import type { FileSource } from '../message/reply.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import type { ResultMentions, ShownReport } from '../replies/report-view.ts';
import { createRowIndex } from '../store/row-index.ts';
import { createAudit } from './audit.ts';
import { createConcerns } from './concerns.ts';
import { currentReport } from './current-report.ts';
import type { ResultsDeps } from './deps.ts';
import { createElsewhere } from './elsewhere.ts';
import { createForgetting } from './forgetting.ts';
import { judge, type JudgedPress, type PressInput } from './judge.ts';
import { createMarks } from './marks.ts';
import { createMessages } from './messages.ts';
import { createConcerned, createNames, createMembersOf } from './names.ts';
import type { PressPlace } from './next-report.ts';
import { isDecidedAgainst, tellOneSided } from './one-sided.ts';
import type { PreparedPost } from './post-result.ts';
import { doPress, type PressOutcome } from './press.ts';
import { Report, rulingMark } from './report.ts';
import { createReports, DueRecord } from './reports.ts';
import { resultChannel, type Origin } from './result-channels.ts';
import { createUndecided } from './undecided.ts';

/** The outcome of a press. `isTold`: the organizers have a message about it. `areFilesLost`: without the presser's screenshots. */
export type SettledPress =
  | Exclude<PressOutcome, { kind: 'done' }>
  | (Extract<PressOutcome, { kind: 'done' }> & {
      mentions: ResultMentions;
      isTold: boolean;
      areFilesLost: boolean;
    });

export type Results = Pick<
  ReturnType<typeof createResults>,
  | 'find'
  | 'standing'
  | 'hasPlayed'
  | 'rulingOf'
  | 'mentionsOf'
  | 'place'
  | 'preview'
  | 'press'
  | 'preparePost'
  | 'unshown'
  | 'underWay'
  | 'urlOf'
>;

/**
 * After this long without a post, the press's process is slow or dead. Posting again is safe: the nonce prevents a second message.
 */
const STALE_MS = 15 * SECOND_MS;

/** Handles results from report to final. Only presses write to the platform. Methods throw `StoreError`. */
export function createResults(deps: ResultsDeps) {
  const { guilds, log, naming, now, onResult, stores } = deps;
  const reports = createReports({
    reports: stores.namespace('reports', Report),
    due: stores.namespace('due', DueRecord),
    index: createRowIndex({ stores, now }),
    now,
  });
  const marks = createMarks(deps.vault);
  const concerns = createConcerns(deps);
  const membersOf = createMembersOf(deps.accounts);
  const namesOf = createNames(deps);
  const concernedBy = createConcerned(deps);
  const audit = createAudit(deps);
  const forgetting = createForgetting({ ...deps, reports, marks });
  const elsewhere = createElsewhere({ find, concerns, naming, resultPosts: guilds.resultPosts, now });

  /** The report of a match in a server, if it still applies to the match. */
  async function find(match: Match, guildId: string | undefined): Promise<Report | undefined> {
    return currentReport(await reports.find({ guildId, matchId: match.id }), match, now());
  }

  /** A report that waits for an answer or was disputed, as its result post shows it. */
  async function standing(match: Match, guildId: string): Promise<ShownReport | undefined> {
    const report = await find(match, guildId);
    if (report === undefined || report.state === 'written' || report.state === 'agreed') return undefined;
    return { report, mentions: (await namesOf(report)).mentions };
  }

  function count(report: Report, before: Report | undefined): void {
    const { state } = report;
    const isFinal = state === 'agreed' || state === 'ruled';
    const left = state === 'ruled' && report.ruling?.scores === undefined;
    const event = state === 'open' ? 'proposed' : state === 'written' ? 'reported' : left ? 'left' : state;
    onResult(event, isFinal && before !== undefined ? now() - before.reportedAt : undefined);
    log.info({ result: event, matchId: report.matchId, guildId: report.guildId }, 'result');
  }

  const directs = stores.namespace('directs', DirectMark);
  const messagesOver = (channels: ResultsDeps['channels']) =>
    createMessages({
      ...deps,
      channels,
      directs,
      reports,
      audit,
      concerns,
      concernedBy,
      elsewhere,
      namesOf,
      find,
      count,
    });
  const { poster, due, followUp, unfinished } = messagesOver(deps.channels);

  /** A press on an outdated message repairs it: the process that should have edited it died. */
  async function finishStale(report: Report): Promise<void> {
    if (report.unfinished === undefined || now() - report.unfinished.at < STALE_MS) return;
    await unfinished
      .finish(report, report)
      .catch((error: unknown) =>
        log.warn({ err: error, matchId: report.matchId }, 'an unfinished press could not be finished'),
      );
  }

  /** What a press would do now. */
  async function preview(input: PressInput): Promise<JudgedPress> {
    const { match, place, presser } = input;
    const stored = await reports.find({ guildId: place.guildId, matchId: match.id });
    const hasClaimed = stored !== undefined && marks.has(stored, presser.account.discordId);
    const judged = judge(stored, input, { now: now(), hasClaimed });
    const held = await elsewhere.heldFrom(input, judged);
    return held === undefined ? judged : { ...judged, report: held, step: { refused: 'elsewhere' } };
  }

  return {
    find,
    standing,
    preview,

    /** Whether this member is a player of the match according to its report in the server, even with another account. */
    async hasPlayed(
      matchId: string,
      guildId: string,
      { discordId, playerId }: Pick<Account, 'discordId' | 'playerId'>,
    ): Promise<boolean> {
      const stored = await reports.find({ guildId, matchId });
      return (
        stored !== undefined && (stored.sides?.includes(playerId) === true || marks.has(stored, discordId))
      );
    },

    /** The current ruling in a server, for a form that opens on it: its mark, and its reason if there is one. */
    async rulingOf(matchId: string, guildId: string): Promise<{ mark: string; reason?: string }> {
      const ruling = (await reports.find({ guildId, matchId }))?.ruling;
      return { mark: rulingMark(ruling), ...present({ reason: ruling?.reason }) };
    },
    /** The members of a report who may be named in its server. */
    mentionsOf: async (report: Report): Promise<ResultMentions> => (await namesOf(report)).mentions,

    /** The rules that apply to a press, and the channel that shows it. In direct messages, one side's score counts. */
    async place(origin: Origin, match: Match): Promise<PressPlace> {
      const { serverId } = origin;
      const channel = await resultChannel(origin, match, guilds);
      // Past the cache: with unreadable settings, one side's score would count at once.
      const settings = serverId === undefined ? {} : await guilds.settings.read(serverId);
      return { ...channel, policy: agreementOf(settings), deadlineMs: deadlineMsOf(settings) };
    },

    /** Performs a press and everything that follows from it. `files`: screenshots for the organizers. */
    async press(input: PressInput, files: readonly FileSource[] = []): Promise<SettledPress> {
      const { report, step } = await preview(input);
      if ('refused' in step && step.refused === 'elsewhere')
        return { kind: 'refused', why: 'elsewhere', role: 'other', report };
      const outcome = await doPress(input, { reports, marks, membersOf, schedule: due.schedule, now });
      // The press writes back what it read first, so a member who unlinked meanwhile may be in it again.
      const { claim, counter } = outcome.report ?? {};
      for (const discordId of [claim?.discordId, counter?.discordId])
        if (outcome.kind !== 'refused' && outcome.report !== undefined && discordId !== undefined)
          await forgetting.afterPress(outcome.report, discordId);
      // Channels that follow the tournament read it sooner.
      void guilds.wakes
        .note(input.match.id, input.match.tournament?.id)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a followed tournament could not be scheduled for an early read'),
        );
      if (outcome.kind === 'done') {
        const { report } = outcome;
        count(report, outcome.before);
        const press = report.unfinished;
        const followed =
          press && (await followUp.follow(report, input.match, { unfinished: press, files, isLate: false }));
        await forgetting.afterPress(report, input.presser.account.discordId);
        return { ...outcome, mentions: {}, isTold: false, areFilesLost: false, ...followed?.press };
      }
      if (outcome.kind === 'refused' && outcome.report !== undefined) await finishStale(outcome.report);
      if (outcome.kind === 'failed' && input.press === 'confirm' && isDecidedAgainst(outcome.result))
        await tellOneSided(input.match, outcome, deps).catch((error: unknown) =>
          log.warn(
            { err: error },
            'the message to the organizers about a refused confirmation could not be sent',
          ),
        );
      return outcome;
    },

    /** The result post of a press. From a direct message, only existing posts are corrected. */
    async preparePost({ match, place, presser }: PressInput): Promise<PreparedPost> {
      const { guildId } = place;
      if (guildId !== undefined) return poster.prepare(match, await find(match, guildId), place);
      return poster.prepareCorrection(match, await elsewhere.reportsOf(match, presser.account.discordId));
    },

    /** Call it instead of showing the press in a channel. */
    unshown: followUp.posted,
    underWay: elsewhere.underWay,
    undecidedIn: createUndecided({ reports, resultPosts: guilds.resultPosts }),
    urlOf: elsewhere.urlOf,
    /** Removes the Discord id of a member who unlinked from all reports, and what they typed if they delete everything. */
    forgetMember: (discordId: string, how: { deletes: boolean } = { deletes: false }): Promise<void> =>
      forgetting.member(discordId, how),

    /** A reading shows that a match is asked about no longer: its question closes with the next look. */
    lookAt: async (matchId: string, guildId: string): Promise<void> => {
      const id = { guildId, matchId };
      if ((await reports.find(id))?.state === 'open') await reports.setDue(id, now());
    },

    /** Background work: reminds and escalates, once each. */
    async deadlines(channels: ResultsDeps['channels']): Promise<void> {
      const due = await reports.dueAt(now());
      if (due.length > 0) await messagesOver(channels).deadlines.run(due);
    },
  };
}
