import type { PageState } from '../protocol.ts';
import { createComposer } from './composer/composer.ts';
import { freshId, h } from './dom.ts';
import { keepTimesFresh } from './markdown/draw.ts';
import { openModal } from './modal.ts';
import type { Room } from './room.ts';
import { follow, perform, signIn } from './server-line.ts';
import { createShell } from './shell.ts';
import { createStore, type PageStore } from './store.ts';
import { applyTheme } from './theme.ts';

/** A command that is answered faster than this needs no "Sending command…". */
const PATIENCE_MS = 500;

const voice = h('p', { class: 'voice', role: 'status' });
const disconnected = h('p', { class: 'lost', role: 'alert' });

function createRoom(store: PageStore): Room {
  const room: Room = {
    store,
    useCommand: () => {},
    toChat: () => {},
    say: (text) => {
      voice.textContent = text;
    },
    markdown: () => ({
      locale: store.me.locale,
      memberName: (id) => store.person(id)?.name,
      channelName: (id) => store.state.channels.find((channel) => channel.id === id)?.name,
      roleName: (id) => store.state.roles.find((role) => role.id === id)?.name,
      useCommand: (line) => room.useCommand(line),
      showMessage: (channelId, messageId) => {
        const isSeen = store.state.channels.some(
          ({ id, seenBy }) => id === channelId && seenBy.includes(store.me.id),
        );
        if (isSeen && channelId !== store.view.channelId) store.open(channelId);
        const article = document.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
        article?.scrollIntoView({ block: 'start' });
        article?.focus({ preventScroll: true });
      },
    }),
    act: async (act, label) => {
      const isCommand = act.kind === 'command' || act.kind === 'user-command';
      const note = {
        id: freshId('note'),
        channelId: store.view.channelId,
        memberId: act.memberId,
        label,
        at: Date.now(),
        failure: null,
      };
      const timer = setTimeout(() => isCommand && store.note(note), PATIENCE_MS);
      const outcome = await perform(act);
      clearTimeout(timer);
      if (isCommand && outcome.kind === 'unanswered') store.note({ ...note, failure: outcome.reason });
      else store.forgetNote(note.id);
      if (outcome.kind === 'modal') openModal(outcome.modal, room);
      return outcome;
    },
  };
  return room;
}

function start(state: PageState): PageStore {
  const store = createStore(state);
  const room = createRoom(store);
  const composer = createComposer(room);
  const shell = createShell(room, composer);
  room.toChat = () => shell.toChat();
  room.useCommand = (line) => {
    shell.toChat();
    composer.useCommand(line);
  };
  store.listen((event) => shell.update(event));
  signIn(store.me.id);
  document.body.replaceChildren(shell.element, voice, disconnected);
  return store;
}

applyTheme();
keepTimesFresh();
let store: PageStore | undefined;
follow({
  state: (state) => {
    if (store) store.replaceState(state);
    else store = start(state);
  },
  change: (change) => store?.apply(change),
  broken: (isBroken) => {
    disconnected.textContent = isBroken
      ? 'The playground does not answer. It comes back by itself once it is running again.'
      : '';
  },
});
