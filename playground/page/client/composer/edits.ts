import type { PageCommand, PageOption } from '../../protocol.ts';
import { readLine, type CommandLine, type TypedLine, type TypedOption } from './line.ts';

/** What the field is to hold, and where its caret is to stand. */
export interface Edit {
  text: string;
  caret: number;
}

const atEnd = (text: string): Edit => ({ text, caret: text.length });

const isTyped = (option: PageOption, { options }: CommandLine): boolean =>
  options.some((typed) => typed.option === option);

/** The first option that has to be there and is not. */
export const nextRequired = (read: TypedLine): PageOption | undefined =>
  read.kind === 'command'
    ? read.command.options.find((option) => option.required && !isTyped(option, read))
    : undefined;

/** A command as it is taken from the list: with the name of the first option that it asks for. */
export function withCommand({ line, options }: PageCommand): Edit {
  const first = options.find(({ required }) => required);
  return atEnd(`/${line} ${first ? `${first.name}:` : ''}`);
}

/** Puts the name of an option at the end; where it stands already, the caret goes behind its value. */
export function withOption(text: string, read: CommandLine, option: PageOption): Edit {
  const present = read.options.find((typed) => typed.option === option);
  if (present)
    return { text, caret: present.valueStart + text.slice(present.valueStart, present.end).trimEnd().length };
  // The beginning of a name that was typed gives way to the whole name.
  const isBeginning = read.stray !== '' && option.name.startsWith(read.stray);
  const from = read.command.line.length + 2;
  const kept = isBeginning ? text.slice(0, from) + text.slice(read.options[0]?.start ?? text.length) : text;
  return atEnd(`${kept.trimEnd()} ${option.name}:`);
}

/** Puts a value behind its option's name, and at the end of the line the name of the next option that is asked for. */
export function withValue(text: string, typed: TypedOption, value: string, command: PageCommand): Edit {
  const before = `${text.slice(0, typed.valueStart)}${value} `;
  const after = text.slice(typed.end);
  const next = nextRequired(readLine(before + after, [command]));
  return next && after === ''
    ? atEnd(`${before}${next.name}:`)
    : { text: before + after, caret: before.length };
}

/** A step back over an option's colon takes its whole name away. */
export function withoutEmptyOption(text: string, caret: number, { options }: CommandLine): Edit | undefined {
  const typed = options.find(({ valueStart }) => valueStart === caret);
  if (!typed || typed.value !== '') return undefined;
  return { text: text.slice(0, typed.start) + text.slice(typed.end), caret: typed.start };
}

/**
 * The field puts in the name of a required option by itself. Whoever types the whole line nevertheless writes
 * `/score match:match:` or `/score match:first:`, and means the second name.
 */
export function withoutDoubledName(text: string, caret: number, { command }: CommandLine): Edit | undefined {
  const doubled = /(?<=\s)([\p{L}\p{N}_-]+):([\p{L}\p{N}_-]+):$/u.exec(text.slice(0, caret));
  const [, first, second] = doubled ?? [];
  const areOptions = [first, second].every((name) => command.options.some((option) => option.name === name));
  if (!doubled || !areOptions || first === undefined) return undefined;
  const cut = first.length + 1;
  return { text: text.slice(0, doubled.index) + text.slice(doubled.index + cut), caret: caret - cut };
}
