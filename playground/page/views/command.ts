import {
  ApplicationCommandOptionType as Kind,
  ApplicationCommandType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
} from 'discord.js';
import type { PublishedCommand } from '../../../tools/discord-stand-in/rest/command-book.ts';
import type { OptionKind, PageCommand, PageOption, PagePlace } from '../protocol.ts';

const KINDS: Partial<Record<Kind, OptionKind>> = {
  [Kind.Integer]: 'integer',
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
    kind: KINDS[option.type] ?? 'text',
    required: option.required ?? false,
    suggested: 'autocomplete' in option && option.autocomplete === true,
    choices: 'choices' in option ? (option.choices ?? []).map(({ name, value }) => ({ name, value })) : [],
    min: 'min_value' in option ? (option.min_value ?? null) : null,
    max: 'max_value' in option ? (option.max_value ?? null) : null,
  };
}

function placesOf(command: PublishedCommand): PagePlace[] {
  const { contexts } = command;
  const places: PagePlace[] = [];
  if (!contexts || contexts.includes(InteractionContextType.Guild)) places.push('server');
  if (!contexts || contexts.includes(InteractionContextType.BotDM)) places.push('dm');
  return places;
}

/** The commands as the page offers them. */
export const commandViews = (commands: readonly PublishedCommand[]): PageCommand[] =>
  commands.flatMap((command): PageCommand[] => {
    const places = placesOf(command);
    if (command.type === ApplicationCommandType.User)
      return [{ places, kind: 'user', line: command.name, descriptions: { default: '' }, options: [] }];
    if (command.type !== ApplicationCommandType.ChatInput) return [];
    const options = (command.options ?? []).flatMap((option) =>
      option.type === Kind.Subcommand || option.type === Kind.SubcommandGroup ? [] : [optionView(option)],
    );
    return [{ places, kind: 'slash', line: command.name, descriptions: descriptions(command), options }];
  });
