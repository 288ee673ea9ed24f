import type { PageField, PageModal } from '../protocol.ts';
import { drawSelect, valuesOf } from './chat/components.ts';
import { button, freshId, h, iconButton } from './dom.ts';
import { avatar } from './people.ts';
import type { Room } from './room.ts';

interface DrawnField {
  element: HTMLElement;
  id: string;
  read: () => string | string[];
}

/** The text or select field itself, and how its value is read. */
function drawControl(field: PageField): {
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  read: DrawnField['read'];
} {
  if (field.kind === 'select') {
    const select = drawSelect(field.select, () => {});
    select.removeAttribute('aria-label');
    return { control: select, read: () => valuesOf(select) };
  }
  const attributes = {
    class: 'form-input',
    placeholder: field.placeholder,
    minlength: field.minLength,
    maxlength: field.maxLength,
    autocomplete: 'off',
  };
  const input = field.long
    ? h('textarea', { ...attributes, rows: 4 })
    : h('input', { type: 'text', ...attributes });
  input.value = field.value;
  return { control: input, read: () => input.value };
}

function drawField(field: PageField): DrawnField {
  const { control, read } = drawControl(field);
  const controlId = freshId('form-field');
  const hintId = `${controlId}-hint`;
  const caption = h(
    'label',
    { for: controlId },
    field.label,
    field.required && h('span', { class: 'required', 'aria-hidden': 'true' }, ' *'),
  );
  const hint = field.description !== null && h('p', { id: hintId, class: 'form-hint' }, field.description);
  control.id = controlId;
  control.required = field.required;
  if (hint && field.kind === 'text') control.setAttribute('aria-describedby', hintId);
  return { id: field.id, element: h('div', { class: 'form-field' }, caption, hint, control), read };
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
      { on: { submit: onSubmit } },
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
        button({ class: 'button secondary' }, () => dialog.close(), 'Cancel'),
        submit,
      ),
    ),
  );

  function leave(): void {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void send();
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
