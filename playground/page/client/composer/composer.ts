import type { Choice, PageCommand, PageOption } from '../../protocol.ts';
import { h, icon } from '../dom.ts';
import type { Room } from '../room.ts';
import { perform } from '../server-line.ts';
import {
  nextRequired,
  withCommand,
  withOption,
  withoutDoubledName,
  withoutEmptyOption,
  withValue,
  type Edit,
} from './edits.ts';
import { optionAt, parseValue } from './fill.ts';
import { drawGuide } from './guide.ts';
import { readLine, type CommandLine, type TypedLine, type TypedOption } from './line.ts';
import { mirror } from './mirror.ts';
import { offerCommands, offerOptions, offerValues, type Offer, type OfferItem } from './offers.ts';
import { readOutgoing } from './outgoing.ts';
import { createPopup } from './popup.ts';
import { createSuggester } from './suggester.ts';

export interface Composer {
  readonly element: HTMLElement;
  /** Puts a command in the field, ready for its options. */
  useCommand(line: string): void;
  /** The channel or the member has changed. */
  update(): void;
}

/**
 * The message field. What stands in it is plain text (`/score match:… player1_score:3`) that is read anew at every key,
 * so that pasting, the undo key and a screen reader work as in any text field; the colours come from a copy behind it.
 */
