import type { ResultPosts } from '../guilds/result-posts.ts';
import type { Naming } from '../members/naming.ts';
import { channelUrl } from '../message/channel-url.ts';
import type { Match } from '../reading/records.ts';
import type { Concerns } from './concerns.ts';
import type { JudgedPress, PressInput } from './judge.ts';
import { isUnderWay } from './next-report.ts';
import { isOvertaken } from './current-report.ts';
import { roleOf } from './presser-role.ts';
import type { Report } from './report.ts';

interface ElsewhereDeps {
  /** The report of a match in a server, if it applies. */
  find: (match: Match, guildId: string) => Promise<Report | undefined>;
  concerns: Concerns;
  naming: Pick<Naming, 'serversOf'>;
  resultPosts: Pick<ResultPosts, 'shown'>;
  now: () => number;
}

/** An unsettled report and its message. */
export interface UnderWay {
  match: Match;
  report: Report;
  /** It waits for this player's answer; otherwise for the other side's or the organizers'. */
  isAsked: boolean;
  url: string | undefined;
}

/** Finds a member's reports in all servers where they were seen, for presses outside of these. Every method throws `StoreError`. */
export function createElsewhere({ find, concerns, naming, resultPosts, now }: ElsewhereDeps) {
  async function reportsIn(guildIds: Iterable<string>, match: Match): Promise<Report[]> {
    const found = await Promise.all([...guildIds].map((guildId) => find(match, guildId)));
    return found.filter((report) => report !== undefined);
  }

  /** The URL of the message that shows a report's result now. */
  async function messageUrlOf({ guildId, channelId, matchId }: Report): Promise<string | undefined> {
    if (guildId === undefined || channelId === undefined) return undefined;
    const shown = await resultPosts.shown(channelId, matchId).catch(() => undefined);
    return shown?.messageId && channelUrl(guildId, channelId, shown.messageId);
  }

  /** The same, if the message stays: a question is deleted with its answer. */
  async function lastingUrlOf(report: Report): Promise<string | undefined> {
    const { channelId = '', matchId } = report;
    const shown = await resultPosts.shown(channelId, matchId).catch(() => undefined);
    return shown?.isOpen === true ? undefined : messageUrlOf(report);
  }

  /** The same, or else the URL of its channel. */
  async function urlOf(report: Report): Promise<string | undefined> {
    const { guildId, channelId } = report;
    if (guildId === undefined || channelId === undefined) return undefined;
    return (await messageUrlOf(report)) ?? channelUrl(guildId, channelId);
  }

  /**
   * The reports that a score from a direct message must not overwrite: those in the presser's servers that both sides agreed to
   * or that wait for the other side, unless the platform has overtaken them. Disputes and rulings bind only their own server, so
   * a server made for the purpose can block nothing. `here`: the server of the press.
   */
  async function heldOf(match: Match, discordId: string, here: string | undefined): Promise<Report[]> {
    const others = (await naming.serversOf(discordId)).filter((guildId) => guildId !== here);
    const reports = await reportsIn(others, match);
    return reports.filter(
      (report) =>
        (report.state === 'agreed' || report.state === 'open') && !isOvertaken(report, match, now()),
    );
  }

  /**
   * For a direct message, or a server that the tournament does not concern: the report in another of the presser's servers that
   * must not be overwritten from here. Anyone can create a server, so one that the tournament does not concern binds no other.
   */
  async function heldFrom(
    { match, place, presser }: PressInput,
    { report, step }: JudgedPress,
  ): Promise<Report | undefined> {
    const { guildId } = place;
    const tournamentId = match.tournament?.id;
    if (guildId !== undefined) {
      const writes = 'writes' in step && step.writes;
      if (!writes || (await concerns(guildId, tournamentId))) return undefined;
    }
    const own = report !== undefined && isUnderWay(report) ? report : undefined;
    for (const held of await heldOf(match, presser.account.discordId, guildId)) {
      // Of two open reports in servers that the tournament does not concern, the later one waits.
      const isLater = own !== undefined && held.state === 'open' && held.reportedAt >= own.reportedAt;
      if (!isLater || (await concerns(held.guildId ?? '', tournamentId))) return held;
    }
    return undefined;
  }

  return {
    messageUrlOf,
    lastingUrlOf,
    urlOf,
    reportsOf: async (match: Match, discordId: string): Promise<Report[]> =>
      reportsIn(await naming.serversOf(discordId), match),
    heldFrom,
    /** The unsettled reports of a player's match. `here`: the server where they ask. */
    async underWay(
      this: void,
      match: Match,
      { discordId, playerId }: { discordId: string; playerId: string },
      here: string | undefined,
    ): Promise<UnderWay[]> {
      const guildIds = new Set([
        ...(here === undefined ? [] : [here]),
        ...(await naming.serversOf(discordId)),
      ]);
      const presser = { playerId, isOrganizer: false, isTeammate: false, hasClaimed: false };
      const all = (await reportsIn(guildIds, match)).filter(isUnderWay);
      const isAsked = (report: Report): boolean =>
        report.state === 'open' && roleOf(match, report, presser) === 'opponent';
      return Promise.all(
        all.map(async (report) => ({ match, report, isAsked: isAsked(report), url: await urlOf(report) })),
      );
    },
  };
}
