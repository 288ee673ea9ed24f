import { isBetweenTwo } from '../brackets/players.ts';
import { questionOf, type Question } from '../brackets/question.ts';
import { outcomeOf, type Scores } from '../brackets/results.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { sendToOrganizers } from '../guilds/send-to-organizers.ts';
import { organizersChannelsOf } from '../guilds/settings.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Match } from '../reading/records.ts';
import { closedLine } from '../replies/feed-calls.ts';
import { resultLine } from '../replies/feed-results.ts';
import { standingMarkup } from '../replies/match.ts';
import { organizersPost } from '../replies/rulings.ts';
import type { StoreLog } from '../store/store.ts';
import type { Channels } from '../message/channels.ts';
import { nonceOf } from '../message/nonce.ts';
import type { FileSource, ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { isRedrawn, resultScores } from './current-report.ts';
import { endGone } from './end-gone.ts';
import { endLine } from './end-line.ts';
import type { PendingPosts } from './pending-posts.ts';
import { lastPressAt, type Report } from './report.ts';

interface OrganizerPostsDeps {
  guilds: Pick<Guilds, 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'edit' | 'since'>;
  pendingPosts: Pick<PendingPosts, 'recover' | 'send'>;
  /** Whether a member's press may mention the organizer role. */
  mayMentionRole: (report: Report, match: Match, discordId: string | undefined) => Promise<boolean>;
  /** The URL of the message that shows a report's result now. */
  urlOf: (report: Report) => Promise<string | undefined>;
  /** The same, if that message stays. */
  lastingUrlOf: (report: Report) => Promise<string | undefined>;
  log: StoreLog;
}

type OrganizersPost = NonNullable<Report['organizersPost']>;
type StoredFiles = NonNullable<OrganizersPost['files']>;

/** The screenshots of one side; side 0 if the match does not say which. */
export interface Screenshots {
  side: 0 | 1 | 2;
  files: readonly FileSource[];
}

export const NO_SCREENSHOTS: Screenshots = { side: 0, files: [] };

/** `shown`: the result at the platform. `state`: how the match stands without one. */
interface HowEnded {
  shown?: Scores | undefined;
  state?: Question | 'dropped' | undefined;
}

/** One screenshot to post. `isFirst`: it replaces the earlier ones of its side. */
interface Screenshot {
  side: Screenshots['side'];
  file: ReplyFile;
  isFirst: boolean;
}

/** Discord's limit for one message. */
const FILES_MAX = 10;

/** The message after an edit. `areFilesLost`: Discord did not accept all of the screenshots, or they may not be shown there. */
interface ToldOrganizers {
  post: OrganizersPost;
  areFilesLost: boolean;
}

/** The files that stay beside a new one: the latest ones of both sides. */
const othersOf = (stored: StoredFiles, { side, isFirst }: Screenshot): StoredFiles =>
  stored.filter((one) => !isFirst || one.side === 0 || one.side !== side).slice(-(FILES_MAX - 1));

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** The one message to the organizers about a report: in the log channel, else in the report's channel. */
export function createOrganizerPosts(deps: OrganizerPostsDeps) {
  const { guilds, channels, mayMentionRole, pendingPosts, urlOf, lastingUrlOf, log } = deps;
  /** Without a log channel, everyone in the report's channel can read the message. */
  const hidesIn = (channelId: string, report: Report, { tournament }: Match): Promise<boolean> => {
    const parentId = channelId === report.channelId ? report.parentId : undefined;
    return hidesResults(guilds, {
      guildId: report.guildId,
      channelId,
      parentId,
      tournamentId: tournament?.id,
    });
  };

  /** `undefined`: Discord did not accept it. */
  async function edit(
    report: Report,
    match: Match,
    {
      canChange = false,
      ended,
      screenshot,
      url,
    }: {
      canChange?: boolean;
      ended?: (t: Translate) => string;
      screenshot?: Screenshot;
      url: string | undefined;
    },
  ): Promise<OrganizersPost | undefined> {
    const at = report.organizersPost;
    const { guildId, channelId } = report;
    if (at === undefined || guildId === undefined) return undefined;
    const t = await guilds.translator(guildId);
    const outcome = ended?.(t);
    const isHidden = await hidesIn(at.channelId, report, match);
    const view = { match, report, channelId, url, roleId: undefined, outcome, canChange, isHidden };
    const post = organizersPost(view, t);
    const { files: stored = [] } = at;
    if (screenshot === undefined) {
      const sent = await channels.edit(at.channelId, at.messageId, { ...post, keepsFiles: true, files: [] });
      return 'refused' in sent ? undefined : at;
    }
    const kept = othersOf(stored, screenshot);
    // A report of the first release does not list its files: keep all of them.
    const keepsFiles = at.files === undefined || kept.map(({ id }) => id);
    const files = [screenshot.file];
    const sent = await channels.edit(at.channelId, at.messageId, { ...post, keepsFiles, files });
    if ('refused' in sent) return undefined;
    const keptIds = new Set(kept.map(({ id }) => id));
    const added = (sent.fileIds ?? []).filter((id) => !keptIds.has(id));
    return { ...at, files: [...kept, ...added.map((id) => ({ id, side: screenshot.side }))] };
  }

  /** Adds the screenshots one at a time, so that only one is in memory. */
  async function addFiles(
    report: Report,
    match: Match,
    { post, screenshots, url }: { post: OrganizersPost; screenshots: Screenshots; url: string | undefined },
  ): Promise<ToldOrganizers> {
    const { side, files } = screenshots;
    if (files.length === 0) return { post, areFilesLost: false };
    const own = organizersChannelsOf(await guilds.settings.recent(report.guildId ?? ''));
    // In a public channel, the message shows the claims without screenshots.
    if (!own.includes(post.channelId)) return { post, areFilesLost: true };
    let told: ToldOrganizers = { post, areFilesLost: false };
    let isFirst = true;
    for (const source of files)
      await source(async (file) => {
        if (file === undefined) return;
        const standing = { ...report, organizersPost: told.post };
        const screenshot = { side, file, isFirst };
        const edited = await edit(standing, match, { screenshot, url }).catch(() => undefined);
        told = edited === undefined ? { ...told, areFilesLost: true } : { ...told, post: edited };
        if (edited !== undefined) isFirst = false;
      });
    return told;
  }

  return {
    /**
     * Sends the message or edits the existing one, then adds the screenshots. `undefined`: no channel accepts it. Throws if Discord
     * does not answer.
     */
    async tell(
      report: Report,
      match: Match,
      { screenshots, discordId }: { screenshots: Screenshots; discordId: string | undefined },
    ): Promise<ToldOrganizers | undefined> {
      const { guildId, channelId } = report;
      if (guildId === undefined) return undefined;
      const url = await urlOf(report);
      const standing = await pendingPosts.recover(report);
      const found = report.organizersPost === standing.organizersPost ? undefined : standing.organizersPost;
      // What was sent after the last press says all.
      const isCurrent = (report.organizersPending?.at ?? 0) >= lastPressAt(report);
      const known = isCurrent && found !== undefined ? found : await edit(standing, match, { url });
      if (known !== undefined) return addFiles(report, match, { post: known, screenshots, url });
      const t = await guilds.translator(guildId);
      const nonce = nonceOf('organizers', guildId, report.matchId, report.reportedAt, report.state);
      const mayMention = once(() => mayMentionRole(report, match, discordId).catch(() => false));
      const send = async (to: string, organizerRoleId: string | undefined) => {
        const isHidden = await hidesIn(to, report, match);
        const roleId = organizerRoleId !== undefined && (await mayMention()) ? organizerRoleId : undefined;
        const view = { match, report, channelId, url, isHidden };
        const post = organizersPost({ ...view, roleId }, t);
        // Screenshots come with an edit, which drops the mention.
        const editedText = organizersPost({ ...view, roleId: undefined }, t).content;
        return pendingPosts.send(standing, to, { post, nonce, editedText });
      };
      const sent = await sendToOrganizers({ guildId, channelId, send }, { settings: guilds.settings, log });
      if (sent === undefined) return undefined;
      const { fileIds = [], ...message } = sent;
      // After a kill, Discord returns the earlier message with its screenshots.
      const { side = screenshots.side } = standing.organizersPending ?? {};
      const stored = fileIds.map((id) => ({ id, side }));
      return addFiles(report, match, { post: { ...message, files: stored }, screenshots, url });
    },

    /**
     * Edits the message to the outcome, once the result post is up; its one button changes a ruling. `ruler`: who ruled. Throws if
     * Discord does not answer.
     */
    async close(report: Report, match: Match, ruler?: string): Promise<OrganizersPost | undefined> {
      const ended = (t: Translate) =>
        t('results.organizers.closed', { outcome: endLine(match, report, ruler, t) });
      return edit(report, match, { canChange: report.state === 'ruled', ended, url: await urlOf(report) });
    },

    /**
     * Closes the message of a report that ended without a press: it shows how the match stands. Throws if Discord does not answer.
     */
    async end(report: Report, match: Match | undefined, how: HowEnded = {}): Promise<void> {
      const isGone = match === undefined || isRedrawn(report, match) || !isBetweenTwo(match);
      if (isGone) return endGone(report, deps);
      const { shown = resultScores(match), state = questionOf(match) } = how;
      const result = outcomeOf(match);
      const outcomeIn = (t: Translate): string | undefined =>
        shown ? standingMarkup(match, shown, t) : result && resultLine({ match, result }, t);
      const ended = (t: Translate): string => {
        const outcome = outcomeIn(t);
        if (outcome !== undefined) return t('results.organizers.shown', { outcome });
        const isOpen = state === 'open' || state === 'decided';
        return isOpen ? t('results.organizers.reopened') : closedLine(match, state, t);
      };
      await edit(report, match, { ended, url: await lastingUrlOf(report) });
    },
  };
}
