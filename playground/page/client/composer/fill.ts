import type { OptionValue } from '../../act.ts';
import type { PageChannel, PageMember, PageOption } from '../../protocol.ts';
import type { CommandLine, TypedOption } from './line.ts';

/** What the text of an option's value may stand for. */
export interface KnownValues {
  /** Choices that were taken from a list, by option: the text stands in the field, the value is sent. */
  taken: ReadonlyMap<string, { text: string; value: OptionValue }>;
  members: readonly PageMember[];
  channels: readonly PageChannel[];
}

/** The option whose value is being typed at the caret; none when that value is complete and a space follows it. */
export function optionAt(
  text: string,
  line: CommandLine,
  caret: number,
  known: KnownValues,
): TypedOption | undefined {
  const here = line.options.find(({ valueStart, end }) => caret >= valueStart && caret <= end);
  if (!here) return undefined;
  const isComplete = here.option.kind !== 'text' || here.option.choices.length > 0 || here.option.suggested;
  const isAfter =
    text.slice(here.valueStart, caret).trimEnd() === here.value &&
    /\s$/.test(text.slice(here.valueStart, caret));
  const isSettled = here.value !== '' && isComplete && isAfter && isKnown(here, known);
  return isSettled ? undefined : here;
}

/** Whether a value needs no list any more. */
export function isKnown({ option, value }: TypedOption, known: KnownValues): boolean {
  if (value === '') return false;
  if (option.suggested) return known.taken.get(option.name)?.text === value;
  return parseValue(option, value, known) !== undefined;
}

const memberNamed = (text: string, members: readonly PageMember[]): PageMember | undefined => {
  const wanted = text.replace(/^@/, '').toLowerCase();
  const mention = /^<@!?(\d+)>$/.exec(text)?.[1];
  return members.find(
    ({ id, name, username }) =>
      id === wanted || id === mention || name.toLowerCase() === wanted || username.toLowerCase() === wanted,
  );
};

const channelNamed = (text: string, channels: readonly PageChannel[]): PageChannel | undefined => {
  const wanted = text.replace(/^#/, '').toLowerCase();
  const mention = /^<#(\d+)>$/.exec(text)?.[1];
  return channels.find(({ id, name }) => id === wanted || id === mention || name.toLowerCase() === wanted);
};

/** What is sent for a text; undefined where the text does not fit. */
function parseValue(
  option: PageOption,
  text: string,
  { taken, members, channels }: KnownValues,
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
    case 'channel':
      return channelNamed(text, channels)?.id;
    case 'text':
    case 'unknown':
      return text;
  }
}

/** The values so far, for the bot's suggestions: where somebody is typing, the text as it stands. */
export function typedValues(
  { options }: CommandLine,
  here: TypedOption,
  known: KnownValues,
): Record<string, OptionValue> {
  const values: Record<string, OptionValue> = {};
  for (const { option, value } of options) {
    const parsed = value === '' ? undefined : parseValue(option, value, known);
    const sent = option === here.option ? value : parsed;
    if (sent !== undefined) values[option.name] = sent;
  }
  return values;
}

export type Filled =
  | { kind: 'filled'; values: Record<string, OptionValue> }
  | { kind: 'fault'; message: string; option: PageOption | undefined };

const fault = (message: string, option?: PageOption): Filled => ({ kind: 'fault', message, option });

/** The values of a line that is to be sent, or what has to be mended first. */
export function fillLine(line: CommandLine, known: KnownValues): Filled {
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
    const value = parseValue(option, typed.value, known);
    if (value === undefined) return fault(`${option.name}: ${expectation(option, known)}`, option);
    if (typeof value === 'number' && (value < (option.min ?? -Infinity) || value > (option.max ?? Infinity)))
      return fault(`${option.name}: ${expectation(option, known)}`, option);
    values[option.name] = value;
  }
  return { kind: 'filled', values };
}

/** What an option takes, in words. */
export function expectation(option: PageOption, { members, channels }: KnownValues): string {
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
    case 'channel':
      return `choose a channel: ${channels.map(({ name }) => name).join(', ')}.`;
    case 'text':
      return option.suggested ? 'start typing and choose from the list.' : 'type a text.';
    case 'unknown':
      return 'the playground cannot fill this in.';
  }
}
