import { encodeArgs } from '../src/bot/custom-id.ts';
import { action, type ActionInput, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { FOLLOWS_MAX, type Follow } from '../src/guilds/follows.ts';
import type { Tournament } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import { followEmbed, followListEmbed, switchButton, SWITCHES, topicsText } from '../src/replies/follow.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { label } from '../src/words/plain.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../src/words/reply.ts';
import { SOON } from './choices.ts';
import { checkEvent, eventFault, readHours } from './follow-event.ts';
import { preview } from './follow-draft.ts';
import { checkAgain, checkChannel, checkGoingOn, noteFollow, ownChannel } from './follow-rules.ts';
import { organizersServer } from './organizers.ts';

const FOLLOW = { follow: 'text' } as const;
const SWITCH = { follow: 'text', topic: 'text', on: 'integer' } as const;

/** One that is followed, with what the platform says of its tournament, where it answers. */
export interface FollowEntry {
  guildId: string;
  followId: string;
  follow: Follow;
  tournament: Tournament | undefined;
  /** Of the tournament, without any escapes. */
  name: string;
}

const tournamentOf = async (
  { platform }: Context,
  { tournamentId }: Follow,
): Promise<Tournament | undefined> =>
  (await platform.tournament(tournamentId, { ...SOON, once: true }).catch(() => undefined))?.value;

const nameOf = (tournament: Tournament | undefined, { tournamentId }: Follow, { t }: Context): string =>
  tournamentTitle(tournament ?? { id: tournamentId }, t);

/** All that the server follows, or how to begin. */
export async function list(context: Context, guildId: string): Promise<Reply> {
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

/** What an organizer's press is about. Throws `ReplyError` where it is no longer followed. */
export async function findFollow(context: Context, followId: string): Promise<FollowEntry> {
  const { guilds, mention, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const follow = (await guilds.follows.read(guildId))[followId];
  if (follow === undefined)
    throw new ReplyError('follow-gone', t('follow.gone', { follow: mention('follow') }));
  const tournament = await tournamentOf(context, follow);
  return { guildId, followId, follow, tournament, name: nameOf(tournament, follow, context) };
}

function switches(context: Context, { followId, follow, tournament }: FollowEntry): ActionButton[] {
  return SWITCHES.map((topic) => {
    const isOn = follow.topics[topic];
    const asks =
      topic === 'event' &&
      !isOn &&
      tournament !== undefined &&
      eventFault(context, tournament, follow.eventHours) === 'noEnd';
    const press = asks
      ? ({ action: 'follow:askHours', args: encodeArgs(FOLLOW, { follow: followId }) } as const)
      : ({
          action: 'follow:switch',
          args: encodeArgs(SWITCH, { follow: followId, topic, on: isOn ? 0 : 1 }),
        } as const);
    return switchButton({ topic, isOn, ...press }, context.t);
  });
}

/** One that is followed, with all that can be done about it. */
function panel(context: Context, found: FollowEntry): Reply {
  const { t } = context;
  const { follow, followId, name } = found;
  const args = encodeArgs(FOLLOW, { follow: followId });
  return {
    embeds: [followEmbed({ ...follow, name }, t)],
    rows: [
      ...(follow.stopped ? [] : [switches(context, found)]),
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

/** Changes what is followed, writes that to the log, and shows what holds now. */
async function apply(
  context: Context,
  found: FollowEntry,
  what: 'changed' | 'stopped' | 'resumed',
  change: () => Promise<Follow | undefined>,
): Promise<Reply> {
  const { mention, t } = context;
  const { guildId, follow: before, name } = found;
  const follow = await change();
  if (follow === undefined)
    throw new ReplyError('follow-gone', t('follow.gone', { follow: mention('follow') }));
  const texts = { before: topicsText(before.topics, t), after: topicsText(follow.topics, t) };
  await noteFollow(context, guildId, { what, name, channelId: follow.channelId, ...texts });
  return panel(context, { ...found, follow });
}

const change = (
  context: Context,
  found: FollowEntry,
  what: 'changed' | 'stopped',
  edit: (follow: Follow) => Follow,
): Promise<Reply> =>
  apply(context, found, what, () => context.guilds.follows.change(found.guildId, found.followId, edit));

/** The tournament as the platform has it now. Throws `ReplyError` where it does not have it, or it is over. */
async function ongoing(context: Context, { follow }: FollowEntry): Promise<Tournament> {
  const { platform, t } = context;
  const gone = because(['not-found'], t('follow.stopped.tournament-gone'));
  const { value } = await platform.tournament(follow.tournamentId).catch(gone);
  checkGoingOn({ tournament: value }, context);
  return value;
}

async function resume(context: Context, found: FollowEntry): Promise<Reply> {
  const { guilds, t } = context;
  const { channelId } = found.follow;
  await ongoing(context, found);
  const gone = await guilds.directory.missing(found.guildId, { roleIds: [], channelIds: [channelId] });
  if (gone.has(channelId)) return inThisChannel(context, found);
  await checkAgain(found.guildId, channelId, context);
  return apply(context, found, 'resumed', async () => {
    const resumed = await guilds.follows.resume(found.guildId, found.followId);
    if (resumed === 'full') throw new ReplyError('follows-full', t('follow.refused.full'));
    return resumed;
  });
}

/** Its channel was deleted: the preview of following it in the present one instead. */
async function inThisChannel(context: Context, { guildId, follow }: FollowEntry): Promise<Reply> {
  const channel = ownChannel(context);
  checkChannel(channel, context);
  const { tournamentId, topics, eventHours } = follow;
  const draft = present({ tournamentId, channelId: channel.channelId, topics, eventHours });
  return { ...(await preview(context, guildId, draft)), content: context.t('follow.stopped.channel-gone') };
}

async function turn(context: Context & ActionInput<typeof SWITCH>): Promise<Reply> {
  const { follow: followId = '', topic: name, on } = context.args;
  const found = await findFollow(context, followId);
  const topic = SWITCHES.find((one) => one === name);
  const isOn = on === 1;
  if (topic === undefined || found.follow.topics[topic] === isOn) return panel(context, found);
  if (topic === 'event' && isOn) checkEvent(context, await ongoing(context, found), found.follow.eventHours);
  return change(context, found, 'changed', (follow) => ({
    ...follow,
    topics: { ...follow.topics, [topic]: isOn },
  }));
}

async function turnEventOn(context: Context & ActionInput<typeof FOLLOW>): Promise<Reply> {
  const eventHours = readHours(context);
  const found = await findFollow(context, context.args.follow ?? '');
  checkEvent(context, await ongoing(context, found), eventHours);
  return change(context, found, 'changed', (follow) => ({
    ...follow,
    eventHours,
    topics: { ...follow.topics, event: true },
  }));
}

const press = { press: 'caller', args: FOLLOW } as const;

/** The presses on the list, and on the panel of one that is followed. */
export const listActions = {
  list: action({
    press: 'caller',
    run: async (context) => list(context, await organizersServer(context, 'follow')),
  }),
  open: action({
    ...press,
    run: async (context) =>
      panel(context, await findFollow(context, context.args.follow ?? context.values[0] ?? '')),
  }),
  switch: action({ press: 'caller', writes: true, args: SWITCH, run: turn }),
  switchHours: action({ ...press, writes: true, run: turnEventOn }),
  stop: action({
    ...press,
    writes: true,
    async run(context) {
      const found = await findFollow(context, context.args.follow ?? '');
      const stopped = { reason: 'organizer', at: context.now() } as const;
      return change(context, found, 'stopped', (follow) => ({ ...follow, stopped }));
    },
  }),
  resume: action({
    ...press,
    writes: true,
    run: async (context) => resume(context, await findFollow(context, context.args.follow ?? '')),
  }),
};
