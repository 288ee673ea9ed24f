import type { PageChange, PageChannel, PageMember, PageMessage, PageState } from './../protocol.ts';
import { createReadMarks, type Unread } from './unread.ts';

/** A row that only this tab shows: a command on its way, or one that nobody answered. */
export interface LocalNote {
  id: string;
  channelId: string;
  memberId: string;
  label: string;
  at: number;
  failure: string | null;
}

/** What concerns this tab alone. */
interface View {
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

/** The state of the world as the server tells it, and this tab's view of it. */
export interface Store {
  readonly state: PageState;
  readonly view: View;
  readonly me: PageMember;
  readonly channel: PageChannel;
  person(id: string): PageMember | undefined;
  /** The open server's channels that the viewer sees, and those of the others. */
  servers(): readonly { name: string; channels: readonly PageChannel[] }[];
  /** What the viewer sees in the open channel, oldest first. */
  visible(): PageMessage[];
  sees(message: PageMessage): boolean;
  /** What the viewer has not looked at in a channel. */
  unread(channelId: string): Unread;
  replaceState(state: PageState): void;
  apply(change: PageChange): void;
  become(memberId: string): void;
  open(channelId: string): void;
  dismiss(messageId: string): void;
  note(note: LocalNote): void;
  forgetNote(id: string): void;
  listen(listener: (event: StoreEvent) => void): void;
}

const MEMBER_KEY = 'playground-member';
const KEPT_WIRE_LINES = 300;

export function createStore(first: PageState): Store {
  const listeners: ((event: StoreEvent) => void)[] = [];
  let state = first;
  let view: View = { memberId: firstMember(first), channelId: '', dismissed: new Set(), notes: [] };
  view = { ...view, channelId: firstChannel(state, view.memberId) };
  const marks = createReadMarks(first);
  const tell = (event: StoreEvent): void => {
    marks.read(view, state);
    for (const listener of listeners) listener(event);
  };

  function reduce(change: PageChange): PageState {
    switch (change.type) {
      case 'message': {
        const others = state.messages.filter(({ id }) => id !== change.message.id);
        // Ids tell the order: a filled placeholder stays where it was.
        const messages = [...others, change.message].toSorted((one, other) =>
          Number(BigInt(one.id) - BigInt(other.id)),
        );
        return { ...state, messages };
      }
      case 'message-gone':
        return { ...state, messages: state.messages.filter(({ id }) => id !== change.id) };
      case 'event': {
        const others = state.events.filter(({ id }) => id !== change.event.id);
        return { ...state, events: [...others, change.event] };
      }
      case 'event-gone':
        return { ...state, events: state.events.filter(({ id }) => id !== change.id) };
      case 'commands':
        return { ...state, commands: change.commands };
      case 'bot':
        return { ...state, botOnline: change.online };
      case 'wire':
        return { ...state, wire: [...state.wire, change.line].slice(-KEPT_WIRE_LINES) };
      case 'switches':
        return { ...state, switches: change.switches };
    }
  }

  const store: Store = {
    get state() {
      return state;
    },
    get view() {
      return view;
    },
    get me() {
      return found(state.members.find(({ id }) => id === view.memberId));
    },
    get channel() {
      return found(state.channels.find(({ id }) => id === view.channelId));
    },
    person: (id) => [...state.members, state.bot].find((person) => person.id === id),
    servers: () => {
      const seen = state.channels.filter(({ seenBy }) => seenBy.includes(view.memberId));
      const names = new Set(seen.flatMap(({ serverName }) => serverName ?? []));
      return [...names].map((name) => ({
        name,
        channels: seen.filter(({ serverName }) => serverName === name),
      }));
    },
    visible: () => state.messages.filter((message) => store.sees(message)),
    sees: (message) =>
      message.channelId === view.channelId &&
      (message.visibleTo === null || message.visibleTo === view.memberId) &&
      !view.dismissed.has(message.id),
    unread: (channelId) => marks.unread({ memberId: view.memberId, channelId }, state),
    replaceState: (next) => {
      state = next;
      tell({ type: 'state' });
    },
    apply: (change) => {
      state = reduce(change);
      tell(change);
    },
    become: (memberId) => {
      sessionStorage.setItem(MEMBER_KEY, memberId);
      const isDirect = store.channel.place === 'dm';
      const own = state.channels.find((channel) => channel.memberId === memberId);
      const stays = store.channel.seenBy.includes(memberId);
      const other = isDirect && own ? own.id : firstChannel(state, memberId);
      view = { ...view, memberId, channelId: stays ? view.channelId : other };
      tell({ type: 'view' });
    },
    open: (channelId) => {
      view = { ...view, channelId };
      tell({ type: 'view' });
    },
    dismiss: (messageId) => {
      view = { ...view, dismissed: new Set([...view.dismissed, messageId]) };
      tell({ type: 'dismissed', id: messageId });
    },
    note: (note) => {
      view = { ...view, notes: [...view.notes.filter(({ id }) => id !== note.id), note] };
      tell({ type: 'notes' });
    },
    forgetNote: (id) => {
      view = { ...view, notes: view.notes.filter((note) => note.id !== id) };
      tell({ type: 'notes' });
    },
    listen: (listener) => void listeners.push(listener),
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
  const seen = channels.filter(({ seenBy }) => seenBy.includes(memberId));
  const linked = seen.find(({ id }) => location.hash === `#${id}`);
  return (linked ?? seen[0])?.id ?? '';
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the playground has no such member or channel');
  return value;
}
