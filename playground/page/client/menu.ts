import { button, h } from './dom.ts';

export interface MenuItem {
  label: string;
  detail?: string;
  pick: () => void;
}

export type Anchor = HTMLElement | { x: number; y: number };

const MARGIN = 8;

/** A menu at an element or a point. Escape, Tab and a click elsewhere close it, and the focus goes back. */
export function openMenu(label: string, items: readonly MenuItem[], at: Anchor): void {
  const before = document.activeElement;
  const buttons = items.map(({ label: text, detail, pick }) =>
    button(
      { role: 'menuitem', class: 'menu-item', tabindex: -1 },
      () => {
        close(true);
        pick();
      },
      h('span', {}, text),
      detail !== undefined && h('span', { class: 'menu-detail' }, detail),
    ),
  );
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': label }, ...buttons);
  const outside = new AbortController();

  function close(returnFocus: boolean): void {
    outside.abort();
    menu.remove();
    if (returnFocus && before instanceof HTMLElement && before.isConnected) before.focus();
  }

  function move(step: number): void {
    const now = buttons.findIndex((element) => element === document.activeElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  }

  menu.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Home') buttons[0]?.focus();
    else if (event.key === 'End') buttons.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) close(false);
    },
    { signal: outside.signal },
  );

  document.body.append(menu);
  const { left, bottom } =
    at instanceof HTMLElement ? at.getBoundingClientRect() : { left: at.x, bottom: at.y };
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  menu.style.top = `${Math.max(MARGIN, Math.min(bottom, innerHeight - height - MARGIN))}px`;
  buttons[0]?.focus();
}
