import type { Announced } from '../guilds/announced.ts';
import type { Naming } from '../members/naming.ts';
import { channelUrl } from '../message/channel-url.ts';
import type { Match } from '../reading/records.ts';
import { isUnderWay } from './next-report.ts';
import { isOvertaken, roleOf, type Report } from './report.ts';

interface ElsewhereDeps {
  /** The report of a match in a server, if it counts. */
  find: (match: Match, guildId: string) => Promise<Report | undefined>;
  naming: Pick<Naming, 'serversOf'>;
  announced: Pick<Announced, 'shown'>;
  now: () => number;
}

/** A report under way, and its message. */
export interface UnderWay {
  match: Match;
  report: Report;
  /** It awaits the player's own word; else the other side's, or the organizers'. */
  isAsked: boolean;
  url: string | undefined;
}

/** Reports in the servers where a member was seen, for what they do outside of these. Every method throws `StoreError`. */
export function createElsewhere({ find, naming, announced, now }: ElsewhereDeps) {
  async function reportsIn(guildIds: Iterable<string>, match: Match): Promise<Report[]> {
    const found = await Promise.all([...guildIds].map((guildId) => find(match, guildId)));
    return found.filter((report) => report !== undefined);
  }

  /** The address of the message that shows a report's result now. */
  async function messageUrlOf({ guildId, channelId, matchId }: Report): Promise<string | undefined> {
    if (guildId === undefined || channelId === undefined) return undefined;
    const shown = await announced.shown(channelId, matchId).catch(() => undefined);
    return shown?.messageId && channelUrl(guildId, channelId, shown.messageId);
  }

  /** The same, if it stays: a question goes with its answer. */
  async function lastingUrlOf(report: Report): Promise<string | undefined> {
    const { channelId = '', matchId } = report;
    const shown = await announced.shown(channelId, matchId).catch(() => undefined);
    return shown?.isOpen === true ? undefined : messageUrlOf(report);
  }

  /** The same, else of its channel. */
  async function urlOf(report: Report): Promise<string | undefined> {
    const { guildId, channelId } = report;
    if (guildId === undefined || channelId === undefined) return undefined;
    return (await messageUrlOf(report)) ?? channelUrl(guildId, channelId);
  }

  return {
    messageUrlOf,
    lastingUrlOf,
    urlOf,
    reportsOf: async (match: Match, discordId: string): Promise<Report[]> =>
      reportsIn(await naming.serversOf(discordId), match),
    /**
     * What both sides agreed to, or what awaits the other side, in the presser's own servers: a score from a direct message does not
     * overwrite it, unless the platform has overtaken it. Organizers bind their server alone, so anybody's server can lock nothing.
     * `here`: the server where they press.
     */
    async heldOf(match: Match, discordId: string, here: string | undefined): Promise<Report[]> {
      const others = (await naming.serversOf(discordId)).filter((guildId) => guildId !== here);
      const reports = await reportsIn(others, match);
      return reports.filter(
        (report) =>
          (report.state === 'agreed' || report.state === 'open') && !isOvertaken(report, match, now()),
      );
    },
    /** The reports of a player's match that are under way. `here`: the server where they ask. */
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
