import {
  ApplicationCommandOptionType as Kind,
  ApplicationCommandType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord.js';
import type { PublishedCommand } from '../../discord/rest/command-book.ts';
import type { OptionKind, PageCommand, PageOption, Place } from '../protocol.ts';

const KINDS: Partial<Record<Kind, OptionKind>> = {
  [Kind.String]: 'text',
  [Kind.Integer]: 'integer',
  [Kind.Number]: 'number',
  [Kind.Boolean]: 'boolean',
  [Kind.User]: 'user',
  [Kind.Channel]: 'channel',
};

interface Described {
  description?: string | null;
  description_localizations?: Readonly<Record<string, string | null | undefined>> | null;
}

function descriptions({ description, description_localizations }: Described): Record<string, string> {
  const others = Object.entries(description_localizations ?? {}).flatMap(([locale, text]) =>
    text === null || text === undefined ? [] : [[locale, text] as const],
  );
  return { ...Object.fromEntries(others), default: description ?? '' };
}

function optionView(option: APIApplicationCommandBasicOption): PageOption {
  return {
    name: option.name,
    descriptions: descriptions(option),
    kind: KINDS[option.type] ?? 'unknown',
    required: option.required ?? false,
    suggested: 'autocomplete' in option && option.autocomplete === true,
    choices: 'choices' in option ? (option.choices ?? []).map(({ name, value }) => ({ name, value })) : [],
    min: 'min_value' in option ? (option.min_value ?? null) : null,
    max: 'max_value' in option ? (option.max_value ?? null) : null,
  };
}

function placesOf(command: PublishedCommand): Place[] {
  const { contexts } = command;
  const places: Place[] = [];
  if (!contexts || contexts.includes(InteractionContextType.Guild)) places.push('server');
  if (!contexts || contexts.includes(InteractionContextType.BotDM)) places.push('dm');
  return places;
}

/** Each subcommand becomes a line of its own, as in Discord's list. */
function lines(
  name: string,
  described: Described,
  options: readonly APIApplicationCommandOption[],
): Pick<PageCommand, 'line' | 'descriptions' | 'options'>[] {
  const branches = options.flatMap((option) =>
    option.type === Kind.Subcommand || option.type === Kind.SubcommandGroup
      ? lines(`${name} ${option.name}`, option, option.options ?? [])
      : [],
  );
  if (branches.length > 0) return branches;
  const basic = options.flatMap((option) =>
    option.type === Kind.Subcommand || option.type === Kind.SubcommandGroup ? [] : [optionView(option)],
  );
  return [{ line: name, descriptions: descriptions(described), options: basic }];
}

/** The commands as the page offers them. */
export const commandViews = (commands: readonly PublishedCommand[]): PageCommand[] =>
  commands.flatMap((command): PageCommand[] => {
    const places = placesOf(command);
    if (command.type === ApplicationCommandType.User)
      return [{ places, kind: 'user', line: command.name, descriptions: { default: '' }, options: [] }];
    if (command.type !== ApplicationCommandType.ChatInput) return [];
    return lines(command.name, command, command.options ?? []).map((line) => ({
      places,
      kind: 'slash' as const,
      ...line,
    }));
  });
