import { ApplicationCommandOptionType as Option, type APIApplicationCommandOption } from 'discord.js';
import type { SentOption, Resolved } from '../interactions/payload.ts';
import { ClientRefusal } from './client-refusal.ts';
import { resolveChannel, resolveMentionable, resolveRole, resolveUser, type Scene } from './resolve.ts';

/** By option name. Users, roles and channels are given by id or name. */
export type TypedOptions = Readonly<Record<string, string | number | boolean>>;

export interface FilledOptions {
  options: SentOption[];
  resolved: Resolved;
}

/**
 * Fills in a command as Discord's app does. With `focused`, suggestions are asked for: values are partial then, and
 * neither complete nor checked.
 */
export function fillOptions(
  declared: readonly APIApplicationCommandOption[],
  values: TypedOptions,
  scene: Scene,
  focused?: string,
): FilledOptions {
  const unknown = Object.keys(values).find((name) => !declared.some((option) => option.name === name));
  if (unknown !== undefined) throw new ClientRefusal(`there is no option ${unknown}`);
  const resolved: Resolved = {};
  const options = declared.flatMap((option): SentOption[] => {
    const input = values[option.name] ?? (option.name === focused ? '' : undefined);
    if (input === undefined) {
      if (required(option) && focused === undefined)
        throw new ClientRefusal(`option ${option.name} is required`);
      return [];
    }
    if (option.name === focused) return [focusedOption(option, input)];
    const value = focused === undefined ? checked(option, input) : input;
    return [{ name: option.name, type: option.type, value: resolve(option, value, resolved, scene) }];
  });
  return { options, resolved };
}

const required = (option: APIApplicationCommandOption): boolean =>
  'required' in option && option.required === true;

function focusedOption(option: APIApplicationCommandOption, value: string | number | boolean): SentOption {
  if (!('autocomplete' in option) || !option.autocomplete)
    throw new ClientRefusal(`option ${option.name} has no suggestions`);
  // While a member types, the value is text for every type of option.
  return { name: option.name, type: option.type, value: String(value), focused: true };
}

function checked(
  option: APIApplicationCommandOption,
  value: string | number | boolean,
): string | number | boolean {
  const refuse = (why: string): never => {
    throw new ClientRefusal(`option ${option.name}: ${why}`);
  };
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  if (choices.length > 0 && !choices.some((choice) => choice.value === value))
    refuse(`${String(value)} is no choice`);
  switch (option.type) {
    case Option.String: {
      if (typeof value !== 'string') return refuse('has to be text');
      const min = 'min_length' in option ? (option.min_length ?? 0) : 0;
      const max = 'max_length' in option ? (option.max_length ?? 6000) : 6000;
      if (value === '') refuse('is empty');
      if (value.length < min || value.length > max) refuse(`has to have ${min} to ${max} characters`);
      return value;
    }
    case Option.Integer:
    case Option.Number: {
      if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('has to be a number');
      if (option.type === Option.Integer && !Number.isSafeInteger(value)) refuse('has to be a whole number');
      const min = 'min_value' in option ? (option.min_value ?? -Infinity) : -Infinity;
      const max = 'max_value' in option ? (option.max_value ?? Infinity) : Infinity;
      if (value < min || value > max) refuse(`has to be between ${min} and ${max}`);
      return value;
    }
    case Option.Boolean:
      return typeof value === 'boolean' ? value : refuse('has to be true or false');
    case Option.User:
    case Option.Channel:
    case Option.Role:
    case Option.Mentionable:
      return typeof value === 'string' ? value : refuse('has to be an id');
    case Option.Attachment:
    case Option.Subcommand:
    case Option.SubcommandGroup:
      return refuse('is of a kind that the stand-in does not fill in');
  }
}

function resolve(
  option: APIApplicationCommandOption,
  value: string | number | boolean,
  resolved: Resolved,
  scene: Scene,
): string | number | boolean {
  if (option.type === Option.User) return resolveUser(String(value), resolved, scene);
  if (option.type === Option.Role) return resolveRole(String(value), resolved, scene);
  if (option.type === Option.Mentionable) return resolveMentionable(String(value), resolved, scene);
  if (option.type === Option.Channel)
    return resolveChannel(String(value), resolved, scene, option.channel_types);
  return value;
}
