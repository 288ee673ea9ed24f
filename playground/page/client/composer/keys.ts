import type { PageOption } from '../../protocol.ts';
import { nextRequired, withoutEmptyOption, type Edit } from './edits.ts';
import type { MessageField } from './field.ts';
import type { OfferItem } from './offers.ts';
import type { Popup } from './popup.ts';
import type { Suggester } from './suggester.ts';

interface KeyTargets {
  field: MessageField;
  popup: Popup;
  suggester: Suggester;
  write: (edit: Edit) => void;
  take: (item: OfferItem) => void;
  addOption: (option: PageOption) => void;
  closePopup: () => void;
  submit: () => Promise<void>;
}

/** What the keys do in the message field that they would not do in any other. */
export function createKeyListener(targets: KeyTargets): (event: KeyboardEvent) => void {
  const { field, popup, suggester, write, take, addOption, closePopup, submit } = targets;
  const { input } = field;
  /** Enter was pressed while suggestions were on their way: what is to be done when they are there. */
  let pending: 'nothing' | 'take' | 'send' = 'nothing';

  async function enterAfterSuggestions(): Promise<void> {
    pending = pending === 'nothing' ? 'take' : 'send';
    if (pending === 'send') return;
    await suggester.settled();
    const wanted: string = pending;
    pending = 'nothing';
    const { active } = popup;
    if (active) take(active);
    if (active === undefined || wanted === 'send') await submit();
  }

  async function enter(): Promise<void> {
    if (suggester.isBusy) return enterAfterSuggestions();
    const read = field.read();
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

  function tab(): boolean {
    if (popup.isOpen && popup.active) {
      take(popup.active);
      return true;
    }
    const next = nextRequired(field.read());
    if (next) addOption(next);
    return next !== undefined;
  }

  function escape(): boolean {
    if (popup.isOpen) closePopup();
    else if (input.value !== '') write({ text: '', caret: 0 });
    else return false;
    return true;
  }

  function backspace(): boolean {
    const read = field.read();
    if (read.kind !== 'command' || input.selectionStart !== input.selectionEnd) return false;
    const edit = withoutEmptyOption(input.value, input.selectionStart, read);
    if (edit) write(edit);
    return edit !== undefined;
  }

  function isHandled({ key, shiftKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (popup.isOpen) popup.move(key === 'ArrowDown' ? 1 : -1);
        return popup.isOpen;
      case 'Enter':
        if (!shiftKey) void enter();
        return !shiftKey;
      case 'Tab':
        return !shiftKey && tab();
      case 'Escape':
        return escape();
      case 'Backspace':
        return backspace();
      default:
        return false;
    }
  }

  return (event) => {
    if (!event.isComposing && isHandled(event)) event.preventDefault();
  };
}
