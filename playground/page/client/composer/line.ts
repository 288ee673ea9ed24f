import type { PageCommand, PageOption } from '../../protocol.ts';

/** An option as it stands in the field: `name:value`. Positions count from the start of the text. */
export interface TypedOption {
  option: PageOption;
  value: string;
  start: number;
  valueStart: number;
  end: number;
}

/** What the message field holds, understood. */
export type TypedLine =
  | { kind: 'text' }
  /** A slash and the beginning of a name. */
  | { kind: 'naming'; word: string }
  | CommandLine;

export interface CommandLine {
  kind: 'command';
  command: PageCommand;
  options: readonly TypedOption[];
  /** What stands between the command and the first option. */
  stray: string;
}

/** A command counts as chosen once a space follows its name. */
export function readLine(text: string, commands: readonly PageCommand[]): TypedLine {
  if (!text.startsWith('/')) return { kind: 'text' };
  const typed = text.slice(1);
  const command = commands
    .filter(({ kind, line }) => kind === 'slash' && typed.startsWith(`${line} `))
    .toSorted((one, other) => other.line.length - one.line.length)[0];
  if (!command) return { kind: 'naming', word: typed };
  const from = command.line.length + 1;
  const options = typedOptions(text, from, command.options);
  return {
    kind: 'command',
    command,
    options,
    stray: text.slice(from, options[0]?.start ?? text.length).trim(),
  };
}

function typedOptions(text: string, from: number, declared: readonly PageOption[]): TypedOption[] {
  const marks = [...text.matchAll(/(?<=\s)([\p{L}\p{N}_-]+):/gu)].flatMap((match) => {
    const option = declared.find(({ name }) => name === match[1]);
    return option && match.index >= from
      ? [{ option, start: match.index, valueStart: match.index + match[0].length }]
      : [];
  });
  // The same name a second time is part of a value.
  const firsts = marks.filter(
    ({ option }, index) => marks.findIndex((mark) => mark.option === option) === index,
  );
  return firsts.map((mark, index) => {
    const end = firsts[index + 1]?.start ?? text.length;
    return { ...mark, end, value: text.slice(mark.valueStart, end).trim() };
  });
}
