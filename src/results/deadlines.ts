import { MINUTE_MS } from '../durations.ts';
import { nonceOf } from '../message/nonce.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { PlatformError } from '../platform/error.ts';
import { scoreLine } from '../replies/match.ts';
import { hiddenResult, mentionedIds, resultButtons, type ResultMentions } from '../replies/results.ts';
import type { StoreLog } from '../store/store.ts';
import type { Channels } from '../message/channels.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { ReadMatch, ResultEvent } from './ports.ts';
import { areEqual, currentReport, isEnded, resultScores, type Report } from './report.ts';
import type { ReportId, Reports } from './reports.ts';

interface DeadlinesDeps {
  reports: Reports;
  readMatch: ReadMatch;
  channels: Pick<Channels, 'post' | 'edit' | 'remove'>;
  /** `isPending`: Discord has not said yet whether the opponent is there. */
  namesOf: (report: Report) => Promise<{ mentions: ResultMentions; isPending: boolean }>;
  /** Whether results are covered where the report is shown. */
  isHidden: (report: Report) => Promise<boolean>;
  tellOrganizers: (report: Report, match: Match) => Promise<boolean>;
  /** Closes the organizers' message of a report that the platform ended. */
  endOrganizers: (report: Report, match: Match) => Promise<void>;
  onResult: (event: ResultEvent) => void;
  guilds: Pick<Guilds, 'translator'>;
  log: StoreLog;
  now: () => number;
}

/** At the half, the other side is reminded. */
const remindAtOf = ({ reportedAt, deadlineAt = reportedAt }: Report): number =>
  reportedAt + (deadlineAt - reportedAt) / 2;

/** A reminder that could not name the other side yet comes again after this. */
const AGAIN_MS = 10 * MINUTE_MS;

/** Between two looks at what the platform shows of a match that the organizers decide or decided. */
const LOOK_MS = 10 * MINUTE_MS;

/** How long the press that disputes a result may take to tell the organizers. */
const DISPUTE_MS = MINUTE_MS;

/** When the next reminder or escalation is due if there is no further press. */
function dueAtOf(report: Report): number | undefined {
  if (report.state === 'disputed' && report.organizersPost === undefined && report.escalatedAt === undefined)
    return (report.counter ?? report.claim ?? { at: report.reportedAt }).at + DISPUTE_MS;
  if (report.state !== 'open') return undefined;
  if (report.remindedAt === undefined) return remindAtOf(report);
  return report.escalatedAt === undefined ? report.deadlineAt : undefined;
}

/** Once each: reminds the other side at the half of the deadline, and tells the organizers at its end. Writes to no platform. */
export function createDeadlines(deps: DeadlinesDeps) {
  const { guilds, isHidden, reports, readMatch, channels, namesOf, tellOrganizers, onResult, log, now } =
    deps;

  /** When to look whether the platform has ended what the organizers have a message of: ever less often, some 15 times in all. */
  function lookAtOf({ organizersPost, reportedAt, ruling, state }: Report): number | undefined {
    if (organizersPost === undefined || (state !== 'disputed' && state !== 'ruled')) return undefined;
    return now() + Math.max(LOOK_MS, (now() - (ruling?.at ?? reportedAt)) / 2);
  }
  const schedule = (report: Report): Promise<void> =>
    reports.setDue(report, dueAtOf(report) ?? lookAtOf(report));

  async function look(id: ReportId, report: Report): Promise<void> {
    const match = await readIfThere(id.matchId);
    if (match === undefined || !isEnded(report, match, now())) return schedule(report);
    await deps.endOrganizers(report, match);
    await removeReminder(report);
    await reports.change(id, ({ organizersPost: _ended, ...rest }) => rest);
    await reports.setDue(id, undefined);
  }

  const readIfThere = (matchId: string): Promise<Match | undefined> =>
    readMatch(matchId).catch((error: unknown) => {
      if (error instanceof PlatformError && error.kind === 'not-found') return undefined;
      throw error;
    });

  async function remind(report: Report, match: Match): Promise<'done' | 'again'> {
    const { channelId, claim, guildId } = report;
    if (channelId === undefined || claim === undefined || guildId === undefined) return 'done';
    const { mentions, isPending } = await namesOf(report);
    const { opponent } = mentions;
    if (opponent === undefined) return isPending ? 'again' : 'done';
    const t = await guilds.translator(guildId);
    const score = scoreLine(match, claim.scores, t);
    const post = {
      content: t('results.remind', {
        player: opponent,
        result: (await isHidden(report)) ? hiddenResult(match, score, t) : score,
      }),
      rows: [resultButtons(match, report, t)],
      mentions: { users: mentionedIds([opponent]) },
    };
    const sent = await channels.post(
      channelId,
      post,
      nonceOf('remind', guildId, report.matchId, report.reportedAt),
    );
    if (!('id' in sent)) return 'done';
    onResult('reminded');
    await keep(report, { channelId, messageId: sent.id });
    return 'done';
  }

  /** Notes a message that stands until the report is settled, or takes it away if that has happened while it was sent. */
  async function keep(report: Report, reminder: { channelId: string; messageId: string }): Promise<void> {
    const after = await reports.change(report, (current) =>
      current.state === report.state ? { ...current, reminder } : current,
    );
    if (after?.reminder?.messageId !== reminder.messageId)
      await channels.remove(reminder.channelId, reminder.messageId);
  }

  async function removeReminder({ reminder }: Report): Promise<void> {
    if (reminder !== undefined) await channels.remove(reminder.channelId, reminder.messageId);
  }

  /** Nobody's word is missing any more: what asks for it goes. */
  async function end(report: Report): Promise<void> {
    await removeReminder(report);
    await reports.setDue(report, undefined);
  }

  async function handle(id: ReportId): Promise<void> {
    const stored = await reports.find(id);
    const dueAt = stored && dueAtOf(stored);
    if (stored !== undefined && dueAt === undefined && lookAtOf(stored) !== undefined)
      return look(id, stored);
    if (stored === undefined || dueAt === undefined || dueAt > now()) return reports.setDue(id, dueAt);
    const match = await readIfThere(id.matchId);
    const report = match && currentReport(stored, match, now());
    // No reminder for a match that no longer exists, or of what the platform has overtaken.
    if (match === undefined || report === undefined) return end(stored);
    const isDisputed = report.state === 'disputed';
    const standing = resultScores(match);
    // What the website shows by now counts: nobody has to confirm it.
    if (!isDisputed && standing !== undefined && !areEqual(standing, report.seen)) return end(stored);
    const isOver = isDisputed || (report.deadlineAt !== undefined && report.deadlineAt <= now());
    if (isOver && report.escalatedAt === undefined) {
      if ((await tellOrganizers(report, match)) && !isDisputed) onResult('escalated');
    } else if (report.remindedAt === undefined && (await remind(report, match)) === 'again')
      return reports.setDue(id, now() + AGAIN_MS);
    const at = now();
    const after = await reports.change(id, (current) => ({
      ...current,
      remindedAt: current.remindedAt ?? at,
      ...present({ escalatedAt: isOver ? (current.escalatedAt ?? at) : undefined }),
    }));
    if (after !== undefined) await schedule(after);
  }

  return {
    schedule,
    keep,
    /** Does what is due. What fails is tried again by the next run. Never rejects. */
    async run(): Promise<void> {
      try {
        for (const id of await reports.dueAt(now()))
          await handle(id).catch((error: unknown) => log.warn({ err: error, ...id }, 'a reminder failed'));
      } catch (error) {
        log.warn({ err: error }, 'the due reports could not be read');
      }
    },
  };
}
