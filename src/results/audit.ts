import type { Guilds } from '../guilds/guilds.ts';
import type { Naming } from '../members/naming.ts';
import type { Match } from '../reading/records.ts';
import { lines } from '../replies/format.ts';
import { contextMarkup, scoreText, versusLabel } from '../replies/match.ts';
import { reasonMarkup } from '../replies/results.ts';
import { escapeMarkup } from '../words/plain.ts';
import { nonceOf } from '../message/nonce.ts';
import { areEqual, type Report, type Unfinished } from './report.ts';
import { isDropped, reportScores } from '../replies/report-view.ts';

interface ResultAuditDeps {
  guilds: Pick<Guilds, 'settings' | 'translator' | 'note'>;
  naming: Pick<Naming, 'standings'>;
}

/** `scores`: the score now claimed. `earlier`: the score that it disputes, or the claimant's previous one. */
function disputedScores(before: Report | undefined, { claim, counter, seen }: Report) {
  if (before?.state !== 'disputed') return { scores: counter?.scores, earlier: claim?.scores ?? seen };
  return counter?.at === before.counter?.at
    ? { scores: claim?.scores, earlier: before.claim?.scores }
    : { scores: counter?.scores, earlier: before.counter?.scores };
}

/** Writes lines about results to a server's log channel. Methods throw `StoreError`. */
export function createAudit({ guilds, naming }: ResultAuditDeps) {
  return {
    /** A member as the log channel may name them: a hidden member appears under their platform name. */
    async presserMarkup(
      guildId: string,
      match: Match,
      { discordId, playerId, playerName }: Unfinished['by'],
    ): Promise<string> {
      const standings = await naming.standings(guildId, [discordId], 'results');
      if (standings.get(discordId) === 'nameable') return `<@${discordId}>`;
      const side = match.sides.find(({ player }) => player?.id === playerId);
      return escapeMarkup(side?.player?.name ?? playerName ?? playerId, 60);
    },

    /**
     * Adds a line to the server's log channel, after a delay if there was one just before. `member`: the presser. `saidIn`: the
     * channel of a message to the organizers with the same content. Returns when the line is posted.
     */
    async note(
      { before, report, pressId }: { before: Report | undefined; report: Report; pressId: string },
      {
        match,
        member,
        saidIn,
        waits,
      }: { match: Match; member: string; saidIn: string | undefined; waits: boolean },
    ): Promise<{ posted: Promise<void> } | undefined> {
      if (report.guildId === undefined) return undefined;
      const { logChannelId } = await guilds.settings.recent(report.guildId);
      // An edit of that message does not show the earlier score or ruling.
      if (saidIn !== undefined && saidIn === logChannelId && before?.state !== report.state) return undefined;
      const counted = before && !isDropped(before) ? reportScores(before) : undefined;
      const { scores, earlier } =
        report.state === 'disputed'
          ? disputedScores(before, report)
          : { scores: reportScores(report), earlier: counted };
      // Only screenshots are new.
      if (before?.state === 'disputed' && report.state === 'disputed' && areEqual(scores, earlier))
        return undefined;
      const isCorrection = report.state === 'written' && earlier !== undefined;
      const what = {
        open: 'proposed',
        written: isCorrection ? 'corrected' : 'reported',
        agreed: 'agreed',
        disputed: 'disputed',
        ruled: isDropped(report) ? 'dropped' : report.ruling?.scores === undefined ? 'left' : 'ruled',
      } as const;
      const t = await guilds.translator(report.guildId);
      const none = t('results.audit.none');
      const isSame =
        report.state === 'ruled' && !isDropped(report) && scores !== undefined && areEqual(earlier, scores);
      const text = t(isSame ? 'results.audit.confirmed' : `results.audit.${what[report.state]}`, {
        member,
        match: escapeMarkup(versusLabel(match, t)),
        score: scores === undefined ? none : scoreText(scores, t),
        before: earlier === undefined ? none : scoreText(earlier, t),
        reason: reasonMarkup(report.ruling?.reason ?? ''),
      });
      const context = contextMarkup(match, t);
      return guilds.note(report.guildId, lines(text, context && `-# ${context}`), {
        // Repeated reports by one member must not flood the channel.
        repeats: {
          key: `${report.guildId}:${match.id}`,
          waits: waits && (report.state === 'written' || report.state === 'open'),
        },
        nonce: nonceOf('log', pressId),
      });
    },
  };
}
