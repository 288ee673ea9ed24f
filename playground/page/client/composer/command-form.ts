import type { OptionValue } from '../../act.ts';
import type { PageCommand } from '../../protocol.ts';
import { openForm } from '../form.ts';
import type { Room } from '../room.ts';
import { describe } from './describe.ts';
import { drawOption, type OptionField } from './option-field.ts';

/** A form with the options of a command. It closes at once when sent, and reopens if the command is refused. */
export function openCommandForm(command: PageCommand, room: Room): void {
  const { store } = room;
  const fields: OptionField[] = command.options.map((option) =>
    drawOption(option, { room, line: command.line, values, next }),
  );

  function values(): Record<string, OptionValue> {
    const filled: Record<string, OptionValue> = {};
    for (const { name, read } of fields) {
      const value = read();
      if (value !== undefined) filled[name] = value;
    }
    return filled;
  }

  /** Goes on to what is still missing. */
  function next(): void {
    fields
      .find(({ control }) => 'value' in control && control.required && control.value === '')
      ?.control.focus();
  }

  openForm(
    {
      title: `/${command.line}`,
      note: describe(command, store.me.locale),
      fields,
      submitLabel: 'Send',
      cancelLabel: 'Cancel',
      closesFirst: true,
      send: () => {
        const { me, channel } = store;
        const act = { memberId: me.id, line: command.line, values: values(), channelId: channel.id };
        return room.act({ kind: 'command', ...act }, `/${command.line}`);
      },
    },
    store.state.bot,
  );
}
