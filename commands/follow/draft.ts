import { directCustomId, encodeArgs, type ArgValues } from '../../src/bot/custom-id.ts';
import { action, type ActionInput, type Context } from '../../src/bot/command.ts';
import { because } from '../../src/bot/failures.ts';
import { followIdOf, type Follow } from '../../src/guilds/follows.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import {
  previewEmbed,
  switchButton,
  SWITCHES,
  topicsText,
  type TopicSwitches,
} from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../../src/words/reply.ts';
import { FAST_READ } from '../shared/choices.ts';
import { checkEvent, eventFault, readHours } from './event.ts';
import { checkChannelById, checkNotOver, auditFollow } from './rules.ts';
import { organizersServer } from '../shared/organizers.ts';

/** A follow that is not saved yet. The buttons of its preview carry it. */
interface FollowDraft {
  tournamentId: string;
  channelId: string;
  topics: TopicSwitches;
  eventHours?: number;
}

const DRAFT = { tournament: 'text', channel: 'text', topics: 'integer', hours: 'integer' } as const;

/** The switches as one number for button arguments; the first is the lowest bit. */
const bitsOf = (topics: TopicSwitches): number =>
  SWITCHES.reduce((bits, topic, at) => bits + (topics[topic] ? 2 ** at : 0), 0);

function topicsOf(bits: number): TopicSwitches {
  const isOn = (topic: keyof TopicSwitches) => ((bits >> SWITCHES.indexOf(topic)) & 1) === 1;
  return { calls: isOn('calls'), results: isOn('results'), event: isOn('event') };
}

const draftArgs = ({ tournamentId, channelId, topics, eventHours }: FollowDraft) =>
  encodeArgs(DRAFT, {
    tournament: tournamentId,
    channel: channelId,
    topics: bitsOf(topics),
    hours: eventHours,
  });

const draftOf = ({
  tournament = '',
  channel = '',
  topics = 0,
  hours,
}: ArgValues<typeof DRAFT>): FollowDraft =>
  present({ tournamentId: tournament, channelId: channel, topics: topicsOf(topics), eventHours: hours });

const readTournament = ({ platform, t }: Context, tournamentId: string, options?: typeof FAST_READ) =>
  platform.tournament(tournamentId, options).catch(because(['not-found'], t('tournament.unknown')));

function switchButtons(context: Context, draft: FollowDraft, tournament: Tournament): ActionButton[] {
  return SWITCHES.map((topic) => {
    const isOn = draft.topics[topic];
    const args = draftArgs({ ...draft, topics: { ...draft.topics, [topic]: !isOn } });
    const turnsOn = topic === 'event' && !isOn;
    const opensForm =
      turnsOn &&
      eventFault(context, tournament, draft.eventHours) === 'noEnd' &&
      // A form opens without the store, so the arguments have to fit the custom id.
      directCustomId('follow:hours', args) !== undefined;
    const name = opensForm ? 'follow:ask' : turnsOn ? 'follow:event' : 'follow:draft';
    return switchButton({ topic, isOn, action: name, args }, context.t);
  });
}

const switchesOf = ({ topics, eventHours }: Follow): Pick<FollowDraft, 'topics' | 'eventHours'> =>
  present({ topics, eventHours });

const DEFAULT_TOPICS = { calls: true, results: true, event: false };

/** Previews a follow: with the given switches, else those of the existing follow. */
export async function preview(
  context: Context,
  guildId: string,
  input: Omit<FollowDraft, 'topics'> & Partial<FollowDraft>,
  check: (tournament: Tournament) => void = () => undefined,
): Promise<Reply> {
  const { guilds, platform, t } = context;
  const [{ value: tournament, asOf }, bracketAnswer, follows] = await Promise.all([
    readTournament(context, input.tournamentId),
    platform.bracket(input.tournamentId, { shown: () => [] }).catch(() => undefined),
    guilds.follows.read(guildId),
  ]);
  const bracket = bracketAnswer?.value;
  checkNotOver({ tournament, bracket }, context);
  check(tournament);
  const key = { channelId: input.channelId, tournamentId: tournament.id };
  const existing = follows[followIdOf(key)];
  const draft: FollowDraft = {
    topics: DEFAULT_TOPICS,
    ...(existing && switchesOf(existing)),
    ...input,
    ...key,
  };
  const view = {
    ...draft,
    tournament,
    asOf,
    bracket,
    ...present({ existing: existing && { ...existing, name: tournamentTitle(tournament, t) } }),
  };
  const saveKey = existing?.stopped === undefined ? 'follow.save' : 'follow.resume';
  const label = t(existing === undefined ? 'follow.follow' : saveKey);
  return {
    embeds: [previewEmbed(view, t)],
    rows: [
      switchButtons(context, draft, tournament),
      [button(label, 'follow:add', { style: 'primary', args: draftArgs(draft) })],
    ],
  };
}

type DraftInput = Context & ActionInput<typeof DRAFT>;

async function follow(context: DraftInput): Promise<Reply> {
  const { guilds, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const draft = draftOf(context.args);
  const { value } = await readTournament(context, draft.tournamentId, FAST_READ);
  checkNotOver({ tournament: value }, context);
  await checkChannelById(guildId, draft.channelId, context);
  const before = (await guilds.follows.read(guildId))[followIdOf(draft)];
  const followId = await guilds.follows.add(guildId, draft);
  if (followId === undefined) throw new ReplyError('follows-full', t('follow.refused.full'));
  const name = tournamentTitle(value, t);
  const after = topicsText(draft.topics, t);
  await auditFollow(context, guildId, {
    what: before === undefined ? 'followed' : before.stopped ? 'resumed' : 'changed',
    name,
    channelId: draft.channelId,
    before: before ? topicsText(before.topics, t) : '',
    after,
  });
  const words = { tournament: escapeMarkup(name, 120), channel: `<#${draft.channelId}>` };
  return {
    content: t(before === undefined ? 'follow.done' : 'follow.saved', words),
    rows: [[button(t('follow.manage'), 'follow:open', { args: [followId] })]],
  };
}

/** Shows the preview of a draft again. Organizers only. */
const redraw = async (
  context: DraftInput,
  draft: FollowDraft,
  check?: (tournament: Tournament) => void,
): Promise<Reply> => preview(context, await organizersServer(context, 'follow'), draft, check);

/** The actions of a preview. */
export const draftActions = {
  draft: action({
    press: 'caller',
    args: DRAFT,
    run: (context) => redraw(context, draftOf(context.args)),
  }),
  event: action({
    press: 'caller',
    args: DRAFT,
    run(context) {
      const draft = draftOf(context.args);
      return redraw(context, draft, (tournament) => checkEvent(context, tournament, draft.eventHours));
    },
  }),
  hours: action({
    press: 'caller',
    args: DRAFT,
    run(context) {
      const eventHours = readHours(context);
      const draft = { ...draftOf(context.args), eventHours };
      return redraw(context, draft, (tournament) => checkEvent(context, tournament, eventHours));
    },
  }),
  add: action({ press: 'caller', writes: true, args: DRAFT, run: follow }),
};
