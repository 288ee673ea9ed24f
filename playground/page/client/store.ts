import type { PageChange, PageChannel, PageMember, PageMessage, PageRole, PageState } from '../protocol.ts';
import { createReadMarks, type Unread } from './unread.ts';

/** A row that only this tab shows: a command that is on its way or got no answer. */
export interface LocalNote {
  id: string;
  channelId: string;
  memberId: string;
  label: string;
  at: number;
  failure: string | null;
}

/** What concerns this tab alone. */
interface PageView {
  memberId: string;
  channelId: string;
  dismissed: ReadonlySet<string>;
  notes: readonly LocalNote[];
}

export type StoreEvent =
  | PageChange
  | { type: 'state' }
  | { type: 'view' }
  | { type: 'notes' }
  | { type: 'dismissed'; id: string };

export type PageStore = ReturnType<typeof createStore>;

const MEMBER_KEY = 'playground-member';
const KEPT_WIRE_LINES = 300;

const without = <T extends { id: string }>(records: readonly T[], gone: string): T[] =>
  records.filter(({ id }) => id !== gone);

const withNewest = <T extends { id: string }>(records: readonly T[], record: T): T[] => [
  ...without(records, record.id),
  record,
];

/** The state of the world as the server tells it, and this tab's view of it. */
export function createStore(first: PageState) {
  const listeners: ((event: StoreEvent) => void)[] = [];
  let state = first;
  let view: PageView = { memberId: firstMember(first), channelId: '', dismissed: new Set(), notes: [] };
  view = { ...view, channelId: firstChannel(state, view.memberId) };
  const marks = createReadMarks(first);
  const tell = (event: StoreEvent): void => {
    marks.read(view, state);
    for (const listener of listeners) listener(event);
  };

  function reduce(change: PageChange): PageState {
    switch (change.type) {
      case 'message': {
        // Ids tell the order: a filled placeholder stays where it was.
        const messages = withNewest(state.messages, change.message).toSorted((one, other) =>
          Number(BigInt(one.id) - BigInt(other.id)),
        );
        return { ...state, messages };
      }
      case 'message-gone':
        return { ...state, messages: without(state.messages, change.id) };
      case 'channel-gone':
        return {
          ...state,
          channels: without(state.channels, change.id),
          messages: state.messages.filter(({ channelId }) => channelId !== change.id),
        };
      case 'channel':
        return { ...state, channels: withNewest(state.channels, change.channel) };
      case 'event':
        return { ...state, events: withNewest(state.events, change.event) };
      case 'event-gone':
        return { ...state, events: without(state.events, change.id) };
      case 'commands':
        return { ...state, commands: change.commands };
      case 'bot':
        return { ...state, botOnline: change.online };
      case 'roles':
        return { ...state, roles: change.roles, nicks: change.nicks };
      case 'wire':
        return { ...state, wire: [...state.wire, change.line].slice(-KEPT_WIRE_LINES) };
      case 'languages':
        return { ...state, members: change.members, servers: change.servers };
      case 'switches':
        return { ...state, switches: change.switches };
    }
  }

  /** Says whether the open channel was one that is gone. */
  function leaveGoneChannel(): boolean {
    if (state.channels.some(({ id }) => id === view.channelId)) return false;
    view = { ...view, channelId: firstChannel(state, view.memberId) };
    return true;
  }

  const store = {
    get state(): PageState {
      return state;
    },
    get view(): PageView {
      return view;
    },
    get me(): PageMember {
      return existing(state.members.find(({ id }) => id === view.memberId));
    },
    get channel(): PageChannel {
      return existing(state.channels.find(({ id }) => id === view.channelId));
    },
    person: (id: string): PageMember | undefined =>
      [...state.members, state.bot].find((person) => person.id === id),
    /** A member's nickname in the server of the open channel, if not by their name. */
    nickOf: (id: string): string | undefined =>
      state.nicks.find(
        ({ memberId, serverName }) => memberId === id && serverName === store.channel.serverName,
      )?.nick,
    /** A member's roles in the server of the open channel, the highest first. */
    rolesOf: (id: string): PageRole[] =>
      state.roles.filter(
        ({ heldBy, serverName }) => heldBy.includes(id) && serverName === store.channel.serverName,
      ),
    /** The servers whose channels the viewer sees. An archived thread is listed while it is open. */
    servers: (): { name: string; channels: readonly PageChannel[] }[] => {
      const visible = state.channels.filter(
        ({ id, isArchived, seenBy }) =>
          seenBy.includes(view.memberId) && (!isArchived || id === view.channelId),
      );
      const names = new Set(visible.flatMap(({ serverName }) => serverName ?? []));
      return [...names].map((name) => ({
        name,
        channels: visible.filter(({ serverName }) => serverName === name),
      }));
    },
    /** What the viewer sees in the open channel, oldest first. */
    visible: (): PageMessage[] => state.messages.filter((message) => store.sees(message)),
    sees: (message: PageMessage): boolean =>
      message.channelId === view.channelId &&
      (message.visibleTo === null || message.visibleTo === view.memberId) &&
      !view.dismissed.has(message.id),
    /** What the viewer has not looked at in a channel. */
    unread: (channelId: string): Unread => marks.unread({ memberId: view.memberId, channelId }, state),
    replaceState: (next: PageState): void => {
      state = next;
      leaveGoneChannel();
      tell({ type: 'state' });
    },
    apply: (change: PageChange): void => {
      state = reduce(change);
      tell(leaveGoneChannel() ? { type: 'view' } : change);
    },
    become: (memberId: string): void => {
      sessionStorage.setItem(MEMBER_KEY, memberId);
      const isDirect = store.channel.place === 'dm';
      const own = state.channels.find((channel) => channel.memberId === memberId);
      const stays = store.channel.seenBy.includes(memberId);
      const other = isDirect && own ? own.id : firstChannel(state, memberId);
      view = { ...view, memberId, channelId: stays ? view.channelId : other };
      tell({ type: 'view' });
    },
    open: (channelId: string): void => {
      view = { ...view, channelId };
      tell({ type: 'view' });
    },
    dismiss: (messageId: string): void => {
      view = { ...view, dismissed: new Set([...view.dismissed, messageId]) };
      tell({ type: 'dismissed', id: messageId });
    },
    note: (note: LocalNote): void => {
      view = { ...view, notes: withNewest(view.notes, note) };
      tell({ type: 'notes' });
    },
    forgetNote: (id: string): void => {
      view = { ...view, notes: without(view.notes, id) };
      tell({ type: 'notes' });
    },
    listen: (listener: (event: StoreEvent) => void): void => void listeners.push(listener),
  };
  return store;
}

/** A tab keeps its member over a reload. */
function firstMember(state: PageState): string {
  const remembered = sessionStorage.getItem(MEMBER_KEY);
  const member = state.members.find(({ id }) => id === remembered) ?? state.members[0];
  return member?.id ?? '';
}

/** Of the address, which is where the bot's pages lead back to; otherwise the first that the member sees. */
function firstChannel({ channels }: PageState, memberId: string): string {
  const visible = channels.filter(({ seenBy }) => seenBy.includes(memberId));
  const linked = visible.find(({ id }) => location.hash === `#${id}`);
  return (linked ?? visible[0])?.id ?? '';
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the playground has no such member or channel');
  return value;
}
