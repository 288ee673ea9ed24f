import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import { directCustomId, encodeArgs, type ArgValues } from '../../src/message/custom-id.ts';
import type { FollowChoice } from '../../src/guilds/follows.ts';
import {
  decodeSwitches,
  encodeSwitches,
  FLAG_NAMES,
  SWITCH_NAMES,
  type SwitchName,
} from '../../src/guilds/switches.ts';
import { present } from '../../src/present.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { switchLabel, type FollowView } from '../../src/replies/follow.ts';
import { button, type ActionArg, type ActionButton, type ComponentRow } from '../../src/message/reply.ts';
import { eventFault } from '../shared/event.ts';
import { lateOptions } from '../shared/late.ts';

/** A follow as a panel shows it. The buttons carry it, so that an unsaved one survives a restart. */
export const DRAFT = { tournament: 'text', channel: 'text', switches: 'text', hours: 'integer' } as const;

/** A draft with the switch that was pressed, in its new position. */
export const SWITCHED = { ...DRAFT, name: 'text' } as const;

export type DraftInput = Context & ActionInput<typeof DRAFT>;

const draftValues = ({ tournamentId, channelId, topics, eventHours }: FollowChoice) => ({
  tournament: tournamentId,
  channel: channelId,
  switches: encodeSwitches(topics),
  hours: eventHours,
});

export const draftArgs = (draft: FollowChoice): ActionArg[] => encodeArgs(DRAFT, draftValues(draft));

export const draftOf = ({
  tournament = '',
  channel = '',
  switches = '',
  hours,
}: ArgValues<typeof DRAFT>): FollowChoice =>
  present({
    tournamentId: tournament,
    channelId: channel,
    topics: decodeSwitches(switches),
    eventHours: hours,
  });

/** A button for each switch, with its position in the label. */
export const switchButtons = (
  context: Context,
  { follow, tournament }: Pick<FollowView, 'follow' | 'tournament'>,
): ActionButton[] =>
  FLAG_NAMES.map((name) => {
    const isOn = follow.topics[name] === true;
    const next = { ...follow, topics: { ...follow.topics, [name]: !isOn } };
    const label = switchLabel(name, isOn, context.t);
    const style = isOn ? 'success' : 'secondary';
    if (name === 'event' && !isOn && asksForEnd(context, next, tournament))
      return button(label, 'follow:form', { args: draftArgs(next), style });
    return button(label, 'follow:set', { args: encodeArgs(SWITCHED, { ...draftValues(next), name }), style });
  });

/** The role that is mentioned at the opening of registration, the start and the champion. */
export const roleSelect = (
  { t }: Pick<Context, 't'>,
  { follow }: Pick<FollowView, 'follow'>,
): ComponentRow => ({
  kind: 'roles',
  action: 'follow:role',
  args: draftArgs(follow),
  placeholder: t('follow.ping.choose'),
  chosen: follow.topics.ping ? [follow.topics.ping] : [],
});

/** After how many minutes without a score both players are reminded. */
export const lateSelect = (
  { t }: Pick<Context, 't'>,
  { follow }: Pick<FollowView, 'follow'>,
): ComponentRow => ({
  kind: 'select',
  action: 'follow:late',
  args: draftArgs(follow),
  placeholder: t('follow.late.off'),
  chosen: String(follow.topics.late ?? 0),
  options: lateOptions(t),
});

/** Whether a form asks when the event ends. It opens without reading the store, so its arguments have to fit the custom id. */
const asksForEnd = (context: Context, next: FollowChoice, tournament: Tournament | undefined): boolean =>
  tournament !== undefined &&
  eventFault(context, tournament, next.eventHours) === 'noEnd' &&
  directCustomId('follow:end', draftArgs(next)) !== undefined;

/** The switch with this name, as a button carries it. */
export const switchNamed = (text: string | undefined): SwitchName | undefined =>
  SWITCH_NAMES.find((name) => name === text);
