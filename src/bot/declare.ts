import {
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { present } from '../present.ts';
import type { WordKey, Words } from '../words/words.ts';
import type { Command } from './command.ts';
import type { Option } from './options.ts';

export type Declaration = RESTPutAPIApplicationCommandsJSONBody[number];

/** A command whose declaration lacks a sentence. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}

/**
 * A sentence in English, and its translations that differ. The key is composed of names. Throws `DeclarationError` if the
 * locale file has no such key: Discord would show the key.
 */
function described(
  words: Words,
  key: string,
): { text: string; localizations: Record<string, string> | undefined } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const wordKey = key as WordKey;
  const [first = 'en-US', ...others] = words.locales;
  const text = words.in(first)(wordKey);
  // The translation of a missing key is the key.
  if (text === key)
    throw new DeclarationError(`/${key.split('.')[1]} lacks "${key}": add it to src/words/en-US.json.`);
  const translations = others.map((locale) => [locale, words.in(locale)(wordKey)] as const);
  const different = translations.filter(([, translation]) => translation !== text);
  return { text, localizations: different.length === 0 ? undefined : Object.fromEntries(different) };
}

function declareOption(
  words: Words,
  command: string,
  name: string,
  option: Option,
): APIApplicationCommandBasicOption {
  const { text, localizations } = described(words, `commands.${command}.options.${name}`);
  const common = {
    name,
    description: text,
    ...present({ description_localizations: localizations, required: option.required || undefined }),
  };
  switch (option.type) {
    case 'text':
      return {
        ...common,
        type: Type.String,
        ...present({ max_length: option.maxLength, autocomplete: option.suggest && true }),
      };
    case 'choice':
      return {
        ...common,
        type: Type.String,
        choices: option.choices.map((value) => {
          const label = described(words, `commands.${command}.choices.${name}.${value}`);
          return present({ name: label.text, value, name_localizations: label.localizations });
        }),
      };
    case 'integer':
      return { ...common, type: Type.Integer, ...present({ min_value: option.min, max_value: option.max }) };
    case 'user':
      return { ...common, type: Type.User };
    case 'channel':
      return { ...common, type: Type.Channel, channel_types: [...option.channelTypes] };
  }
}

function scopeOf({ serverOnly }: Command) {
  if (serverOnly !== undefined)
    return {
      integration_types: [ApplicationIntegrationType.GuildInstall],
      contexts: [InteractionContextType.Guild],
      ...present({ default_member_permissions: serverOnly.permissions?.toString() }),
    };
  return {
    // Installable to servers and to users, usable in servers, in the bot's direct messages and in private channels.
    integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
    contexts: [
      InteractionContextType.Guild,
      InteractionContextType.BotDM,
      InteractionContextType.PrivateChannel,
    ],
  };
}

/** A command as Discord registers it. Source: Discord, "Application Commands". */
export function declare(command: Command, words: Words): Declaration {
  const scope = scopeOf(command);
  if (command.kind === 'user') {
    const { localizations } = described(words, `commands.${command.name}.name`);
    return {
      type: ApplicationCommandType.User,
      name: command.name,
      ...present({ name_localizations: localizations }),
      ...scope,
    };
  }
  const { text, localizations } = described(words, `commands.${command.name}.description`);
  const options = Object.entries(command.options);
  return {
    type: ApplicationCommandType.ChatInput,
    name: command.name,
    description: text,
    ...present({ description_localizations: localizations }),
    ...scope,
    // Discord requires this order.
    options: [
      ...options.filter(([, option]) => option.required === true),
      ...options.filter(([, option]) => option.required !== true),
    ].map(([name, option]) => declareOption(words, command.name, name, option)),
  };
}
