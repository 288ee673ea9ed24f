import type { PageAct } from '../act.ts';
import type { PageChannel, PageMessage } from '../protocol.ts';
import { iconButton } from './dom.ts';
import { openMenu, type MenuItem } from './menu.ts';
import type { Room } from './room.ts';

async function remove(act: PageAct, room: Room): Promise<void> {
  const outcome = await room.act(act, 'Delete');
  if (outcome.kind === 'refused') room.say(outcome.reason);
}

function moreButton(label: string, items: readonly MenuItem[]): HTMLElement {
  const element = iconButton('more', label, () => openMenu(label, items, element), {
    class: 'icon-button moderate',
    'aria-haspopup': 'menu',
  });
  return element;
}

/** The menu of a message that everybody sees, for those who may delete it. */
export function messageMenu({ id, visibleTo }: PageMessage, room: Room): HTMLElement | null {
  const { me, channel } = room.store;
  if (visibleTo !== null || !channel.moderatedBy.includes(me.id)) return null;
  const pick = (): void => void remove({ kind: 'delete-message', memberId: me.id, messageId: id }, room);
  return moreButton('More for this message', [{ label: 'Delete message', detail: `ID ${id}`, pick }]);
}

/** The menu of a channel, for those who may delete it. */
export function channelMenu({ id, name, isThread, managedBy }: PageChannel, room: Room): HTMLElement | null {
  const { me } = room.store;
  if (!managedBy.includes(me.id)) return null;
  const pick = (): void => void remove({ kind: 'delete-channel', memberId: me.id, channelId: id }, room);
  const label = isThread ? 'Delete thread' : 'Delete channel';
  return moreButton(`More for ${name}`, [{ label, detail: 'With all its messages, for good', pick }]);
}
