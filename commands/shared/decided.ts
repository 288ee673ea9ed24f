import type { Context, LinkedContext } from './define.ts';
import { standingIn } from './standing.ts';
import { hasPlayer } from '../../src/brackets/players.ts';
import { agreementOf, isOrganizer } from '../../src/guilds/settings.ts';
import { channelUrl } from '../../src/message/channel-url.ts';
import type { ActionButton, Reply } from '../../src/message/reply.ts';
import type { Match } from '../../src/reading/records.ts';
import { lines } from '../../src/replies/format.ts';
import { matchEmbed } from '../../src/replies/matches.ts';
import { fixButton, wrongButton } from '../../src/replies/score-forms.ts';
import { resultButtons } from '../../src/replies/results.ts';
import { disputedResult } from '../../src/results/current-report.ts';
import { isUnderWay } from '../../src/results/next-report.ts';
import type { Report } from '../../src/results/report.ts';

type DecidedContext = Pick<Context, 'caller' | 'guilds' | 'naming' | 'place'>;

/** Where a channel of the caller's servers may show the result: where they pressed, where results go, and where it is followed. */
async function channelsOf(
  guildId: string,
  match: Match,
  { guilds, place }: DecidedContext,
): Promise<Set<string>> {
  const { resultsChannelId } = await guilds.settings.recent(guildId);
  const follows = Object.values(await guilds.follows.read(guildId));
  const followed = follows.filter(({ tournamentId }) => tournamentId === match.tournament?.id);
  const own = guildId === place.serverId ? [place.channelId, place.parentId] : [];
  const all = [resultsChannelId, ...own, ...followed.map(({ channelId }) => channelId)];
  return new Set(all.filter((channelId) => channelId !== undefined));
}

/** The URL of the message that shows a match's result to the caller. */
async function resultUrl(match: Match, where: DecidedContext): Promise<string | undefined> {
  const { caller, guilds, naming, place } = where;
  const { serverId } = place;
  const guildIds = serverId === undefined ? await naming.serversOf(caller.discordId) : [serverId];
  for (const guildId of guildIds)
    for (const channelId of await channelsOf(guildId, match, where)) {
      const { messageId, scores } = (await guilds.resultPosts.shown(channelId, match.id)) ?? {};
      if (messageId !== undefined && scores !== undefined) return channelUrl(guildId, channelId, messageId);
    }
  return undefined;
}

type DisputeWay = 'here' | 'there' | 'fix' | 'organizers' | 'underWay';

/** How the caller can dispute a result. */
async function questionOf(
  context: LinkedContext,
  match: Match,
  { report, url }: { report: Report | undefined; url: string | undefined },
): Promise<DisputeWay> {
  const { account, caller, guilds, place } = context;
  const { serverId } = place;
  if (serverId === undefined) return isUnderWay(report) ? 'underWay' : url === undefined ? 'fix' : 'there';
  const settings = await guilds.settings.recent(serverId);
  const plays = hasPlayer(match, account.playerId);
  const mayRule = isOrganizer(settings, caller) && !plays;
  if (isUnderWay(report) && !mayRule)
    return plays || (await standingIn(context, match)).isTeammate !== false ? 'underWay' : 'organizers';
  if ((report?.policy ?? agreementOf(settings)) === 'platform') return 'fix';
  const isOpen = report === undefined || report.state === 'written';
  // A member can't dispute their own claim.
  if (report?.state === 'written' && report.claim?.discordId === caller.discordId) return 'fix';
  return isOpen || isOrganizer(settings, caller) ? 'here' : 'organizers';
}

/** The result of a finished match, where it is posted, and how to dispute it. */
export async function decidedReply(context: LinkedContext, match: Match): Promise<Reply> {
  const { now, place, results, t } = context;
  // The result is shown even if the store fails.
  const report = await results.find(match, place.serverId).catch(() => undefined);
  const url = await resultUrl(match, context).catch(() => undefined);
  const question = await questionOf(context, match, { report: disputedResult(report, match, now()), url });
  const buttons: Record<DisputeWay, ActionButton[]> = {
    here: [wrongButton(match, t)],
    there: [],
    fix: [{ ...fixButton(match, t), action: 'score:formAgain' }],
    organizers: [],
    underWay: report?.claim?.discordId === context.caller.discordId ? [] : resultButtons(match, report, t),
  };
  return {
    content: lines(
      t('score.decided.over'),
      // The match says what it waits for.
      question === 'underWay'
        ? undefined
        : t(`score.decided.${question}`, { wrong: t('results.wrong'), fix: t('match.fix') }),
      url,
    ),
    embeds: [matchEmbed({ match, asOf: undefined, now: now(), report }, t)],
    rows: [buttons[question]],
  };
}
