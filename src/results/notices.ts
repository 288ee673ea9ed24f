import type { Alerts } from '../members/alerts.ts';
import type { Outbox } from '../jobs/deliver/outbox.ts';
import { nonceOf } from '../message/nonce.ts';
import type { Match } from '../reading/records.ts';
import { noticePost, type NoticeKind } from '../replies/result-notices.ts';
import type { Translate, Words } from '../words/words.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Concerned } from './names.ts';
import type { PendingPosts } from './pending-posts.ts';
import { areEqual, type Report } from './report.ts';

export interface NoticesDeps {
  alerts: Pick<Alerts, 'read' | 'noteClosed'>;
  outbox: Pick<Outbox, 'sendDirect'>;
  reminders: Pick<PendingPosts, 'recover' | 'send'>;
  guilds: Pick<Guilds, 'translator'>;
  /** The URL of a report's message. */
  urlOf: (report: Report) => Promise<string | undefined>;
  /** Whether results are spoilered where the report is shown. */
  isHidden: (report: Report) => Promise<boolean>;
  concernedBy: (report: Report) => Promise<readonly Concerned[]>;
  words: Pick<Words, 'in'>;
}

const pressedAtOf = ({ reportedAt, ruling }: Report): number => ruling?.at ?? reportedAt;

/** The notice that players get after a press, if any. */
function noticeOf(before: Report | undefined, { claim, ruling, state }: Report): NoticeKind | undefined {
  // Another reason is not another ruling.
  const isAgain = before?.ruling?.scores !== undefined && areEqual(before.ruling.scores, ruling?.scores);
  if (state === 'ruled') return isAgain ? undefined : 'ruled';
  // Another score in a dispute is not a new dispute.
  if (state === 'disputed') return before?.state === 'disputed' ? undefined : 'disputed';
  return state === 'written' && claim?.byOrganizer === true ? 'entered' : undefined;
}

/**
 * Notifies the players of a match that its result was disputed, ruled on or entered by an organizer, the way each chose for match
 * alerts.
 */
export function createNotices(deps: NoticesDeps) {
  const { alerts, concernedBy, guilds, isHidden, outbox, reminders, urlOf, words } = deps;

  /** `false`: the member takes no direct messages. */
  async function tellDirectly(
    discordId: string,
    post: (t: Translate) => ReturnType<typeof noticePost>,
    report: Report,
  ): Promise<boolean> {
    const { locale = 'en-US' } = await alerts.read(discordId);
    const { guildId = '', matchId, state } = report;
    const about = ['notice', guildId, matchId, pressedAtOf(report), state].join(':');
    const sent = await outbox.sendDirect(
      { discordId, about, post: post(words.in(locale)) },
      async (reason) => {
        if (reason === 'closed') await alerts.noteClosed(discordId);
      },
    );
    return sent !== 'refused';
  }

  return {
    /**
     * Called after a press of `presserId`, once its result post is up. Returns the message in the report's channel. Throws
     * `StoreError`, or if Discord does not answer.
     */
    async tell(
      { before, report }: { before: Report | undefined; report: Report },
      { match, presserId }: { match: Match; presserId: string },
    ): Promise<{ channelId: string; messageId: string } | undefined> {
      const { channelId, guildId, matchId, state } = report;
      const kind = noticeOf(before, report);
      if (kind === undefined || guildId === undefined) return undefined;
      const view = { match, report, kind, url: await urlOf(report) };
      const mentioned: string[] = [];
      for (const { discordId, isClaimant, isNameable } of await concernedBy(report)) {
        if (discordId === presserId) continue;
        const { how } = await alerts.read(discordId);
        const direct = (t: Translate) => noticePost({ ...view, isHidden: false }, t);
        if (how === 'off' || !(isNameable || isClaimant)) continue;
        if (how === 'dm' && (await tellDirectly(discordId, direct, report))) continue;
        if (isNameable) mentioned.push(`<@${discordId}>`);
      }
      if (mentioned.length === 0 || channelId === undefined) return undefined;
      const post = noticePost(
        { ...view, mentioned, isHidden: await isHidden(report) },
        await guilds.translator(guildId),
      );
      const nonce = nonceOf('notice', guildId, matchId, pressedAtOf(report), state);
      const standing = await reminders.recover(report);
      if (standing.reminder !== undefined) return standing.reminder;
      const sent = await reminders.send(standing, channelId, { post, nonce });
      return 'id' in sent ? { channelId, messageId: sent.id } : undefined;
    },
  };
}
