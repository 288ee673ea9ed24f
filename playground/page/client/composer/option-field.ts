import type { OptionValue } from '../../act.ts';
import type { OfferedChoice, PageOption } from '../../protocol.ts';
import { drawSelect } from '../chat/components.ts';
import { h } from '../dom.ts';
import type { FormField } from '../form.ts';
import type { Room } from '../room.ts';
import { perform } from '../server-line.ts';
import { describe } from './describe.ts';
import { createOffers } from './offers.ts';
import { createSuggester } from './suggester.ts';

export interface OptionField extends FormField {
  name: string;
  /** What is sent; undefined for an option that is left out. */
  read: () => OptionValue | undefined;
}

interface Surroundings {
  room: Room;
  /** The command. */
  line: string;
  /** What all fields hold. */
  values: () => Record<string, OptionValue>;
  /** A value was taken from a list. */
  next: () => void;
}

/** A field for one option of a command. */
export function drawOption(option: PageOption, around: Surroundings): OptionField {
  const choices = choicesOf(option, around.room);
  const parts = choices
    ? drawChoices(option, choices)
    : option.suggested
      ? drawSuggested(option, around)
      : drawInput(option);
  return {
    name: option.name,
    label: option.name,
    hint: describe(option, around.room.store.me.locale),
    required: option.required,
    ...parts,
  };
}

type OptionParts = Pick<OptionField, 'control' | 'popup' | 'read'>;

function choicesOf(option: PageOption, { store }: Room): readonly OfferedChoice[] | undefined {
  if (option.choices.length > 0) return option.choices;
  if (option.kind === 'user')
    return [...store.state.members, store.state.bot].map(({ id, name }) => ({ name, value: id }));
  if (option.kind === 'channel')
    return store.state.channels
      .filter(
        ({ serverName, seenBy }) => serverName === store.channel.serverName && seenBy.includes(store.me.id),
      )
      .map(({ id, name }) => ({ name: `#${name}`, value: id }));
  return undefined;
}

function drawChoices(option: PageOption, choices: readonly OfferedChoice[]): OptionParts {
  const options = choices.map(({ name, value }) => ({
    label: name,
    value: String(value),
    description: null,
    chosen: false,
  }));
  const control = drawSelect(
    {
      kind: 'select',
      id: option.name,
      placeholder: option.required ? 'Choose…' : 'Not set',
      options,
      min: option.required ? 1 : 0,
      max: 1,
      disabled: false,
    },
    () => {},
  );
  return { control, read: () => choices.find(({ value }) => String(value) === control.value)?.value };
}

function drawInput({ kind, min, max }: PageOption): OptionParts {
  if (kind === 'text') {
    const control = h('input', { type: 'text', class: 'form-input', autocomplete: 'off' });
    return { control, read: () => control.value || undefined };
  }
  const control = h('input', {
    type: 'number',
    class: 'form-input',
    inputmode: 'numeric',
    min,
    max,
    placeholder: min !== null && max !== null ? `${min} – ${max}` : null,
  });
  return { control, read: () => (control.value === '' ? undefined : Number(control.value)) };
}

/** A text field with the bot's suggestions. The text of a suggestion that was taken stands for its value. */
function drawSuggested(option: PageOption, { room, line, values, next }: Surroundings): OptionParts {
  const control = h('input', { type: 'text', class: 'form-input', autocomplete: 'off' });
  const offers = createOffers<OfferedChoice>(control, control, take);
  const suggester = createSuggester(perform, draw);
  let suggestion: { text: string; value: OptionValue } | undefined;
  /** Enter was pressed while suggestions were on their way: what is to be done when they are there. */
  let pending: 'nothing' | 'take' | 'send' = 'nothing';

  function take({ name, value }: OfferedChoice): void {
    control.value = name.replaceAll(/\s+/g, ' ').trim();
    suggestion = { text: control.value, value };
    leave();
    next();
  }

  function leave(): void {
    suggester.forget();
    offers.close();
  }

  function draw(): void {
    const items = suggester.choices.map((choice) => ({ label: choice.name, detail: '', value: choice }));
    const firstIsActive = option.required || control.value !== '';
    offers.show({ heading: `Values for ${option.name}`, items, firstIsActive, isBusy: suggester.isBusy });
  }

  function look(): void {
    if (control.value !== '' && control.value === suggestion?.text) return leave();
    const { me, channel } = room.store;
    const draft = { ...values(), [option.name]: control.value };
    const act = { memberId: me.id, line, focused: option.name, values: draft, channelId: channel.id };
    suggester.ask({ kind: 'suggest', ...act });
    draw();
  }

  async function takeWhenHere(): Promise<void> {
    pending = pending === 'nothing' ? 'take' : 'send';
    if (pending === 'send') return;
    await suggester.settled();
    const action: string = pending;
    pending = 'nothing';
    const { active } = offers;
    if (active) take(active);
    if (!active || action === 'send') control.form?.requestSubmit();
  }

  control.addEventListener('keydown', (event) => {
    const { key } = event;
    const passesBy = key === 'Tab' && control.value === '';
    if (event.isComposing || event.shiftKey || passesBy) return;
    if (key === 'Enter' && suggester.isBusy && control.value !== '') void takeWhenHere();
    else if (key === 'Escape' && offers.isOpen) leave();
    else if (key === 'ArrowDown' && !offers.isOpen) look();
    else if (!offers.handleKey(key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  control.addEventListener('input', look);
  // The list covers the fields below it, so it opens unasked only for an option that needs it.
  control.addEventListener('focus', () => {
    if (option.required && control.value === '') look();
  });
  control.addEventListener('click', look);
  control.addEventListener('blur', leave);
  const currentValue = (): OptionValue | undefined =>
    control.value === suggestion?.text ? suggestion.value : control.value || undefined;
  return { control, popup: offers.element, read: currentValue };
}
