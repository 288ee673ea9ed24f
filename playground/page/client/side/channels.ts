import { button, h, icon, iconButton } from '../dom.ts';
import type { PageChannel } from '../../protocol.ts';
import { channelMenu } from '../moderation.ts';
import { avatar } from '../people.ts';
import type { Room } from '../room.ts';
import { signIn } from '../server-line.ts';
import { createLanguages } from './languages.ts';
import { themeButton } from '../theme.ts';

const channelMark = ({ isThread }: PageChannel): Node => icon(isThread ? 'reply' : 'hash');

/** The left column: where one can write, and who one is. */
export function createChannels(
  room: Room,
  leave: () => void,
): { element: HTMLElement; update(): void; mark(): boolean } {
  const { store } = room;
  const places = h('div', { class: 'places' });
  const you = h('fieldset', { class: 'you' });
  const languages = createLanguages(room);
  const badges = new Map<string, HTMLElement>();

  function place(channel: PageChannel, mark: Node, label: string): HTMLElement {
    const channelId = channel.id;
    const isOpen = store.view.channelId === channelId;
    const badge = h('span', { class: 'unread', role: 'img' });
    badges.set(channelId, badge);
    return h(
      'li',
      { class: 'place-row' },
      button(
        { class: 'place', 'aria-current': isOpen ? 'page' : null },
        () => {
          store.open(channelId);
          leave();
        },
        mark,
        h('span', { class: 'place-name' }, label),
        badge,
      ),
      channelMenu(channel, room),
    );
  }

  /** Shows which channels have something new; says whether any other than the open one has. */
  function mark(): boolean {
    for (const [channelId, badge] of badges) {
      const { messages, pings } = store.unread(channelId);
      badge.className = pings > 0 ? 'unread pings' : 'unread';
      badge.hidden = messages === 0;
      badge.textContent = pings > 0 ? String(pings) : '';
      badge.setAttribute('aria-label', pings > 0 ? `${pings} new for you` : 'New messages');
    }
    return [...badges.values()].some(({ hidden }) => !hidden);
  }

  function update(): void {
    badges.clear();
    const { channels, bot, members, botOnline } = store.state;
    const direct = channels.filter(({ memberId }) => memberId === store.me.id);
    places.replaceChildren(
      ...store
        .servers()
        .flatMap(({ name: server, channels: own }) => [
          h('h3', {}, server),
          h('ul', {}, ...own.map((channel) => place(channel, channelMark(channel), channel.name))),
        ]),
      h('h3', {}, 'Direct messages'),
      h('ul', {}, ...direct.map((channel) => place(channel, avatar(bot), bot.name))),
      h(
        'p',
        { class: 'bot-state' },
        h('span', { class: botOnline ? 'dot on' : 'dot' }),
        `${bot.name} is ${botOnline ? 'online' : 'offline'}`,
      ),
    );
    const focusedId =
      document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
    const radios = members.map((member) => {
      const radio = h('input', {
        type: 'radio',
        name: 'you',
        value: member.id,
        on: {
          change: () => {
            signIn(member.id);
            store.become(member.id);
          },
        },
      });
      radio.checked = member.id === store.me.id;
      return { radio, row: h('label', { class: 'you-choice' }, radio, avatar(member), member.name) };
    });
    languages.update();
    you.replaceChildren(h('legend', {}, 'You are'), ...radios.map(({ row }) => row));
    radios.find(({ radio }) => radio.value === focusedId)?.radio.focus();
  }

  const element = h(
    'nav',
    { class: 'channels', id: 'channels', 'aria-label': 'Channels and you' },
    h(
      'header',
      {},
      h('h2', {}, 'Channels and you'),
      themeButton(),
      iconButton('close', 'Close channels', leave, { class: 'icon-button only-narrow' }),
    ),
    places,
    you,
    languages.element,
  );
  update();
  return { element, update, mark };
}
