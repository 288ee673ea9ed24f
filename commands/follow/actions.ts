import type { ActionInput } from '../../src/bot/command.ts';
import { action, type Context } from '../shared/define.ts';
import { followIdOf, type Follow, type FollowChoice } from '../../src/guilds/follows.ts';
import type { SwitchName } from '../../src/guilds/switches.ts';
import { present } from '../../src/present.ts';
import { resumedPost } from '../../src/replies/follow-stop.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { organizersServer } from '../shared/organizers.ts';
import { checkEvent, checkEventPresser, HOURS, readHours } from '../shared/event.ts';
import { lateOf } from '../shared/late.ts';
import { checkPing } from '../shared/pings.ts';
import {
  checkChannel,
  checkChannelById,
  checkThreadsById,
  ownChannel,
  TO_POST_PICTURES,
} from '../shared/posting.ts';
import { DRAFT, draftOf, SWITCHED, switchNamed, type DraftInput } from './draft.ts';
import { listReply } from './list.ts';
import { findFollow, openPanel, panelReply, readEntry, readOngoing, type FollowEntry } from './panel.ts';
import { auditFollow } from './rules.ts';

const FOLLOW = { follow: 'text!' } as const;

type Stopped = NonNullable<Follow['stopped']>;

/** Changes the follow if it runs, else the draft. `draft` has the switch in its new position. */
async function applySwitch(
  context: DraftInput,
  draft: FollowChoice,
  name: SwitchName | undefined,
): Promise<Reply> {
  const { follows } = context.guilds;
  const { topics, eventHours } = draft;
  const guildId = await organizersServer(context, 'follow');
  if (name === 'event' && topics.event === true)
    checkEvent(context, await readOngoing(context, draft.tournamentId), eventHours);
  if (name === 'threads' && topics.threads === true)
    await checkThreadsById(guildId, draft.channelId, context);
  // A new switch needs permissions there; a draft is checked when it begins.
  const isOn = name !== undefined && Boolean(topics[name]);
  const followId = followIdOf(draft);
  const before = (await follows.read(guildId))[followId];
  if (name === undefined || before === undefined || before.stopped) return openPanel(context, guildId, draft);
  if (isOn) await checkChannelById(guildId, draft.channelId, context);
  const edit = (follow: Follow): Follow => ({
    ...follow,
    topics: { ...follow.topics, [name]: topics[name] },
    ...present({ eventHours: name === 'event' ? eventHours : undefined }),
  });
  await follows.change(guildId, followId, (follow) => (follow.stopped ? follow : edit(follow)));
  const entry = await readEntry(context, guildId, draft);
  if (entry.state === 'running') await auditFollow(context, entry, 'changed', before.topics);
  return panelReply(context, entry);
}

/** Sets after how many minutes players are reminded. */
async function chooseLate(context: DraftInput): Promise<Reply> {
  const draft = draftOf(context.args);
  const late = lateOf(context.values[0]);
  return applySwitch(context, { ...draft, topics: { ...draft.topics, late } }, 'late');
}

/** Sets the role that posts mention; without a choice, none. */
async function chooseRole(context: DraftInput): Promise<Reply> {
  const guildId = await organizersServer(context, 'follow');
  const draft = draftOf(context.args);
  const [roleId = ''] = context.values;
  if (roleId !== '') await checkPing(guildId, { channelId: draft.channelId, roleId }, context);
  return applySwitch(context, { ...draft, topics: { ...draft.topics, ping: roleId } }, 'ping');
}

/** Updates the message about a stopped follow with who resumed it. Returns whether that message is in the log channel. */
async function closeStop(
  context: ActionInput & Context,
  entry: FollowEntry,
  stopped: Stopped,
): Promise<boolean> {
  const { caller, guilds } = context;
  const { message, reason } = stopped;
  if (message === undefined || reason === 'organizer') return false;
  const { follow, guildId, tournament } = entry;
  const { channelId, tournamentId } = follow;
  const stop = { tournament: tournament ?? { id: tournamentId }, channelId, reason };
  const member = `<@${caller.discordId}>`;
  const post = resumedPost({ ...stop, member }, await guilds.translator(guildId));
  // A message that keeps its button still works.
  const outcome = await guilds.editOrganizerCall({ ...message, post, isLast: true }).catch(() => undefined);
  const { logChannelId } = await guilds.settings.recent(guildId);
  return outcome === 'edited' && message.channelId === logChannelId;
}

