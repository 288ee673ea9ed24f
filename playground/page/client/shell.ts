import { createEvents } from './chat/events.ts';
import { createLog } from './chat/log.ts';
import type { Composer } from './composer/composer.ts';
import { h, icon, iconButton, type IconName } from './dom.ts';
import { listenForUserMenus, memberList } from './people.ts';
import type { Room } from './room.ts';
import { createChannels } from './side/channels.ts';
import { createPowerNotice } from './side/power.ts';
import { createSwitches } from './side/switches.ts';
import { createWire } from './side/wire.ts';
import type { StoreEvent } from './store.ts';

type SideColumn = 'none' | 'channels' | 'members' | 'wire';

/** Below this width the columns are drawers that cover the chat. */
const NARROW = matchMedia('(max-width: 900px)');

/** The whole page around the chat. */
export function createShell(room: Room, composer: Composer) {
  const { store } = room;
  const log = createLog(room);
  const events = createEvents(room);
  const channels = createChannels(room, () => show('none'));
  const wire = createWire(room);
  const switches = createSwitches(room);
  const power = createPowerNotice(room);
  let side: SideColumn = NARROW.matches ? 'none' : 'members';
  let opener: HTMLElement | undefined;

  const closeButton = (label: string): HTMLElement => iconButton('close', label, () => show('none'));
  const memberBox = h('div');
  const members = h(
    'aside',
    { class: 'panel members-panel', id: 'members', 'aria-label': 'Members' },
    h('header', {}, h('h2', {}, 'Members'), closeButton('Close members')),
    memberBox,
  );
  const wirePanel = h(
    'aside',
    { class: 'panel wire-panel', id: 'wire', 'aria-label': 'Behind the scenes' },
    h('header', {}, h('h2', {}, 'Behind the scenes'), closeButton('Close behind the scenes')),
    switches.element,
    h('h3', {}, 'Over the wire'),
    wire.element,
  );
  function toggle(name: SideColumn, look: IconName, label: string, extra = ''): HTMLButtonElement {
    const open = (): void => {
      opener = element;
      show(side === name ? 'none' : name);
    };
    const element = iconButton(look, label, open, {
      'aria-controls': name,
      'aria-expanded': 'false',
      class: `icon-button ${extra}`,
    });
    return element;
  }
  const toggles = {
    channels: toggle('channels', 'menu', 'Channels and you', 'only-narrow'),
    members: toggle('members', 'people', 'Members'),
    wire: toggle('wire', 'wire', 'Behind the scenes'),
  };
  const title = h('h1', {});
  const main = h(
    'main',
    { class: 'chat' },
    h('header', { class: 'chat-head' }, toggles.channels, title, toggles.members, toggles.wire),
    events.element,
    power.element,
    log.element,
    composer.element,
  );
  const veil = h('div', { class: 'veil', on: { click: () => show('none') } });
  const element = h('div', { class: 'app' }, channels.element, main, members, wirePanel, veil);
  listenForUserMenus(room, element);

  /** Closed columns are out of reach of the keyboard; under an open drawer, so is the chat. */
  function show(next: SideColumn): void {
    const before = side;
    side = next;
    element.dataset['side'] = side;
    const narrow = NARROW.matches;
    members.hidden = side !== 'members';
    wirePanel.hidden = side !== 'wire';
    channels.element.hidden = narrow && side !== 'channels';
    main.inert = narrow && side !== 'none';
    for (const [name, button] of Object.entries(toggles))
      button.setAttribute('aria-expanded', String(side === name));
    if (!narrow || side === before) return;
    if (side === 'none') opener?.focus();
    else element.querySelector<HTMLElement>(`#${side} button`)?.focus();
  }
  NARROW.addEventListener('change', () => show(NARROW.matches ? 'none' : 'members'));
  element.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && NARROW.matches && side !== 'none') show('none');
  });

  function describe(): void {
    const { channel, state, me } = store;
    const name = channel.place === 'dm' ? state.bot.name : channel.name;
    title.replaceChildren(
      channel.place === 'dm' ? h('span', { class: 'at' }, '@') : icon('hash'),
      h('span', { class: 'title-name' }, name),
      h('span', { class: 'title-you' }, `you are ${me.name}`),
    );
    document.title = `${channel.place === 'dm' ? '@' : '#'}${name} – Matchpoint playground`;
    drawMembers();
  }

  /** The focus stays on the member where it was. */
  function drawMembers(): void {
    const { activeElement } = document;
    const focused = memberBox.contains(activeElement) ? activeElement?.closest('[data-member]') : undefined;
    memberBox.replaceChildren(memberList(room));
    if (focused instanceof HTMLElement)
      memberBox.querySelector<HTMLElement>(`[data-member="${focused.dataset['member']}"] button`)?.focus();
  }

  function update(event: StoreEvent): void {
    log.update(event);
    wire.update(event);
    if (['state', 'view', 'event', 'event-gone'].includes(event.type)) events.update();
    if (event.type === 'switches' || event.type === 'state') switches.update();
    if (['state', 'switches', 'bot'].includes(event.type)) power.update();
    if (event.type === 'channel') channels.update();
    if (event.type === 'roles') drawMembers();
    if (['state', 'view', 'bot', 'commands', 'channel-gone', 'languages'].includes(event.type)) {
      channels.update();
      describe();
      composer.update();
    }
    toggles.channels.classList.toggle('has-news', channels.mark());
  }
  show(side);
  update({ type: 'state' });
  return {
    element,
    update,
    toChat: () => {
      if (NARROW.matches) show('none');
    },
  };
}
