import type { Guilds } from '../guilds/guilds.ts';
import { sendToOrganizers } from '../guilds/send-to-organizers.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Match } from '../reading/records.ts';
import { reportLine } from '../replies/results.ts';
import { organizersPost } from '../replies/rulings.ts';
import type { StoreLog } from '../store/store.ts';
import type { Channels } from '../message/channels.ts';
import { nonceOf } from '../message/nonce.ts';
import type { ReplyFile } from '../message/reply.ts';
import type { Report } from './report.ts';

interface OrganizerPostsDeps {
  guilds: Pick<Guilds, 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'post' | 'edit'>;
  log: StoreLog;
}

type OrganizersPost = NonNullable<Report['organizersPost']>;

/** The one message to the organizers about a report: in the log channel, else where the report stands. */
export function createOrganizerPosts({ guilds, channels, log }: OrganizerPostsDeps) {
  /** Without a log channel, the message stands where everybody reads it. */
  const hidesIn = (channelId: string, report: Report, { tournament }: Match): Promise<boolean> => {
    const parentId = channelId === report.channelId ? report.parentId : undefined;
    return hidesResults(guilds, {
      guildId: report.guildId,
      channelId,
      parentId,
      tournamentId: tournament?.id,
    });
  };

  async function edit(
    report: Report,
    match: Match,
    { isClosed = false, files }: { isClosed?: boolean; files?: readonly ReplyFile[] },
  ): Promise<boolean> {
    const at = report.organizersPost;
    const { guildId, channelId } = report;
    if (at === undefined || guildId === undefined) return false;
    const t = await guilds.translator(guildId);
    const outcome = isClosed
      ? t('results.organizers.closed', { outcome: reportLine(match, report, t) ?? '' })
      : undefined;
    const isHidden = await hidesIn(at.channelId, report, match);
    const post = organizersPost({ match, report, channelId, roleId: undefined, outcome, isHidden }, t);
    const more = files === undefined || files.length === 0 ? { keepsFiles: true } : { files };
    const sent = await channels.edit(at.channelId, at.messageId, { ...post, ...more });
    return 'id' in sent;
  }

  return {
    /** Sends the message, or edits the one that stands. `undefined`: no channel takes it. Throws where Discord does not answer. */
    async tell(
      report: Report,
      match: Match,
      files: readonly ReplyFile[],
    ): Promise<OrganizersPost | undefined> {
      const { guildId, channelId } = report;
      if (guildId === undefined) return undefined;
      if (await edit(report, match, { files }).catch(() => false)) return report.organizersPost;
      const t = await guilds.translator(guildId);
      const nonce = nonceOf('organizers', report.matchId, report.reportedAt, report.state);
      const send = async (to: string, roleId: string | undefined) => {
        const isHidden = await hidesIn(to, report, match);
        const post = organizersPost({ match, report, channelId, roleId, isHidden }, t);
        return channels.post(to, files.length > 0 ? { ...post, files } : post, nonce);
      };
      return sendToOrganizers({ guildId, channelId, send }, { settings: guilds.settings, log });
    },

    /** Says in the message how it ended, and takes its buttons. Never rejects. */
    async close(report: Report, match: Match): Promise<void> {
      await edit(report, match, { isClosed: true }).catch((error: unknown) =>
        log.warn({ guildId: report.guildId, err: error }, 'a message to the organizers could not be edited'),
      );
    },
  };
}
