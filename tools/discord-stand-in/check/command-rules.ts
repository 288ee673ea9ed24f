import {
  ApplicationCommandOptionType as Option,
  ApplicationCommandType as Kind,
  Locale,
  RESTJSONErrorCodes,
  type APIApplicationCommandOption,
} from 'discord.js';
import { RestRefusal, type ShapeFault } from '../refusal.ts';
import type { CommandBody, Localizations } from './schemas.ts';

type Path = readonly (string | number)[];

// Discord's own expression for the names of slash commands and of options.
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES: ReadonlySet<string> = new Set(Object.values(Locale));
const MAX_CHARACTERS = 8000;
const MAX_OF_KIND: ReadonlyMap<Kind, number> = new Map([
  [Kind.ChatInput, 100],
  [Kind.User, 15],
  [Kind.Message, 15],
  [Kind.PrimaryEntryPoint, 1],
]);

const kindOf = (command: Pick<CommandBody, 'type'>): Kind => command.type ?? Kind.ChatInput;

/** What Discord asks of one command beyond its description. */
function commandFaults(command: CommandBody, path: Path): ShapeFault[] {
  const slash = kindOf(command) === Kind.ChatInput;
  const faults: ShapeFault[] = slash
    ? [
        ...nameFaults(command.name, [...path, 'name'], 'APPLICATION_COMMAND_INVALID_NAME'),
        ...descriptionFaults(command.description, [...path, 'description']),
      ]
    : menuFaults(command, path);
  faults.push(
    ...localizationFaults(command, path, slash),
    ...optionFaults(command.options ?? [], [...path, 'options']),
  );
  if (characters(command) > MAX_CHARACTERS)
    faults.push({
      path,
      code: 'APPLICATION_COMMAND_TOO_LARGE',
      message: `Command exceeds maximum size (${MAX_CHARACTERS})`,
    });
  return faults;
}

function menuFaults(command: CommandBody, path: Path): ShapeFault[] {
  const faults: ShapeFault[] = [];
  if (command.description)
    faults.push({
      path: [...path, 'description'],
      code: 'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
      message: 'Context menu commands cannot have description',
    });
  if ((command.options ?? []).length > 0)
    faults.push({
      path: [...path, 'options'],
      code: 'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
      message: 'Context menu commands cannot have options',
    });
  return faults;
}

/** Names are unique per kind, and each kind has its own ceiling. */
export function commandListFaults(commands: readonly CommandBody[]): ShapeFault[] {
  const keys = new Set<string>();
  const faults = commands.flatMap((command, index) => {
    const key = `${kindOf(command)} ${command.name}`;
    const isDuplicate = keys.has(key);
    keys.add(key);
    return [
      ...commandFaults(command, [index]),
      ...(isDuplicate
        ? [
            {
              path: [index],
              code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
              message: 'Application command names must be unique',
            },
          ]
        : []),
    ];
  });
  for (const [kind, max] of MAX_OF_KIND)
    if (commands.filter((command) => kindOf(command) === kind).length > max)
      throw new RestRefusal(
        400,
        RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached,
        `Maximum number of application commands reached (${max})`,
      );
  return faults;
}

function nameFaults(name: string, path: Path, code = 'STRING_TYPE_REGEX'): ShapeFault[] {
  if (NAME.test(name) && name === name.toLowerCase()) return [];
  return [{ path, code, message: 'Command name is invalid' }];
}

function descriptionFaults(description: string | null | undefined, path: Path): ShapeFault[] {
  if (description) return [];
  return [{ path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }];
}

function localizationFaults(
  named: CommandBody | APIApplicationCommandOption,
  path: Path,
  slash: boolean,
): ShapeFault[] {
  return (['name_localizations', 'description_localizations'] as const).flatMap((field) =>
    Object.entries(named[field] ?? {}).flatMap(([locale, text]) => {
      const at = [...path, field, locale];
      if (!LOCALES.has(locale))
        return [
          { path: at, code: 'ENUM_TYPE_COERCE', message: `Value "${locale}" is not a valid enum value.` },
        ];
      return field === 'name_localizations' && slash ? nameFaults(text ?? '', at) : [];
    }),
  );
}

function optionFaults(options: readonly APIApplicationCommandOption[], path: Path): ShapeFault[] {
  const names = new Set<string>();
  let optionalSeen = false;
  return options.flatMap((option, index) => {
    const at = [...path, index];
    const faults = [...nameFaults(option.name, [...at, 'name']), ...localizationFaults(option, at, true)];
    if (names.has(option.name))
      faults.push({
        path: [...at, 'name'],
        code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        message: 'Option name already exists',
      });
    names.add(option.name);
    if (option.type === Option.Subcommand || option.type === Option.SubcommandGroup)
      return [
        { path: [...at, 'type'], code: 'BASE_TYPE_CHOICES', message: 'The stand-in has no subcommands.' },
      ];
    if (option.required && optionalSeen)
      faults.push({
        path: at,
        code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        message: 'Required options must be placed before non-required options',
      });
    optionalSeen ||= !option.required;
    return [...faults, ...choiceFaults(option, at)];
  });
}

function choiceFaults(option: APIApplicationCommandOption, path: Path): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  if ('autocomplete' in option && option.autocomplete && choices.length > 0)
    faults.push({
      path: [...path, 'autocomplete'],
      code: 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES',
      message: 'Autocomplete cannot be used together with choices',
    });
  const names = new Set<string>();
  for (const [index, { name }] of choices.entries()) {
    if (names.has(name))
      faults.push({
        path: [...path, 'choices', index, 'name'],
        code: 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
        message: 'Option choice name already exists',
      });
    names.add(name);
  }
  return faults;
}

const longest = (text: string | null | undefined, localizations: Localizations | null | undefined): number =>
  Math.max(text?.length ?? 0, ...Object.values(localizations ?? {}).map((other) => other?.length ?? 0));

/** Discord counts names, descriptions and values over the whole command, each in its longest language. */
function characters(named: CommandBody | APIApplicationCommandOption): number {
  const options = 'options' in named ? (named.options ?? []) : [];
  const choices = 'choices' in named ? (named.choices ?? []) : [];
  return (
    longest(named.name, named.name_localizations) +
    longest(named.description, named.description_localizations) +
    options.reduce((sum, option) => sum + characters(option), 0) +
    choices.reduce(
      (sum, choice) => sum + longest(choice.name, choice.name_localizations) + String(choice.value).length,
      0,
    )
  );
}
