import type { OptionValue } from '../../act.ts';
import type { PageCommand } from '../../protocol.ts';
import { h } from '../dom.ts';
import type { Store } from '../store.ts';
import type { Edit } from './edits.ts';
import { optionAt, type KnownValues } from './fill.ts';
import { readLine, type TypedLine, type TypedOption } from './line.ts';
import { mirror } from './mirror.ts';

export type MessageField = ReturnType<typeof createField>;

/**
 * The message field. What stands in it is plain text (`/score match:… player1_score:3`) that is read anew at every key,
 * so that pasting, the undo key and a screen reader work as in any text field; the colours come from a copy behind it.
 */
export function createField(store: Store) {
  const input = h('textarea', {
    class: 'field',
    rows: 1,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'send',
    on: { scroll: () => (shadow.scrollTop = input.scrollTop) },
  });
  const shadow = h('div', { class: 'field-shadow', 'aria-hidden': 'true' });
  const taken = new Map<string, { text: string; value: OptionValue }>();

  const commands = (): PageCommand[] =>
    store.state.commands.filter(({ places }) => places.includes(store.channel.place));
  const known = (): KnownValues => ({
    taken,
    members: [...store.state.members, store.state.bot],
    channels: store.state.channels.filter(
      ({ serverName, seenBy }) => serverName === store.channel.serverName && seenBy.includes(store.me.id),
    ),
  });

  return {
    input,
    element: h('div', { class: 'field-stack' }, shadow, input),
    /** The choices that were taken from a list, by option. */
    taken,
    commands,
    known,
    read: (): TypedLine => readLine(input.value, commands()),
    optionAtCaret: (read: TypedLine): TypedOption | undefined =>
      read.kind === 'command' ? optionAt(input.value, read, input.selectionStart, known()) : undefined,
    write: ({ text, caret }: Edit): void => {
      input.value = text;
      input.setSelectionRange(caret, caret);
      input.focus();
    },
    /** Draws the copy behind the field. */
    draw: (read: TypedLine): void => {
      mirror(shadow, input.value, read);
      shadow.scrollTop = input.scrollTop;
    },
    /** Names the open channel. */
    update: (): void => {
      const name = store.channel.place === 'dm' ? `@${store.state.bot.name}` : `#${store.channel.name}`;
      input.setAttribute('aria-label', `Message ${name}`);
      input.placeholder = `Message ${name} – type / for commands`;
    },
  };
}
