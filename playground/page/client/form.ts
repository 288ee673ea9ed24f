import type { PageField, PageModal } from '../protocol.ts';
import { drawSelect } from './chat/components.ts';
import { freshId, h, iconButton } from './dom.ts';
import { avatar } from './people.ts';
import type { Room } from './room.ts';

interface DrawnField {
  element: HTMLElement;
  id: string;
  read: () => string | string[];
}

function drawField(field: PageField): DrawnField {
  const controlId = freshId('form-field');
  const hintId = `${controlId}-hint`;
  const caption = h(
    'label',
    { for: controlId },
    field.label,
    field.required && h('span', { class: 'required', 'aria-hidden': 'true' }, ' *'),
  );
  const hint = field.description !== null && h('p', { id: hintId, class: 'form-hint' }, field.description);
  const described = hint === false ? {} : { 'aria-describedby': hintId };
  if (field.kind === 'select') {
    const select = drawSelect(field.select, () => {});
    select.id = controlId;
    select.removeAttribute('aria-label');
    select.required = field.required;
    return {
      id: field.id,
      element: h('div', { class: 'form-field' }, caption, hint, select),
      read: () => [...select.selectedOptions].map(({ value }) => value).filter((value) => value !== ''),
    };
  }
  const attributes = {
    id: controlId,
    class: 'form-input',
    placeholder: field.placeholder,
    required: field.required,
    minlength: field.minLength,
    maxlength: field.maxLength,
    autocomplete: 'off',
    ...described,
  };
  const input = field.long
    ? h('textarea', { ...attributes, rows: 4 })
    : h('input', { type: 'text', ...attributes });
  input.value = field.value;
  return {
    id: field.id,
    element: h('div', { class: 'form-field' }, caption, hint, input),
    read: () => input.value,
  };
}

/** A form that the bot opened: a dialog that holds the focus until it is sent or closed. */
export function openForm(form: PageModal, room: Room): void {
  const before = document.activeElement;
  const titleId = freshId('form-title');
  const fields = form.fields.map(drawField);
  const fault = h('p', { class: 'form-fault', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button primary' }, 'Submit');
  const dialog = h(
    'dialog',
    { class: 'form', 'aria-labelledby': titleId, on: { close: () => leave() } },
    h(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            void send();
          },
        },
      },
      h(
        'header',
        {},
        avatar(room.store.state.bot),
        h('h2', { id: titleId }, form.title),
        iconButton('close', 'Close', () => dialog.close()),
      ),
      h(
        'p',
        { class: 'form-note' },
        `This form will be submitted to ${room.store.state.bot.name}. Do not share passwords or other sensitive information.`,
      ),
      ...fields.map(({ element }) => element),
      fault,
      h(
        'footer',
        {},
        h(
          'button',
          { type: 'button', class: 'button secondary', on: { click: () => dialog.close() } },
          'Cancel',
        ),
        submit,
      ),
    ),
  );

  function leave(): void {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  async function send(): Promise<void> {
    submit.disabled = true;
    fault.textContent = '';
    const values = Object.fromEntries(fields.map(({ id, read }) => [id, read()]));
    const outcome = await room.act(
      { kind: 'submit', memberId: room.store.me.id, openedBy: form.openedBy, values },
      form.title,
    );
    submit.disabled = false;
    if (outcome.kind === 'refused') fault.textContent = outcome.reason;
    else if (outcome.kind === 'unanswered') fault.textContent = 'Something went wrong. Try again.';
    else dialog.close();
  }

  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('.form-input, .select')?.focus();
}