export function createComposer(room: Room): Composer {
  const { store } = room;
  const field = h('textarea', {
    class: 'field',
    rows: 1,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'send',
  });
  const shadow = h('div', { class: 'field-shadow', 'aria-hidden': 'true' });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const guide = h('div', { class: 'guide', hidden: true });
  const popup = createPopup(field, take);
  const taken = new Map<string, { text: string; value: string | number | boolean }>();
  const suggester = createSuggester(perform, () => refresh());
  let isClosed = false;
  /** Enter was pressed while suggestions were on their way: what is to be done when they are there. */
  let pending: 'nothing' | 'take' | 'send' = 'nothing';

  const commands = (): PageCommand[] =>
    store.state.commands.filter(({ places }) => places.includes(store.channel.place));
  const line = (): TypedLine => readLine(field.value, commands());
  const named = () => ({
    members: [...store.state.members, store.state.bot],
    channels: store.state.channels.filter(
      ({ serverName, seenBy }) => serverName === store.channel.serverName && seenBy.includes(store.me.id),
    ),
  });

  function typedHere(read: TypedLine): TypedOption | undefined {
    if (read.kind !== 'command') return undefined;
    return optionAt(field.value, read, field.selectionStart, taken, named());
  }

  function offerFor(read: TypedLine): Offer | undefined {
    const { locale } = store.me;
    if (read.kind === 'text') return undefined;
    if (read.kind === 'naming') return offerCommands(read.word, commands(), locale);
    const here = typedHere(read);
    if (here === undefined) return offerOptions(read, locale);
    if (here.option.suggested && taken.get(here.option.name)?.text !== here.value) askFor(read, here);
    return offerValues(here, taken, named(), suggester.choices);
  }

  function askFor(read: CommandLine, here: TypedOption): void {
    const values = Object.fromEntries(
      read.options.flatMap(({ option, value }) => {
        const parsed = option === here.option ? value : parseValue(option, value, taken, named());
        return parsed === undefined || (value === '' && option !== here.option)
          ? []
          : [[option.name, parsed]];
      }),
    );
    suggester.ask({
      kind: 'suggest',
      memberId: store.me.id,
      line: read.command.line,
      focused: here.option.name,
      values,
      channelId: store.channel.id,
    });
  }

  function refresh(): void {
    const read = line();
    const here = typedHere(read);
    if (here?.option.suggested !== true) suggester.forget();
    const offer = isClosed ? undefined : offerFor(read);
    popup.show(offer, suggester.isBusy);
    drawGuide(guide, read, here, { locale: store.me.locale, named: named(), add: addOption });
    mirror(shadow, field.value, read);
    shadow.scrollTop = field.scrollTop;
    send.hidden = field.value === '';
  }

  function write({ text, caret }: Edit): void {
    field.value = text;
    field.setSelectionRange(caret, caret);
    field.focus();
    isClosed = false;
    fault.textContent = '';
    refresh();
  }

  function useCommand(name: string): void {
    taken.clear();
    const command = commands().find((candidate) => candidate.kind === 'slash' && candidate.line === name);
    if (command) write(withCommand(command));
  }

  function addOption(option: PageOption): void {
    const read = line();
    if (read.kind === 'command') write(withOption(field.value, read, option));
  }

  function take(item: OfferItem): void {
    if (item.take.kind === 'command') useCommand(item.take.command.line);
    else if (item.take.kind === 'option') addOption(item.take.option);
    else takeValue(item.take.option, item.take.choice);
  }

  function takeValue(option: PageOption, { name, value }: Choice): void {
    const read = line();
    const typed = read.kind === 'command' && read.options.find((candidate) => candidate.option === option);
    if (!typed) return;
    const text = name.replaceAll(/\s+/g, ' ').trim();
    taken.set(option.name, { text, value: option.kind === 'boolean' ? value === 'true' : value });
    write(withValue(field.value, typed, text, read.command));
  }

  async function enter(): Promise<void> {
    if (suggester.isBusy) {
      pending = pending === 'nothing' ? 'take' : 'send';
      if (pending === 'send') return;
      await suggester.settled();
      const wanted: string = pending;
      pending = 'nothing';
      const { active } = popup;
      if (active) take(active);
      if (active === undefined || wanted === 'send') await submit();
      return;
    }
    const read = line();
    const { active } = popup;
    // A command without options that is typed in full has nothing left to ask.
    const isWhole =
      read.kind === 'naming' &&
      active?.take.kind === 'command' &&
      active.take.command.line === read.word &&
      active.take.command.options.length === 0;
    if (popup.isOpen && active && !isWhole) take(active);
    else await submit();
  }

  async function submit(): Promise<void> {
    fault.textContent = '';
    const outgoing = readOutgoing(field.value, commands(), taken, named());
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
      case 'send':
        break;
    }
    const { line: name, values } = outgoing;
    write({ text: '', caret: 0 });
    taken.clear();
    const act = {
      kind: 'command',
      memberId: store.me.id,
      line: name,
      values,
      channelId: store.channel.id,
    } as const;
    const outcome = await room.act(act, `/${name}`);
    if (outcome.kind === 'refused') fault.textContent = outcome.reason;
  }

  function stepBack(): boolean {
    const read = line();
    if (read.kind !== 'command' || field.selectionStart !== field.selectionEnd) return false;
    const edit = withoutEmptyOption(field.value, field.selectionStart, read);
    if (edit) write(edit);
    return edit !== undefined;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const handled = (): boolean => {
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp':
          if (!popup.isOpen) return false;
          popup.move(event.key === 'ArrowDown' ? 1 : -1);
          return true;
        case 'Enter':
          if (event.shiftKey) return false;
          void enter();
          return true;
        case 'Tab': {
          if (event.shiftKey) return false;
          if (popup.isOpen && popup.active) {
            take(popup.active);
            return true;
          }
          const next = nextRequired(line());
          if (next) addOption(next);
          return next !== undefined;
        }
        case 'Escape':
          if (popup.isOpen) {
            isClosed = true;
            refresh();
          } else if (field.value !== '') write({ text: '', caret: 0 });
          else return false;
          return true;
        case 'Backspace':
          return stepBack();
        default:
          return false;
      }
    };
    if (handled()) event.preventDefault();
  }

  field.addEventListener('keydown', onKey);
  field.addEventListener('input', (event) => {
    isClosed = false;
    fault.textContent = '';
    const read = line();
    if (read.kind === 'command') {
      const mended = withoutDoubledName(field.value, field.selectionStart, read);
      if (mended) return write(mended);
    }
    const justNamed = event instanceof InputEvent && event.data === ' ' && read.kind === 'command';
    if (justNamed && field.value === `/${read.command.line} `) useCommand(read.command.line);
    else refresh();
  });
  field.addEventListener('click', () => refresh());
  field.addEventListener('keyup', ({ key }) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End') refresh();
  });
  field.addEventListener('scroll', () => (shadow.scrollTop = field.scrollTop));
  field.addEventListener('blur', () => popup.show(undefined, false));
  field.addEventListener('focus', () => refresh());

  const send = h(
    'button',
    { type: 'submit', class: 'icon-button send', 'aria-label': 'Send', title: 'Send', hidden: true },
    icon('send'),
  );
  const element = h(
    'form',
    {
      class: 'composer',
      on: {
        submit: (event) => {
          event.preventDefault();
          void submit();
        },
      },
    },
    popup.element,
    guide,
    h('div', { class: 'field-box' }, h('div', { class: 'field-stack' }, shadow, field), send),
    fault,
  );

  function update(): void {
    const name = store.channel.place === 'dm' ? `@${store.state.bot.name}` : `#${store.channel.name}`;
    field.setAttribute('aria-label', `Message ${name}`);
    field.placeholder = `Message ${name} – type / for commands`;
    if (document.activeElement === field) refresh();
  }
  update();
  return { element, useCommand, update };
}
