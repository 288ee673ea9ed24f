import type { OptionValue } from '../../act.ts';
import type { PageCommand, PageOption } from '../../protocol.ts';
import { nextRequired, type Edit } from './edits.ts';
import { fillLine, type KnownValues } from './fill.ts';
import { readLine } from './line.ts';

/** What comes of Enter. */
export type Outgoing =
  | { kind: 'nothing' }
  | { kind: 'send'; line: string; values: Record<string, OptionValue> }
  /** The line was understood so far; its value is to be chosen from the list first. */
  | { kind: 'ask-again'; edit: Edit }
  | { kind: 'fault'; message: string; option: PageOption | undefined };

const fault = (message: string): Outgoing => ({ kind: 'fault', message, option: undefined });

export function readOutgoing(text: string, commands: readonly PageCommand[], known: KnownValues): Outgoing {
  if (text.trim() === '') return { kind: 'nothing' };
  // A command that was typed to its last letter is meant, with a space behind it or not.
  const read = readLine(`${text} `, commands);
  if (read.kind === 'text') return fault('Only commands go anywhere in this playground. Type / to see them.');
  if (read.kind === 'naming') return fault(`There is no command /${read.word.trim()}.`);
  const { line } = read.command;
  // As in Discord, what follows a command straight away is meant for the first option that it asks for.
  const first = nextRequired(read);
  if (read.stray !== '' && first && read.options.length === 0) {
    const whole = `/${line} ${first.name}:${read.stray}`;
    if (first.suggested) return { kind: 'ask-again', edit: { text: whole, caret: whole.length } };
    return readOutgoing(whole, commands, known);
  }
  const filled = fillLine(read, known);
  return filled.kind === 'fault' ? filled : { kind: 'send', line, values: filled.values };
}
