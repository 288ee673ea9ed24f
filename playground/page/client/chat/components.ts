import type { ActOutcome, PageComponent, PageMessage, PageSelect } from '../../protocol.ts';
import { button, h, icon } from '../dom.ts';
import type { Room } from '../room.ts';
import { signIn } from '../server-line.ts';

/** Names a control over a redraw of its message, so that the focus can find it again. */
export const CONTROL = 'data-control';

/** The rows of buttons and selects under a message. */
export function drawRows(message: PageMessage, room: Room): HTMLElement | null {
  if (message.rows.length === 0) return null;
  const fault = h('p', { class: 'press-fault', role: 'alert' });
  const rows = message.rows.map((row) =>
    h('div', { class: 'row' }, ...row.map((component) => drawComponent(component, message, room, fault))),
  );
  return h('div', { class: 'rows' }, ...rows, fault);
}

function drawComponent(
  component: PageComponent,
  message: PageMessage,
  room: Room,
  fault: HTMLElement,
): HTMLElement {
  const target = () => ({ memberId: room.store.me.id, messageId: message.id });
  switch (component.kind) {
    case 'link':
      return h(
        'a',
        {
          class: 'button link',
          href: component.url,
          target: '_blank',
          rel: 'noopener',
          // Before the browser follows it: the consent page reads who is signed in.
          on: { click: () => signIn(room.store.me.id), auxclick: () => signIn(room.store.me.id) },
        },
        component.emoji !== null && `${component.emoji} `,
        component.label,
        icon('open'),
      );
    case 'button': {
      const { id, label, emoji } = component;
      const element = button(
        {
          class: `button ${component.look}`,
          disabled: component.disabled,
          [CONTROL]: id,
          'aria-label': label === '' ? (emoji ?? 'Button') : null,
        },
        () => {
          const act = { kind: 'press', ...target(), componentId: id } as const;
          void waiting(element, fault, () => room.act(act, label));
        },
        emoji !== null && h('span', { 'aria-hidden': label !== '' }, emoji),
        label !== '' && h('span', {}, label),
      );
      return element;
    }
    case 'select':
      return drawSelect(component, (values, select) => {
        const act = { kind: 'select', ...target(), componentId: component.id, values } as const;
        void waiting(select, fault, () => room.act(act, component.placeholder)).then(() => {
          // What was chosen has been sent: the menu is ready for another choice, also of the same.
          if (select.isConnected && !select.multiple) select.value = '';
        });
      });
  }
}

/** What is chosen, without the placeholder's empty value. */
export const valuesOf = ({ selectedOptions }: HTMLSelectElement): string[] =>
  [...selectedOptions].map(({ value }) => value).filter((value) => value !== '');

/**
 * The browser's own select: it brings the keyboard, the screen reader and the phone's picker along. The style sheet
 * dresses it where the browser lets it.
 */
export function drawSelect(
  select: PageSelect,
  chosen: (values: string[], element: HTMLSelectElement) => void,
): HTMLSelectElement {
  const multiple = select.max > 1;
  const preset = select.options.some((option) => option.chosen);
  const element: HTMLSelectElement = h(
    'select',
    {
      class: 'select',
      'aria-label': select.placeholder,
      disabled: select.disabled,
      multiple,
      [CONTROL]: select.id,
      on: {
        change: () => {
          const values = valuesOf(element);
          if (values.length >= select.min && values.length <= select.max) chosen(values, element);
        },
      },
    },
    !multiple &&
      // Where nothing has to be chosen, the placeholder takes a choice back.
      h(
        'option',
        { value: '', disabled: select.min > 0, selected: !preset, hidden: select.min > 0 },
        select.placeholder,
      ),
    ...select.options.map((option) =>
      h(
        'option',
        { value: option.value, selected: option.chosen },
        h('span', { class: 'option-label' }, option.label),
        option.description !== null && h('span', { class: 'option-detail' }, ` ${option.description}`),
      ),
    ),
  );
  return element;
}

/** Shows that something is on its way, and under the message when it did not arrive. */
async function waiting(
  control: HTMLButtonElement | HTMLSelectElement,
  fault: HTMLElement,
  act: () => Promise<ActOutcome>,
): Promise<void> {
  if (control.getAttribute('aria-busy') === 'true') return;
  fault.textContent = '';
  control.setAttribute('aria-busy', 'true');
  const outcome = await act();
  control.removeAttribute('aria-busy');
  if (outcome.kind === 'unanswered') fault.textContent = 'This interaction failed';
  if (outcome.kind === 'refused') fault.textContent = outcome.reason;
}
