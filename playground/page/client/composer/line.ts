import type { OptionValue, PageCommand, PageMember, PageOption } from '../../protocol.ts';

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
  | {
      kind: 'command';
      command: PageCommand;
      options: readonly TypedOption[];
      /** What stands between the command and the first option. */
      stray: string;
    };

/** A choice that was taken from a list: its text stands in the field, its value is sent. */
export type Taken = ReadonlyMap<string, { text: string; value: OptionValue }>;

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

/**
 * The field puts in the name of a required option by itself. Whoever types the whole line nevertheless writes
 * `/score match:match:` or `/score match:first:`, and means the second name.
 */
export function withoutDoubledName(
  text: string,
  caret: number,
  { command }: Extract<TypedLine, { kind: 'command' }>,
): string | undefined {
  const doubled = /(?<=\s)([\p{L}\p{N}_-]+):([\p{L}\p{N}_-]+):$/u.exec(text.slice(0, caret));
  const [, first, second] = doubled ?? [];
  const areOptions = [first, second].every((name) => command.options.some((option) => option.name === name));
  if (!doubled || !areOptions || first === undefined) return undefined;
  return text.slice(0, doubled.index) + text.slice(doubled.index + first.length + 1);
}

/** The option whose value is being typed at the caret; none when that value is complete and a space follows it. */
export function optionAt(
  text: string,
  line: Extract<TypedLine, { kind: 'command' }>,
  caret: number,
  taken: Taken,
  members: readonly PageMember[],
): TypedOption | undefined {
  const here = line.options.find(({ valueStart, end }) => caret >= valueStart && caret <= end);
  if (!here) return undefined;
  const isComplete = here.option.kind !== 'text' || here.option.choices.length > 0 || here.option.suggested;
  const isAfter =
    text.slice(here.valueStart, caret).trimEnd() === here.value &&
    /\s$/.test(text.slice(here.valueStart, caret));
  const isSettled = here.value !== '' && isComplete && isAfter && isKnown(here, taken, members);
  return isSettled ? undefined : here;
}

/** Whether a value needs no list any more. */
export function isKnown(
  { option, value }: TypedOption,
  taken: Taken,
  members: readonly PageMember[],
): boolean {
  if (value === '') return false;
  if (option.suggested) return taken.get(option.name)?.text === value;
  return parseValue(option, value, taken, members) !== undefined;
}

const memberNamed = (text: string, members: readonly PageMember[]): PageMember | undefined => {
  const wanted = text.replace(/^@/, '').toLowerCase();
  const mention = /^<@!?(\d+)>$/.exec(text)?.[1];
  return members.find(
    ({ id, name, username }) =>
      id === wanted || id === mention || name.toLowerCase() === wanted || username.toLowerCase() === wanted,
  );
};

/** What is sent for a text; undefined where the text does not fit. */
export function parseValue(
  option: PageOption,
  text: string,
  taken: Taken,
  members: readonly PageMember[],
): OptionValue | undefined {
  const picked = taken.get(option.name);
  if (picked?.text === text) return picked.value;
  const lower = text.toLowerCase();
  if (option.choices.length > 0)
    return option.choices.find(({ name, value }) => name.toLowerCase() === lower || String(value) === text)
      ?.value;
  switch (option.kind) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return lower === 'true' ? true : lower === 'false' ? false : undefined;
    case 'user':
      return memberNamed(text, members)?.id;
    case 'text':
    case 'unknown':
      return text;
  }
}

export type Filled =
  | { kind: 'filled'; values: Record<string, OptionValue> }
  | { kind: 'fault'; message: string; option: PageOption | undefined };

const fault = (message: string, option?: PageOption): Filled => ({ kind: 'fault', message, option });

/** The values of a line that is to be sent, or what has to be mended first. */
export function fillLine(
  line: Extract<TypedLine, { kind: 'command' }>,
  taken: Taken,
  members: readonly PageMember[],
): Filled {
  const { command, options, stray } = line;
  if (stray !== '') {
    const names = command.options.map(({ name }) => name).join(', ');
    return fault(
      names === ''
        ? `/${command.line} takes no options.`
        : `“${stray}” belongs to no option. There are: ${names}.`,
    );
  }
  const values: Record<string, OptionValue> = {};
  for (const option of command.options) {
    const typed = options.find((candidate) => candidate.option === option);
    if (typed === undefined || typed.value === '') {
      if (option.required) return fault(`${option.name}: this option is required. Specify a value.`, option);
      continue;
    }
    const value = parseValue(option, typed.value, taken, members);
    if (value === undefined) return fault(`${option.name}: ${expectation(option, members)}`, option);
    if (typeof value === 'number' && (value < (option.min ?? -Infinity) || value > (option.max ?? Infinity)))
      return fault(`${option.name}: ${expectation(option, members)}`, option);
    values[option.name] = value;
  }
  return { kind: 'filled', values };
}

/** What an option takes, in words. */
export function expectation(option: PageOption, members: readonly PageMember[]): string {
  if (option.choices.length > 0) return `choose one of ${option.choices.map(({ name }) => name).join(', ')}.`;
  const { min, max } = option;
  const range =
    min !== null && max !== null
      ? ` between ${min} and ${max}`
      : min !== null
        ? ` of at least ${min}`
        : max !== null
          ? ` of at most ${max}`
          : '';
  switch (option.kind) {
    case 'integer':
      return `type a whole number${range}.`;
    case 'number':
      return `type a number${range}.`;
    case 'boolean':
      return 'choose true or false.';
    case 'user':
      return `choose a member: ${members.map(({ name }) => name).join(', ')}.`;
    case 'text':
      return option.suggested ? 'start typing and choose from the list.' : 'type a text.';
    case 'unknown':
      return 'the playground cannot fill this in.';
  }
}
