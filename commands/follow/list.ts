import { encodeArgs } from '../../src/bot/custom-id.ts';
import { action, type ActionInput, type Context } from '../../src/bot/command.ts';
import { because } from '../../src/bot/failures.ts';
import { FOLLOWS_MAX, type Follow } from '../../src/guilds/follows.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import {
  followEmbed,
  followListEmbed,
  switchButton,
  SWITCHES,
  topicsText,
} from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { label } from '../../src/words/plain.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../../src/words/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';
import { checkEvent, eventFault, readHours } from './event.ts';
import { preview } from './draft.ts';
import { checkChannelById, checkChannel, checkNotOver, auditFollow, ownChannel } from './rules.ts';
import { organizersServer } from '../shared/organizers.ts';

const FOLLOW = { follow: 'text' } as const;
const SWITCH = { follow: 'text', topic: 'text', on: 'integer' } as const;

/** A follow with its tournament, if the platform could be read. */
export interface FollowEntry {
  guildId: string;
  followId: string;
  follow: Follow;
  tournament: Tournament | undefined;
  /** Of the tournament. Not escaped. */
  name: string;
}

const tournamentOf = async (
  { platform }: Context,
  { tournamentId }: Follow,
): Promise<Tournament | undefined> =>
  (await platform.tournament(tournamentId, FAST_READ_ONCE).catch(() => undefined))?.value;

const nameOf = (tournament: Tournament | undefined, { tournamentId }: Follow, { t }: Context): string =>
  tournamentTitle(tournament ?? { id: tournamentId }, t);

/** All follows of the server, or how to start one. */
export async function listReply(context: Context, guildId: string): Promise<Reply> {
  const { guilds, mention, t } = context;
  const follows = Object.entries(await guilds.follows.read(guildId))
    .toSorted(
      ([, one], [, other]) =>
        Number(one.stopped !== undefined) - Number(other.stopped !== undefined) || one.since - other.since,
    )
    .slice(0, FOLLOWS_MAX);
  if (follows.length === 0) return { content: t('follow.nothing', { follow: mention('follow') }) };
  const views = await Promise.all(
    follows.map(async ([followId, follow]) => {
      const name = nameOf(await tournamentOf(context, follow), follow, context);
      return { followId, ...follow, name };
    }),
  );
  const options = views.map(({ followId, name, topics, stopped }, at) => ({
    value: followId,
    label: `${at + 1}. ${label(name, 80)}`,
    description: stopped ? t('follow.isStopped') : topicsText(topics, t),
  }));
  return {
    embeds: [followListEmbed(views, t)],
    rows: [{ kind: 'select', action: 'follow:open', placeholder: t('follow.choose'), options }],
  };
}

