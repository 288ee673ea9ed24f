import { h } from '../dom.ts';
import type { TypedLine } from './line.ts';

/**
 * A copy of the text that stands behind the field, letter over letter, and carries the colours: the field's own letters
 * are transparent while a command is in it. It also gives the field its height.
 */
export function mirror(shadow: HTMLElement, text: string, read: TypedLine): void {
  // A line feed at the end takes no room of its own.
  const end = text.endsWith('\n') || text === '' ? '\u200b' : '';
  if (read.kind !== 'command') {
    shadow.replaceChildren(text + end);
    return;
  }
  const name = read.command.line.length + 1;
  const pieces: Node[] = [h('span', { class: 'typed-command' }, text.slice(0, name))];
  let at = name;
  for (const { start, valueStart, end: stop } of read.options) {
    const value = text.slice(valueStart, stop);
    const shown = value.trimEnd();
    pieces.push(
      document.createTextNode(text.slice(at, start)),
      h(
        'span',
        { class: 'typed-option' },
        h('span', { class: 'typed-name' }, text.slice(start, valueStart)),
        h('span', { class: 'typed-value' }, shown),
      ),
      document.createTextNode(value.slice(shown.length)),
    );
    at = stop;
  }
  shadow.replaceChildren(...pieces, document.createTextNode(text.slice(at) + end));
}
