import { own } from '../../src/json.ts';
import { isNotFound } from '../../src/bot/failures.ts';
import type { Context } from '../shared/define.ts';
import { hasEnded, stageOf } from '../../src/brackets/tournament-stage.ts';
import { followIdOf, type Follow, type FollowChoice, type FollowDefaults } from '../../src/guilds/follows.ts';
import { INITIAL_SWITCHES } from '../../src/guilds/switches.ts';
import { present } from '../../src/present.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { followEmbed, type FollowView } from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { fileButton } from '../../src/replies/results-file.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../../src/message/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';
import { organizersServer } from '../shared/organizers.ts';
import { eventFault } from '../shared/event.ts';
import { unknownTournament } from '../shared/unknown.ts';
import { draftArgs, lateSelect, roleSelect, switchButtons } from './draft.ts';
import { checkNotOver } from './rules.ts';

/** Discord rejects a menu whose choice no longer exists. */
async function withoutGoneRole<F extends FollowChoice>(
  { guilds }: Context,
  guildId: string,
  follow: F,
): Promise<F> {
  const { ping } = follow.topics;
  if (ping === undefined || ping === '') return follow;
  const gone = await guilds.directory.missing(guildId, { roleIds: [ping], channelIds: [] });
  return gone.has(ping) ? { ...follow, topics: { ...follow.topics, ping: '' } } : follow;
}

/** The switches of the last follow; an event only if this tournament can have one. */
function asLast(context: Context, last: FollowDefaults, tournament: Tournament | undefined): FollowDefaults {
  const hasEvent =
    last.topics.event === true &&
    tournament !== undefined &&
    eventFault(context, tournament, last.eventHours) === undefined;
  return hasEvent ? last : { ...last, topics: { ...last.topics, event: false } };
}

/** A follow, saved or not, with what is known about it. */
export interface FollowEntry extends FollowView {
  guildId: string;
  followId: string;
  /** As stored if it runs, else as the panel has it. */
  follow: FollowChoice & Pick<Follow, 'endedAt' | 'stopped'>;
}

/** Identifies a follow, saved or not. */
type PanelKey = Pick<Follow, 'tournamentId' | 'channelId'> & Partial<Follow>;

/** Throws `ReplyError` if the platform does not know the tournament, or for a new follow, if it is over. */
export async function readEntry(context: Context, guildId: string, key: PanelKey): Promise<FollowEntry> {
  const { guilds, platform, t } = context;
  const { tournamentId } = key;
  const [follows, { resultsChannelId }] = await Promise.all([
    guilds.follows.read(guildId),
    guilds.settings.read(guildId),
  ]);
  // A saved follow can be changed and stopped while the platform does not answer.
  const isSaved = followIdOf(key) in follows;
  const options = isSaved ? FAST_READ_ONCE : {};
  let isPartial = false;
  const without = (error: unknown): undefined => void (isPartial ||= !isNotFound(error));
  const onFailure = isSaved ? without : unknownTournament(context);
  const [answer, bracketAnswer] = await Promise.all([
    platform.tournament(tournamentId, options).catch(onFailure),
    platform.bracket(tournamentId, { ...options, shown: () => [] }).catch(without),
  ]);
  const tournament = answer?.value;
  const bracket = bracketAnswer?.value;
  const id = {
    channelId: key.channelId,
    tournamentId: isSaved ? tournamentId : (tournament?.id ?? tournamentId),
  };
  const followId = followIdOf(id);
  const saved = follows[followId];
  if (saved === undefined && tournament) checkNotOver({ tournament, bracket }, context);
  const isRunning = saved !== undefined && saved.stopped === undefined;
  const last = saved === undefined ? await guilds.follows.last(guildId, key.channelId) : undefined;
  const initial = last ? asLast(context, last, tournament) : { topics: INITIAL_SWITCHES };
  const follow = await withoutGoneRole(
    context,
    guildId,
    isRunning ? saved : { ...initial, ...saved, ...key, ...id },
  );
  const stage = tournament && stageOf(tournament, bracket);
  return {
    guildId,
    followId,
    follow,
    name: tournamentTitle(tournament ?? { id: tournamentId }, t),
    state: isRunning ? 'running' : saved ? 'stopped' : 'new',
    elsewhere: Object.values(follows)
      .filter((one) => one.tournamentId === id.tournamentId && one.channelId !== id.channelId && !one.stopped)
      .map(({ channelId }) => channelId),
    isPartial,
    ...present({
      isAsLast: (last !== undefined && key.topics === undefined) || undefined,
      tournament,
      bracket,
      asOf: answer?.asOf,
      resultsChannelId,
      ended: stage !== undefined && hasEnded(stage) ? stage : undefined,
    }),
  };
}

/** The follow that an organizer's press refers to. Throws `ReplyError` if it no longer exists. */
export async function findFollow(context: Context, followId: string): Promise<FollowEntry> {
  const { guilds, mention, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const follow = own(await guilds.follows.read(guildId), followId);
  if (follow === undefined)
    throw new ReplyError('follow-gone', t('follow.gone', { follow: mention('follow') }));
  return readEntry(context, guildId, follow);
}

/** One follow, saved or not, with its switches and possible actions. A finished one can't be switched or resumed. */
export function panelReply(context: Context, entry: FollowEntry): Reply {
  const { t } = context;
  const { ended, follow, followId, state } = entry;
  const start = (label: string): ActionButton =>
    button(label, 'follow:start', { style: 'primary', args: draftArgs(follow) });
  const main = {
    new: [start(t('follow.follow'))],
    stopped: ended === undefined ? [start(t('follow.resume'))] : [],
    running: [button(t('follow.stop'), 'follow:stop', { style: 'danger', args: [followId] })],
  };
  const roster = button(t('follow.roster.button'), 'follow:roster', { args: ['', followId] });
  const byEnd = { over: [fileButton(follow.tournamentId, t)], cancelled: [] };
  const saved = [...(ended === undefined ? [roster] : byEnd[ended]), button(t('follow.all'), 'follow:list')];
  return {
    embeds: [followEmbed({ ...entry, now: context.now() }, t)],
    rows: [
      ...(ended === undefined
        ? [switchButtons(context, entry), roleSelect(context, entry), lateSelect(context, entry)]
        : []),
      [...main[state], ...(state === 'new' ? [] : saved)],
    ],
  };
}

export const openPanel = async (context: Context, guildId: string, key: PanelKey): Promise<Reply> =>
  panelReply(context, await readEntry(context, guildId, key));

/** The current tournament. Throws `ReplyError` if the platform does not know it, or it is over. */
export async function readOngoing(context: Context, tournamentId: string): Promise<Tournament> {
  const { platform } = context;
  const { value } = await platform.tournament(tournamentId).catch(unknownTournament(context));
  checkNotOver({ tournament: value }, context);
  return value;
}