/** The follow that an organizer's press refers to. Throws `ReplyError` if it no longer exists. */
export async function findFollow(context: Context, followId: string): Promise<FollowEntry> {
  const { guilds, mention, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const follow = (await guilds.follows.read(guildId))[followId];
  if (follow === undefined)
    throw new ReplyError('follow-gone', t('follow.gone', { follow: mention('follow') }));
  const tournament = await tournamentOf(context, follow);
  return { guildId, followId, follow, tournament, name: nameOf(tournament, follow, context) };
}

function switchButtons(context: Context, { followId, follow, tournament }: FollowEntry): ActionButton[] {
  return SWITCHES.map((topic) => {
    const isOn = follow.topics[topic];
    const opensForm =
      topic === 'event' &&
      !isOn &&
      tournament !== undefined &&
      eventFault(context, tournament, follow.eventHours) === 'noEnd';
    const press = opensForm
      ? ({ action: 'follow:askHours', args: encodeArgs(FOLLOW, { follow: followId }) } as const)
      : ({
          action: 'follow:switch',
          args: encodeArgs(SWITCH, { follow: followId, topic, on: isOn ? 0 : 1 }),
        } as const);
    return switchButton({ topic, isOn, ...press }, context.t);
  });
}

/** One follow with its actions. */
function panel(context: Context, entry: FollowEntry): Reply {
  const { t } = context;
  const { follow, followId, name } = entry;
  const args = encodeArgs(FOLLOW, { follow: followId });
  return {
    embeds: [followEmbed({ ...follow, name }, t)],
    rows: [
      ...(follow.stopped ? [] : [switchButtons(context, entry)]),
      [
        follow.stopped
          ? button(t('follow.resume'), 'follow:resume', { style: 'primary', args })
          : button(t('follow.stop'), 'follow:stop', { style: 'danger', args }),
        button(t('follow.roster.button'), 'follow:roster', { args: ['', followId] }),
        button(t('follow.all'), 'follow:list'),
      ],
    ],
  };
}

/** Changes a follow, records that in the server's log channel, and shows the result. */
async function apply(
  context: Context,
  entry: FollowEntry,
  what: 'changed' | 'stopped' | 'resumed',
  change: () => Promise<Follow | undefined>,
): Promise<Reply> {
  const { mention, t } = context;
  const { guildId, follow: before, name } = entry;
  const follow = await change();
  if (follow === undefined)
    throw new ReplyError('follow-gone', t('follow.gone', { follow: mention('follow') }));
  const texts = { before: topicsText(before.topics, t), after: topicsText(follow.topics, t) };
  await auditFollow(context, guildId, { what, name, channelId: follow.channelId, ...texts });
  return panel(context, { ...entry, follow });
}

const change = (
  context: Context,
  entry: FollowEntry,
  what: 'changed' | 'stopped',
  edit: (follow: Follow) => Follow,
): Promise<Reply> =>
  apply(context, entry, what, () => context.guilds.follows.change(entry.guildId, entry.followId, edit));

/** The current tournament. Throws `ReplyError` if the platform does not know it, or it is over. */
async function ongoing(context: Context, { follow }: FollowEntry): Promise<Tournament> {
  const { platform, t } = context;
  const onUnknown = because(['not-found'], t('follow.stopped.tournament-gone'));
  const { value } = await platform.tournament(follow.tournamentId).catch(onUnknown);
  checkNotOver({ tournament: value }, context);
  return value;
}

async function resume(context: Context, entry: FollowEntry): Promise<Reply> {
  const { guilds, t } = context;
  const { channelId } = entry.follow;
  await ongoing(context, entry);
  const missing = await guilds.directory.missing(entry.guildId, { roleIds: [], channelIds: [channelId] });
  if (missing.has(channelId)) return inThisChannel(context, entry);
  await checkChannelById(entry.guildId, channelId, context);
  return apply(context, entry, 'resumed', async () => {
    const resumed = await guilds.follows.resume(entry.guildId, entry.followId);
    if (resumed === 'full') throw new ReplyError('follows-full', t('follow.refused.full'));
    return resumed;
  });
}

/** For a deleted channel: previews the follow for the current channel instead. */
async function inThisChannel(context: Context, { guildId, follow }: FollowEntry): Promise<Reply> {
  const channel = ownChannel(context);
  checkChannel(channel, context);
  const { tournamentId, topics, eventHours } = follow;
  const draft = present({ tournamentId, channelId: channel.channelId, topics, eventHours });
  return { ...(await preview(context, guildId, draft)), content: context.t('follow.stopped.channel-gone') };
}

async function setTopic(context: Context & ActionInput<typeof SWITCH>): Promise<Reply> {
  const { follow: followId = '', topic: name, on } = context.args;
  const entry = await findFollow(context, followId);
  const topic = SWITCHES.find((one) => one === name);
  const isOn = on === 1;
  if (topic === undefined || entry.follow.topics[topic] === isOn) return panel(context, entry);
  if (topic === 'event' && isOn) checkEvent(context, await ongoing(context, entry), entry.follow.eventHours);
  return change(context, entry, 'changed', (follow) => ({
    ...follow,
    topics: { ...follow.topics, [topic]: isOn },
  }));
}

async function switchEventOn(context: Context & ActionInput<typeof FOLLOW>): Promise<Reply> {
  const eventHours = readHours(context);
  const entry = await findFollow(context, context.args.follow ?? '');
  checkEvent(context, await ongoing(context, entry), eventHours);
  return change(context, entry, 'changed', (follow) => ({
    ...follow,
    eventHours,
    topics: { ...follow.topics, event: true },
  }));
}

const press = { press: 'caller', args: FOLLOW } as const;

/** The actions of the list and of a single follow. */
export const listActions = {
  list: action({
    press: 'caller',
    run: async (context) => listReply(context, await organizersServer(context, 'follow')),
  }),
  open: action({
    ...press,
    run: async (context) =>
      panel(context, await findFollow(context, context.args.follow ?? context.values[0] ?? '')),
  }),
  switch: action({ press: 'caller', writes: true, args: SWITCH, run: setTopic }),
  switchHours: action({ ...press, writes: true, run: switchEventOn }),
  stop: action({
    ...press,
    writes: true,
    async run(context) {
      const entry = await findFollow(context, context.args.follow ?? '');
      const stopped = { reason: 'organizer', at: context.now() } as const;
      return change(context, entry, 'stopped', (follow) => ({ ...follow, stopped }));
    },
  }),
  resume: action({
    ...press,
    writes: true,
    run: async (context) => resume(context, await findFollow(context, context.args.follow ?? '')),
  }),
};