/** Removes *Resume* from a message whose follow goes on: the edit may have failed when it was resumed. */
async function dropResume(context: ActionInput & Context): Promise<void> {
  const { id: messageId = '', raw } = context.message ?? {};
  const { channelId } = ownChannel(context);
  const post = { content: raw?.content ?? '', rows: [] };
  await context.guilds.editOrganizerCall({ channelId, messageId, post, isLast: true }).catch(() => undefined);
}

/** Follows a tournament, or resumes a stopped follow. If its channel was deleted, offers the current channel instead. */
async function start(context: ActionInput & Context, draft: FollowChoice): Promise<Reply> {
  const { guilds, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const { channelId } = draft;
  await readOngoing(context, draft.tournamentId);
  const own = ownChannel(context);
  if (channelId !== own.channelId) {
    const missing = await guilds.directory.missing(guildId, { roleIds: [], channelIds: [channelId] });
    if (missing.has(channelId)) {
      checkChannel(own, TO_POST_PICTURES, context);
      const panel = await openPanel(context, guildId, { ...draft, channelId: own.channelId });
      return { ...panel, content: t('follow.stopped.channel-gone') };
    }
  }
  await checkChannelById(guildId, channelId, context);
  if (draft.topics.threads === true) await checkThreadsById(guildId, channelId, context);
  if (draft.topics.event === true) checkEventPresser(context);
  const before = (await guilds.follows.read(guildId))[followIdOf(draft)];
  const followId = await guilds.follows.add(guildId, draft);
  if (followId === undefined) throw new ReplyError('follows-full', t('follow.refused.full'));
  const entry = await readEntry(context, guildId, draft);
  const act = before === undefined ? 'followed' : before.stopped ? 'resumed' : 'changed';
  const isSaid = before?.stopped !== undefined && (await closeStop(context, entry, before.stopped));
  if (!isSaid) await auditFollow(context, entry, act, before?.topics);
  const tournament = escapeMarkup(entry.name, 120);
  const content = t('follow.done', { tournament, channel: `<#${channelId}>` });
  return { ...panelReply(context, entry), ...present({ content: act === 'changed' ? undefined : content }) };
}

export const followActions = {
  list: action({
    press: 'caller',
    run: async (context) => listReply(context, await organizersServer(context, 'follow')),
  }),
  open: action({
    press: 'caller',
    args: { follow: 'text' },
    run: async (context) =>
      panelReply(context, await findFollow(context, context.args.follow ?? context.values[0] ?? '')),
  }),
  set: action({
    press: 'caller',
    writes: true,
    args: SWITCHED,
    run: (context) => applySwitch(context, draftOf(context.args), switchNamed(context.args.name)),
  }),
  end: action({
    press: 'caller',
    writes: true,
    args: DRAFT,
    fields: HOURS,
    run(context) {
      const eventHours = readHours(context.fields, context.t);
      return applySwitch(context, { ...draftOf(context.args), eventHours }, 'event');
    },
  }),
  role: action({ press: 'caller', writes: true, args: DRAFT, run: chooseRole }),
  late: action({ press: 'caller', writes: true, args: DRAFT, run: chooseLate }),
  start: action({
    press: 'caller',
    writes: true,
    args: DRAFT,
    run: (context) => start(context, draftOf(context.args)),
  }),
  /** On the message to the organizers about a stopped follow. */
  goOn: action({
    press: 'anyone',
    answers: 'reply',
    writes: true,
    args: FOLLOW,
    async run(context) {
      const { follow, state, ...entry } = await findFollow(context, context.args.follow);
      if (state === 'stopped') return start(context, follow);
      await dropResume(context);
      return panelReply(context, { ...entry, follow, state });
    },
  }),
  stop: action({
    press: 'caller',
    writes: true,
    args: FOLLOW,
    async run(context) {
      const entry = await findFollow(context, context.args.follow);
      if (entry.state !== 'running') return panelReply(context, entry);
      const { guildId, follow, followId } = entry;
      const stopped = { reason: 'organizer', at: context.now() } as const;
      await context.guilds.follows.change(guildId, followId, (one) => ({ stopped, ...one }));
      await auditFollow(context, entry, 'stopped');
      return panelReply(context, { ...entry, state: 'stopped', follow: { ...follow, stopped } });
    },
  }),
};
