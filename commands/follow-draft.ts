import { directCustomId, encodeArgs, type ArgValues } from '../src/bot/custom-id.ts';
import { action, type ActionInput, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { followIdOf, type Follow } from '../src/guilds/follows.ts';
import type { Tournament } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import {
  previewEmbed,
  switchButton,
  SWITCHES,
  topicsText,
  type TopicSwitches,
} from '../src/replies/follow.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../src/words/reply.ts';
import { SOON } from './choices.ts';
import { checkEvent, eventFault, readHours } from './follow-event.ts';
import { checkAgain, checkGoingOn, noteFollow } from './follow-rules.ts';
import { organizersServer } from './organizers.ts';

/** What is about to be followed. Its panel takes it along from press to press. */
interface Draft {
  tournamentId: string;
  channelId: string;
  topics: TopicSwitches;
  eventHours?: number;
}

const DRAFT = { tournament: 'text', channel: 'text', topics: 'integer', hours: 'integer' } as const;

/** The switches as one number, for what a button carries: the first is the lowest bit. */
const bitsOf = (topics: TopicSwitches): number =>
  SWITCHES.reduce((bits, topic, at) => bits + (topics[topic] ? 2 ** at : 0), 0);

function topicsOf(bits: number): TopicSwitches {
  const isOn = (topic: keyof TopicSwitches) => ((bits >> SWITCHES.indexOf(topic)) & 1) === 1;
  return { calls: isOn('calls'), results: isOn('results'), event: isOn('event') };
}

const draftArgs = ({ tournamentId, channelId, topics, eventHours }: Draft) =>
  encodeArgs(DRAFT, {
    tournament: tournamentId,
    channel: channelId,
    topics: bitsOf(topics),
    hours: eventHours,
  });

const draftOf = ({ tournament = '', channel = '', topics = 0, hours }: ArgValues<typeof DRAFT>): Draft =>
  present({ tournamentId: tournament, channelId: channel, topics: topicsOf(topics), eventHours: hours });

const readTournament = ({ platform, t }: Context, tournamentId: string, options?: typeof SOON) =>
  platform.tournament(tournamentId, options).catch(because(['not-found'], t('tournament.unknown')));

function switches(context: Context, draft: Draft, tournament: Tournament): ActionButton[] {
  return SWITCHES.map((topic) => {
    const isOn = draft.topics[topic];
    const args = draftArgs({ ...draft, topics: { ...draft.topics, [topic]: !isOn } });
    const turnsOn = topic === 'event' && !isOn;
    const asks =
      turnsOn &&
      eventFault(context, tournament, draft.eventHours) === 'noEnd' &&
      // A form is filled without the store.
      directCustomId('follow:hours', args) !== undefined;
    const name = asks ? 'follow:ask' : turnsOn ? 'follow:event' : 'follow:draft';
    return switchButton({ topic, isOn, action: name, args }, context.t);
  });
}

const switchesOf = ({ topics, eventHours }: Follow): Pick<Draft, 'topics' | 'eventHours'> =>
  present({ topics, eventHours });

const NEW = { calls: true, results: true, event: false };

/** What will be shown where, with its switches: those given, else as they are there already. */
export async function preview(
  context: Context,
  guildId: string,
  given: Omit<Draft, 'topics'> & Partial<Draft>,
  check: (tournament: Tournament) => void = () => undefined,
): Promise<Reply> {
  const { guilds, platform, t } = context;
  const [{ value: tournament, asOf }, read, follows] = await Promise.all([
    readTournament(context, given.tournamentId),
    platform.bracket(given.tournamentId, { shown: () => [] }).catch(() => undefined),
    guilds.follows.read(guildId),
  ]);
  const bracket = read?.value;
  checkGoingOn({ tournament, bracket }, context);
  check(tournament);
  const key = { channelId: given.channelId, tournamentId: tournament.id };
  const existing = follows[followIdOf(key)];
  const draft: Draft = { topics: NEW, ...(existing && switchesOf(existing)), ...given, ...key };
  const view = {
    ...draft,
    tournament,
    asOf,
    bracket,
    ...(existing && { existing: { ...existing, name: tournamentTitle(tournament, t) } }),
  };
  const goesOn = existing?.stopped === undefined ? 'follow.save' : 'follow.resume';
  const label = t(existing === undefined ? 'follow.follow' : goesOn);
  return {
    embeds: [previewEmbed(view, t)],
    rows: [
      switches(context, draft, tournament),
      [button(label, 'follow:add', { style: 'primary', args: draftArgs(draft) })],
    ],
  };
}

type DraftInput = Context & ActionInput<typeof DRAFT>;

async function follow(context: DraftInput): Promise<Reply> {
  const { guilds, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const draft = draftOf(context.args);
  const { value } = await readTournament(context, draft.tournamentId, SOON);
  checkGoingOn({ tournament: value }, context);
  await checkAgain(guildId, draft.channelId, context);
  const before = (await guilds.follows.read(guildId))[followIdOf(draft)];
  const followId = await guilds.follows.add(guildId, draft);
  if (followId === undefined) throw new ReplyError('follows-full', t('follow.refused.full'));
  const name = tournamentTitle(value, t);
  const after = topicsText(draft.topics, t);
  await noteFollow(context, guildId, {
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

/** Shows the draft that a press brought, where an organizer presses. */
const redraw = async (
  context: DraftInput,
  draft: Draft,
  check?: (tournament: Tournament) => void,
): Promise<Reply> => preview(context, await organizersServer(context, 'follow'), draft, check);

/** The presses on a preview. */
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
