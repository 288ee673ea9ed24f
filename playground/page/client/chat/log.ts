import type { PageMessage } from '../../protocol.ts';
import { button, h } from '../dom.ts';
import { moment } from '../moments.ts';
import type { Room } from '../room.ts';
import type { StoreEvent } from '../store.ts';
import { CONTROL } from './components.ts';
import { drawNote, drawMessage, isGrouped } from './message.ts';
import { drawWelcome } from './welcome.ts';

/** Nearer than this to the end, the chat follows what is new. */
const NEAR_END_PX = 120;

/** The messages of the open channel. New ones are announced; changed ones are redrawn in their place. */
export function createLog(room: Room): { element: HTMLElement; update(event: StoreEvent): void } {
  const { store } = room;
  const list = h('div', { class: 'log-list' });
  const notes = h('div', { class: 'log-notes' });
  const log = h('div', { class: 'log', role: 'log', 'aria-live': 'polite', tabindex: 0 }, list, notes);
  const newest = button({ class: 'to-newest', hidden: true }, toEnd, 'Jump to the newest message');
  const element = h('div', { class: 'log-frame' }, log, newest);
  const elements = new Map<string, HTMLElement>();
  let follows = true;
  let lastTop = 0;

  log.addEventListener('scroll', () => {
    // Only scrolling up stops following: a new message moves the end away, too.
    const isNearEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX;
    if (isNearEnd) follows = true;
    else if (log.scrollTop < lastTop) follows = false;
    lastTop = log.scrollTop;
    newest.hidden = isNearEnd || follows;
  });
  // Pictures that load and a field that grows move the end away.
  const observer = new ResizeObserver(() => {
    if (follows) toEnd();
  });
  observer.observe(list);
  observer.observe(notes);
  observer.observe(log);

  function toEnd(): void {
    log.scrollTo({ top: log.scrollHeight });
  }

  function redraw(): void {
    elements.clear();
    log.setAttribute(
      'aria-label',
      `Messages in ${store.channel.place === 'dm' ? store.state.bot.name : `#${store.channel.name}`}`,
    );
    list.replaceChildren(drawWelcome(room));
    for (const message of store.visible()) append(message);
    drawNotes();
    follows = true;
    toEnd();
  }

  function append(message: PageMessage): void {
    const before = [...elements.keys()].at(-1);
    const previous = store.state.messages.find(({ id }) => id === before);
    const day = moment(message.createdAt, 'D', store.me.locale);
    if (previous && moment(previous.createdAt, 'D', store.me.locale) !== day)
      list.append(h('p', { class: 'day' }, h('span', {}, day)));
    const article = drawMessage(message, room);
    elements.set(message.id, article);
    list.append(article);
  }

  /** Messages that came or went change what stands before their neighbors. */
  function regroup(): void {
    let before: PageMessage | undefined;
    for (const message of store.visible()) {
      const article = elements.get(message.id);
      const follows = article?.previousElementSibling?.classList.contains('message') === true;
      article?.classList.toggle('grouped', follows && isGrouped(message, before));
      before = message;
    }
  }

  function show(message: PageMessage): void {
    if (!store.sees(message)) return;
    const old = elements.get(message.id);
    if (!old) {
      // A member wants to see the answer, and the public message that their press caused.
      if (message.askedBy === store.me.id) follows = true;
      append(message);
      return;
    }
    const article = drawMessage(message, room);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    elements.set(message.id, article);
    old.replaceWith(article);
    if (focused) giveFocusBack(article, focused.getAttribute(CONTROL));
  }

  function remove(messageId: string): void {
    const old = elements.get(messageId);
    elements.delete(messageId);
    if (old?.contains(document.activeElement)) log.focus();
    old?.remove();
  }

  function drawNotes(): void {
    const { memberId, channelId } = store.view;
    const mine = store.view.notes.filter(
      (note) => note.memberId === memberId && note.channelId === channelId,
    );
    notes.replaceChildren(...mine.map((note) => drawNote(note, room)));
  }

  return {
    element,
    update: (event) => {
      if (event.type === 'message') show(event.message);
      else if (event.type === 'message-gone' || event.type === 'dismissed') remove(event.id);
      else if (event.type === 'notes') drawNotes();
      else if (event.type === 'state' || event.type === 'view') redraw();
      else if (event.type === 'commands' && store.visible().length === 0) redraw();
      else return;
      regroup();
    },
  };
}

/** Keeps the focus after a press: on the same button if it still exists, else on the first, else on the message. */
function giveFocusBack(article: HTMLElement, control: string | null): void {
  const controls = [...article.querySelectorAll<HTMLElement>(`[${CONTROL}]:not([disabled])`)];
  const same = controls.find((element) => element.getAttribute(CONTROL) === control);
  (same ?? controls[0] ?? article).focus({ preventScroll: true });
}
