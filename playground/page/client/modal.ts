import { discordWords } from './discord-words.ts';
import type { FormValue } from '../act.ts';
import type { PageField, PageModal, RadioField } from '../protocol.ts';
import { drawSelect, valuesOf } from './chat/components.ts';
import { h } from './dom.ts';
import { openForm, type FormField } from './form.ts';
import type { Room } from './room.ts';
import { drawUpload } from './upload.ts';

interface ModalField extends FormField {
  id: string;
  read: () => FormValue | Promise<FormValue>;
}

function drawRadios(
  field: RadioField & Pick<PageField, 'id' | 'required'>,
): Pick<ModalField, 'control' | 'read'> {
  const { id, options, required } = field;
  const inputs = options.map(({ value, chosen }) => {
    const input = h('input', { type: 'radio', name: id, value, required });
    input.checked = chosen;
    return input;
  });
  const rows = options.map(({ description, label }, at) =>
    h(
      'label',
      { class: 'form-radio' },
      inputs[at],
      label,
      description !== null && h('small', {}, description),
    ),
  );
  const control = h('fieldset', { class: 'form-radios' }, ...rows);
  return { control, read: () => inputs.find(({ checked }) => checked)?.value ?? '' };
}

/** The field itself, and how its value is read. */
function drawControl(field: PageField): Pick<ModalField, 'control' | 'popup' | 'read'> {
  if (field.kind === 'files') return drawUpload(field);
  if (field.kind === 'select') {
    const control = drawSelect(field.select, () => {});
    return { control, read: () => valuesOf(control) };
  }
  if (field.kind === 'radio') return drawRadios(field);
  const attributes = {
    class: 'form-input',
    placeholder: field.placeholder,
    minlength: field.minLength,
    maxlength: field.maxLength,
    autocomplete: 'off',
  };
  const control = field.long
    ? h('textarea', { ...attributes, rows: 4 })
    : h('input', { type: 'text', ...attributes });
  control.value = field.value;
  return { control, read: () => control.value };
}

/** A form that the bot opened. */
export function openModal(modal: PageModal, room: Room): void {
  const { bot } = room.store.state;
  const words = discordWords(room.store.me.locale);
  const fields: ModalField[] = modal.fields.map((field) => {
    const { id, label, description, required } = field;
    return { id, label, hint: description, required, ...drawControl(field) };
  });
  openForm(
    {
      title: modal.title,
      note: words.form(bot.name),
      fields,
      submitLabel: words.submit,
      cancelLabel: words.cancel,
      closesFirst: false,
      send: async () => {
        const values = await Promise.all(fields.map(async ({ id, read }) => [id, await read()] as const));
        const act = {
          memberId: room.store.me.id,
          openedBy: modal.openedBy,
          values: Object.fromEntries(values),
        };
        return room.act({ kind: 'submit', ...act }, modal.title);
      },
    },
    bot,
  );
}
