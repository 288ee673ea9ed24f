import type { ActOutcome, PageMember } from '../protocol.ts';
import { button, freshId, h, iconButton } from './dom.ts';
import { avatar } from './people.ts';

export interface FormField {
  label: string;
  hint: string | null;
  required: boolean;
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLFieldSetElement;
  /** What opens beside the control. */
  popup?: HTMLElement;
}

interface OpenForm {
  title: string;
  note: string;
  fields: readonly FormField[];
  submitLabel: string;
  cancelLabel: string;
  /** Closed while it is sent, and opened again where that is refused. */
  closesFirst: boolean;
  send: () => Promise<ActOutcome>;
}

function drawField({ label, hint, required, control, popup }: FormField): HTMLElement {
  const controlId = freshId('form-field');
  const hintId = `${controlId}-hint`;
  const caption = h(
    'label',
    { for: controlId, id: `${controlId}-name` },
    label,
    required && h('span', { class: 'required', 'aria-hidden': 'true' }, ' *'),
  );
  control.id = controlId;
  if ('required' in control) control.required = required;
  control.removeAttribute('aria-label');
  if (control instanceof HTMLFieldSetElement) control.setAttribute('aria-labelledby', `${controlId}-name`);
  if (hint !== null) control.setAttribute('aria-describedby', hintId);
  return h(
    'div',
    { class: 'form-field' },
    caption,
    hint !== null && h('p', { id: hintId, class: 'form-hint' }, hint),
    control,
    popup,
  );
}

/** A form of the bot, in a dialog that holds the focus until it is sent or closed. */
export function openForm(form: OpenForm, bot: PageMember): void {
  const before = document.activeElement;
  const titleId = freshId('form-title');
  const fault = h('p', { class: 'form-fault', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button primary' }, form.submitLabel);
  const dialog = h(
    'dialog',
    { class: 'form', 'aria-labelledby': titleId, on: { close: () => leave() } },
    h(
      'form',
      { on: { submit: onSubmit } },
      h(
        'header',
        {},
        avatar(bot),
        h('h2', { id: titleId }, form.title),
        iconButton('close', 'Close', () => dialog.close()),
      ),
      h('p', { class: 'form-note' }, form.note),
      ...form.fields.map(drawField),
      fault,
      h(
        'footer',
        {},
        button({ class: 'button secondary' }, () => dialog.close(), form.cancelLabel),
        submit,
      ),
    ),
  );

  function open(): void {
    if (dialog.open) return;
    document.body.append(dialog);
    dialog.showModal();
    form.fields[0]?.control.focus();
  }

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
    const sending = form.send();
    if (form.closesFirst) dialog.close();
    const outcome = await sending;
    submit.disabled = false;
    if (outcome.kind === 'refused') fault.textContent = outcome.reason;
    else if (outcome.kind === 'unanswered' && !form.closesFirst)
      fault.textContent = 'Something went wrong. Try again.';
    else return dialog.close();
    open();
  }

  open();
}
