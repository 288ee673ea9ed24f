import { ApplicationCommandOptionType as Option, type APIApplicationCommandOption } from 'discord.js';
import { resolvedMember, type Resolved, type SentOption } from '../interactions/payload.ts';
import type { Member, World } from '../world.ts';

/** What Discord's own app does not let a person do: it says so under the message field, and nothing is sent. */
export class ClientRefusal extends Error {
  override readonly name = 'ClientRefusal';
}

/** By option name. A user is given by id or name, a channel by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

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
  values: OptionValues,
  world: World,
  focused?: string,
): FilledOptions {
  const unknown = Object.keys(values).find((name) => !declared.some((option) => option.name === name));
  if (unknown !== undefined) throw new ClientRefusal(`there is no option ${unknown}`);
  const resolved: Resolved = {};
  const options = declared.flatMap((option): SentOption[] => {
    const given = values[option.name] ?? (option.name === focused ? '' : undefined);
    if (given === undefined) {
      if (required(option) && focused === undefined)
        throw new ClientRefusal(`option ${option.name} is required`);
      return [];
    }
    if (option.name === focused) return [focusedOption(option, given)];
    const value = focused === undefined ? checked(option, given) : given;
    return [{ name: option.name, type: option.type, value: resolve(option, value, resolved, world) }];
  });
  return { options, resolved };
}

const required = (option: APIApplicationCommandOption): boolean =>
  'required' in option && option.required === true;

function focusedOption(option: APIApplicationCommandOption, value: string | number | boolean): SentOption {
  if (!('autocomplete' in option) || !option.autocomplete)
    throw new ClientRefusal(`option ${option.name} has no suggestions`);
  // While somebody types, the value is text whatever the option's type.
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
      return typeof value === 'string' ? value : refuse('has to be an id');
    case Option.Mentionable:
    case Option.Role:
    case Option.Attachment:
    case Option.Subcommand:
    case Option.SubcommandGroup:
      return refuse('is of a kind that the playground does not fill in');
  }
}

function resolve(
  option: APIApplicationCommandOption,
  value: string | number | boolean,
  resolved: Resolved,
  world: World,
): string | number | boolean {
  if (option.type === Option.User) return resolveUser(String(value), resolved, world);
  if (option.type === Option.Channel) {
    const channel = world.channels.find(({ id }) => id === value);
    if (!channel) throw new ClientRefusal(`there is no channel ${String(value)}`);
    const { id, type, name } = channel;
    resolved.channels = { ...resolved.channels, [id]: { id, type, name, permissions: '0' } };
  }
  return value;
}

/** Puts a member into `resolved` and gives the id; the bot itself can be meant too. */
export function resolveUser(idOrName: string, resolved: Resolved, world: World): string {
  const member = findMember(world, idOrName);
  const user = member?.user ?? (idOrName === world.bot.id ? world.bot : undefined);
  if (!user) throw new ClientRefusal(`there is no member ${idOrName}`);
  resolved.users = { ...resolved.users, [user.id]: user };
  resolved.members = { ...resolved.members, [user.id]: resolvedMember(user) };
  return user.id;
}

export const findMember = (world: World, idOrName: string): Member | undefined =>
  world.members.find(
    ({ id, name, user }) => id === idOrName || name === idOrName || user.username === idOrName,
  );
