import type { Choice, PageOption } from '../../protocol.ts';
import { h, icon } from '../dom.ts';
import type { Room } from '../room.ts';
import { perform } from '../server-line.ts';
import { withCommand, withOption, withoutDoubledName, withValue, type Edit } from './edits.ts';
import { createField } from './field.ts';
import { typedValues } from './fill.ts';
import { drawGuide } from './guide.ts';
import { createKeyListener } from './keys.ts';
import type { TypedLine, TypedOption } from './line.ts';
import { offerCommands, offerOptions, offerValues, type Offer, type OfferItem } from './offers.ts';
import { readOutgoing } from './outgoing.ts';
import { createPopup } from './popup.ts';
import { createSuggester } from './suggester.ts';

export type Composer = ReturnType<typeof createComposer>;

/** The message field with what stands around it: the list above it, the guide, and what is wrong with the line. */
export function createComposer(room: Room) {
  const { store } = room;
  const field = createField(store);
  const { input, taken } = field;
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const guide = h('div', { class: 'guide', hidden: true });
  const popup = createPopup(input, take);
  const suggester = createSuggester(perform, refresh);
  let isClosed = false;

  function offerFor(read: TypedLine, here: TypedOption | undefined): Offer | undefined {
    const { locale } = store.me;
    if (read.kind === 'text') return undefined;
    if (read.kind === 'naming') return offerCommands(read.word, field.commands(), locale);
    if (here === undefined) return offerOptions(read, locale);
    const known = field.known();
    if (here.option.suggested && taken.get(here.option.name)?.text !== here.value)
      suggester.ask({
        kind: 'suggest',
        memberId: store.me.id,
        line: read.command.line,
        focused: here.option.name,
        values: typedValues(read, here, known),
        channelId: store.channel.id,
      });
    return offerValues(here, known, suggester.choices);
  }

  function refresh(): void {
    const read = field.read();
    const here = field.optionAtCaret(read);
    if (here?.option.suggested !== true) suggester.forget();
    const offer = isClosed ? undefined : offerFor(read, here);
    popup.show(offer, suggester.isBusy);
    drawGuide(guide, read, here, { locale: store.me.locale, known: field.known(), add: addOption });
    field.draw(read);
    send.hidden = input.value === '';
  }

  function changed(): void {
    isClosed = false;
    fault.textContent = '';
    refresh();
  }

  function write(edit: Edit): void {
    field.write(edit);
    changed();
  }

  function useCommand(name: string): void {
    taken.clear();
    const command = field.commands().find(({ kind, line }) => kind === 'slash' && line === name);
    if (command) write(withCommand(command));
  }

  function addOption(option: PageOption): void {
    const read = field.read();
    if (read.kind === 'command') write(withOption(input.value, read, option));
  }

  function take(item: OfferItem): void {
    if (item.take.kind === 'command') useCommand(item.take.command.line);
    else if (item.take.kind === 'option') addOption(item.take.option);
    else takeValue(item.take.option, item.take.choice);
  }

  function takeValue(option: PageOption, { name, value }: Choice): void {
    const read = field.read();
    const typed = read.kind === 'command' && read.options.find((candidate) => candidate.option === option);
    if (!typed) return;
    const text = name.replaceAll(/\s+/g, ' ').trim();
    taken.set(option.name, { text, value: option.kind === 'boolean' ? value === 'true' : value });
    write(withValue(input.value, typed, text, read.command));
  }

  async function submit(): Promise<void> {
    fault.textContent = '';
    const outgoing = readOutgoing(input.value, field.commands(), field.known());
    switch (outgoing.kind) {
      case 'nothing':
        return;
      case 'ask-again':
        write(outgoing.edit);
        return;
      case 'fault':
        if (outgoing.option) addOption(outgoing.option);
        fault.textContent = outgoing.message;
        return;
      case 'send': {
        const { line, values } = outgoing;
        write({ text: '', caret: 0 });
        taken.clear();
        const { me, channel } = store;
        const act = { kind: 'command', memberId: me.id, line, values, channelId: channel.id } as const;
        const outcome = await room.act(act, `/${line}`);
        if (outcome.kind === 'refused') fault.textContent = outcome.reason;
      }
    }
  }

  const closePopup = (): void => {
    isClosed = true;
    refresh();
  };
  input.addEventListener(
    'keydown',
    createKeyListener({ field, popup, suggester, write, take, addOption, closePopup, submit }),
  );
  input.addEventListener('input', (event) => {
    const read = field.read();
    if (read.kind !== 'command') return changed();
    const mended = withoutDoubledName(input.value, input.selectionStart, read);
    if (mended) return write(mended);
    const justNamed = event instanceof InputEvent && event.data === ' ';
    if (justNamed && input.value === `/${read.command.line} `) useCommand(read.command.line);
    else changed();
  });
  input.addEventListener('click', refresh);
  input.addEventListener('keyup', ({ key }) => {
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) refresh();
  });
  input.addEventListener('blur', () => popup.show(undefined, false));
  input.addEventListener('focus', refresh);

  const send = h(
    'button',
    { type: 'submit', class: 'icon-button send', 'aria-label': 'Send', title: 'Send', hidden: true },
    icon('send'),
  );
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void submit();
  };
  const element = h(
    'form',
    { class: 'composer', on: { submit: onSubmit } },
    popup.element,
    guide,
    h('div', { class: 'field-box' }, field.element, send),
    fault,
  );

  /** The channel or the member has changed. */
  function update(): void {
    field.update();
    if (document.activeElement === input) refresh();
  }
  update();
  return {
    element,
    /** Puts a command in the field, ready for its options. */
    useCommand,
    update,
  };
}
