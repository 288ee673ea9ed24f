import type { Alerts } from '../members/alerts.ts';
import type { Channels } from '../message/channels.ts';
import { nonceOf } from '../message/nonce.ts';
import type { Match } from '../reading/records.ts';
import type { ResultMentions } from '../replies/results.ts';
import { noticePost } from '../replies/result-notices.ts';
import type { Translate, Words } from '../words/words.ts';
import type { Report } from './report.ts';

export interface NoticesDeps {
  alerts: Pick<Alerts, 'read' | 'noteClosed'>;
  channels: Pick<Channels, 'post' | 'openDirect'>;
  /** The address of a report's message. */
  urlOf: (report: Report) => Promise<string | undefined>;
  translator: (guildId: string) => Promise<Translate>;
  words: Pick<Words, 'in'>;
}

const pressedAtOf = ({ reportedAt, ruling }: Report): number => ruling?.at ?? reportedAt;

/** Tells those who reported a score that it was disputed or ruled on, the way each chose for match alerts. */
export function createNotices({ alerts, channels, urlOf, translator, words }: NoticesDeps) {
  /** `false`: Discord takes no direct message. */
  async function tellDirectly(discordId: string, report: Report, match: Match): Promise<boolean> {
    const { locale = 'en-US' } = await alerts.read(discordId);
    const post = noticePost({ match, state: report.state, url: await urlOf(report) }, words.in(locale));
    const direct = await channels.openDirect(discordId);
    const nonce = nonceOf(
      'notice',
      report.guildId ?? '',
      report.matchId,
      pressedAtOf(report),
      report.state,
      discordId,
    );
    const sent = 'id' in direct ? await channels.post(direct.id, post, nonce) : direct;
    if ('refused' in sent && sent.refused === 'closed') await alerts.noteClosed(discordId);
    return 'id' in sent;
  }

  return {
    /**
     * After a press of `presserId`. Gives the message in the report's channel. Throws `StoreError`, and where Discord does not
     * answer.
     */
    async tell(
      { before, report }: { before: Report | undefined; report: Report },
      { match, mentions, presserId }: { match: Match; mentions: ResultMentions; presserId: string },
    ): Promise<{ channelId: string; messageId: string } | undefined> {
      const { channelId, claim, counter, guildId, matchId, state } = report;
      // Another score in a dispute is no other dispute.
      if ((state !== 'disputed' || before?.state === 'disputed') && state !== 'ruled') return undefined;
      const reporters = [
        { discordId: claim?.discordId, mention: mentions.reporter },
        { discordId: counter?.discordId, mention: mentions.opponent },
      ];
      const mentioned: string[] = [];
      for (const { discordId, mention } of reporters) {
        if (discordId === undefined || discordId === presserId) continue;
        const { how } = await alerts.read(discordId);
        if (how === 'off' || (how === 'dm' && (await tellDirectly(discordId, report, match)))) continue;
        if (mention !== undefined) mentioned.push(mention);
      }
      if (mentioned.length === 0 || channelId === undefined || guildId === undefined) return undefined;
      const post = noticePost(
        { match, state, mentioned, url: await urlOf(report) },
        await translator(guildId),
      );
      const nonce = nonceOf('notice', guildId, matchId, pressedAtOf(report), state);
      const sent = await channels.post(channelId, post, nonce);
      return 'id' in sent ? { channelId, messageId: sent.id } : undefined;
    },
  };
}
