import type { PageMember, PageRole } from '../protocol.ts';
import { h, iconButton } from './dom.ts';
import { openMenu, type Anchor } from './menu.ts';
import type { Room } from './room.ts';

/** A face; the name stands beside it, so it is silent for screen readers. */
export const avatar = (person: Pick<PageMember, 'avatarUrl' | 'bot'> | undefined): HTMLElement =>
  h('img', {
    class: 'avatar',
    alt: '',
    src: person?.bot ? '/icon.svg' : (person?.avatarUrl ?? '/icon.svg'),
    width: 40,
    height: 40,
  });

export const botTag = (): HTMLElement => h('span', { class: 'bot-tag' }, 'APP');

/** The commands in a member's own menu. */
function openUserMenu(room: Room, memberId: string, at: Anchor): void {
  const { store } = room;
  const target = store.person(memberId);
  if (!target) return;
  const commands = store.state.commands.filter(
    ({ kind, places }) => kind === 'user' && places.includes(store.channel.place),
  );
  const use = (line: string): void => {
    const { channel, me } = store;
    room.toChat();
    void room.act(
      { kind: 'user-command', memberId: me.id, line, targetId: memberId, channelId: channel.id },
      line,
    );
  };
  const items = [
    ...commands.map(({ line }) => ({ label: line, detail: store.state.bot.name, pick: () => use(line) })),
    { label: 'Copy user ID', detail: memberId, pick: () => void navigator.clipboard.writeText(memberId) },
  ];
  openMenu(`Commands for ${target.name}`, items, at);
}

/** Everybody in the channel, each with a menu: by right click, or by the button beside the name. */
export function memberList(room: Room): HTMLElement {
  const { store } = room;
  const { seenBy } = store.channel;
  const people = store.state.members.filter(({ id }) => seenBy.includes(id));
  const row = (person: PageMember): HTMLElement =>
    h(
      'li',
      { class: 'member', 'data-member': person.id },
      avatar(person),
      h(
        'span',
        { class: 'member-name' },
        store.nickOf(person.id) ?? person.name,
        store.nickOf(person.id) !== undefined && h('span', { class: 'member-note' }, ` (${person.name})`),
        person.id === store.me.id && h('span', { class: 'member-note' }, ' (you)'),
        person.bot && botTag(),
        roleList(store.rolesOf(person.id)),
      ),
      moreButton(room, person),
    );
  return h(
    'div',
    {},
    h('h3', {}, `People — ${people.length}`),
    h('ul', { class: 'members' }, ...people.map(row)),
    h('h3', {}, `Bots — ${store.state.botOnline ? 'online' : 'offline'}`),
    h('ul', { class: 'members' }, row(store.state.bot)),
  );
}

function roleList(roles: readonly PageRole[]): HTMLElement | null {
  if (roles.length === 0) return null;
  const items = roles.map(({ name, color }) => {
    const dot = h('span', { class: 'role-dot', 'aria-hidden': 'true' });
    if (color !== null) dot.style.setProperty('--role', color);
    return h('li', { class: 'role' }, dot, h('span', {}, name));
  });
  return h('ul', { class: 'roles', 'aria-label': 'Roles' }, ...items);
}

function moreButton(room: Room, person: PageMember): HTMLElement {
  const open = (): void => openUserMenu(room, person.id, element);
  const element = iconButton('more', `More for ${person.name}`, open, { 'aria-haspopup': 'menu' });
  return element;
}

/** Right click, or a long press on a phone, on anything that stands for a member. */
export function listenForUserMenus(room: Room, within: HTMLElement): void {
  within.addEventListener('contextmenu', (event) => {
    const marked =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-member]') : null;
    const memberId = marked?.dataset['member'];
    if (marked === null || memberId === undefined) return;
    event.preventDefault();
    // The menu key sends no position of a pointer.
    const byKey = event.clientX === 0 && event.clientY === 0;
    openUserMenu(room, memberId, byKey ? marked : { x: event.clientX, y: event.clientY });
  });
}
