import type { Choice, PageCommand, PageOption } from '../../protocol.ts';
import { isKnown, type KnownValues } from './fill.ts';
import type { CommandLine, TypedOption } from './line.ts';

/** One row of the list above the message field. */
export interface OfferItem {
  label: string;
  detail: string;
  /** What taking it puts into the field. */
  take:
    | { kind: 'command'; command: PageCommand }
    | { kind: 'option'; option: PageOption }
    | { kind: 'value'; option: PageOption; choice: Choice };
}

export interface Offer {
  /** What the list is a list of. */
  heading: string;
  items: readonly OfferItem[];
  /** Whether Enter takes the first row without an arrow key before. */
  firstIsActive: boolean;
}

export const describe = (
  described: { descriptions: Readonly<Record<string, string>> },
  locale: string,
): string => described.descriptions[locale] ?? described.descriptions['default'] ?? '';

/** Names that begin with what was typed come before those that only hold it. */
export function offerCommands(word: string, commands: readonly PageCommand[], locale: string): Offer {
  const wanted = word.trimEnd().toLowerCase();
  const slash = commands.filter(({ kind, line }) => kind === 'slash' && line.includes(wanted));
  const rank = ({ line }: PageCommand): number => (line === wanted ? 0 : line.startsWith(wanted) ? 1 : 2);
  return {
    heading: 'Commands',
    firstIsActive: true,
    items: slash
      .toSorted((one, other) => rank(one) - rank(other))
      .map((command) => ({
        label: `/${command.line}`,
        detail: describe(command, locale),
        take: { kind: 'command', command },
      })),
  };
}

/** The options that are not in the field yet. */
export function offerOptions(line: CommandLine, locale: string): Offer {
  const left = line.command.options.filter(
    (option) =>
      !line.options.some((typed) => typed.option === option) &&
      option.name.startsWith(line.stray.toLowerCase()),
  );
  return {
    heading: 'Options',
    // Enter sends the command, unless somebody began to type the name of an option.
    firstIsActive: line.stray !== '',
    items: left.map((option) => ({
      label: option.name,
      detail: `${describe(option, locale)}${option.required ? ' (required)' : ''}`,
      take: { kind: 'option', option },
    })),
  };
}

/** The values that an option names itself; suggestions of the bot come as `suggested`. */
export function offerValues(typed: TypedOption, known: KnownValues, suggested: readonly Choice[]): Offer {
  const { option, value } = typed;
  const heading = `Values for ${option.name}`;
  if (isKnown(typed, known)) return { heading, items: [], firstIsActive: false };
  const wanted = value.replace(/^[@#]/, '').toLowerCase();
  const choices = option.suggested
    ? suggested
    : ownChoices(option, known).filter(({ name }) => name.toLowerCase().includes(wanted));
  return {
    heading,
    firstIsActive: true,
    items: choices.map((choice) => ({
      label: choice.name,
      detail:
        option.kind === 'user' ? (known.members.find(({ id }) => id === choice.value)?.username ?? '') : '',
      take: { kind: 'value', option, choice },
    })),
  };
}

function ownChoices(option: PageOption, { members, channels }: KnownValues): readonly Choice[] {
  if (option.choices.length > 0) return option.choices;
  if (option.kind === 'user') return members.map(({ id, name }) => ({ name, value: id }));
  if (option.kind === 'channel') return channels.map(({ id, name }) => ({ name: `#${name}`, value: id }));
  if (option.kind === 'boolean')
    return [
      { name: 'true', value: 'true' },
      { name: 'false', value: 'false' },
    ];
  return [];
}
