import type { ApplicationCommandOptionAllowedChannelType } from 'discord-api-types/v10';
import type { NamedReads } from '../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Registrations } from '../members/registrations.ts';
import { present } from '../present.ts';
import type { Translate } from '../words/words.ts';
import type { ResolvedData, ResolvedChannel } from './payload.ts';

/** A Discord user as an option's value. `name`: the display name, if Discord sent it. */
export interface ChosenUser {
  discordId: string;
  name?: string;
  /** Discord lists them as a member of the server. */
  isMember: boolean;
  isBot?: true;
}

/** A channel as an option's value, with the data that Discord sent. */
export interface ChosenChannel extends ResolvedChannel {
  channelId: string;
}

export interface Suggestion {
  name: string;
  value: string;
}

/** What suggestions are made from. */
export interface SuggestContext {
  /** The text typed so far. */
  typed: string;
  callerId: string;
  platform: NamedReads;
  accounts: Pick<Accounts, 'find'>;
  registrations: Pick<Registrations, 'read'>;
  regions: readonly { slug: string; label: string | undefined }[];
  t: Translate;
  now: () => number;
}

export type Suggest = (context: SuggestContext) => Promise<Suggestion[]>;

interface Common {
  required?: boolean;
}
/** Free text, with suggestions if `suggest` is present; the value can still be any text. */
export interface TextOption extends Common {
  type: 'text';
  maxLength?: number;
  suggest?: Suggest;
  /** Its suggestions need no read, so a typed name is looked up before the command runs; others only if the platform does not know it. */
  isKnown?: true;
}
/** One of a few words; the label of each is at `commands.<command>.choices.<option>.<word>` in the locale files. */
interface ChoiceOption extends Common {
  type: 'choice';
  choices: readonly string[];
}
interface IntegerOption extends Common {
  type: 'integer';
  min?: number;
  max?: number;
}
interface UserOption extends Common {
  type: 'user';
}
interface ChannelOption extends Common {
  type: 'channel';
  /** The kinds of channel that Discord offers. */
  channelTypes: readonly ApplicationCommandOptionAllowedChannelType[];
}

export type Option = TextOption | ChoiceOption | IntegerOption | UserOption | ChannelOption;
/** Options by their Discord names. */
export type OptionRecord = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends IntegerOption
  ? number
  : O extends UserOption
    ? ChosenUser
    : O extends ChannelOption
      ? ChosenChannel
      : O extends { type: 'choice'; choices: readonly (infer C)[] }
        ? C
        : string;

/** The values that a handler gets: required ones are present, others may be absent. */
export type OptionValues<O extends OptionRecord> = {
  [K in keyof O as O[K] extends { required: true } ? K : never]: ValueOf<O[K]>;
} & {
  [K in keyof O as O[K] extends { required: true } ? never : K]?: ValueOf<O[K]>;
};

/** Values as Discord sends them, and as stored or encoded calls carry them: users and channels are ids. */
export type RawOptions = Record<string, string | number | boolean>;

/** A value that does not fit its option. Discord's own client never sends one, but others can. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly option: string;

  constructor(option: string) {
    super(`option ${option} does not fit`);
    this.option = option;
  }
}

type ResolvedEntities = Pick<ResolvedData, 'users' | 'memberIds' | 'channels'>;

const isId = (value: RawOptions[string]): value is string =>
  typeof value === 'string' && /^\d{1,20}$/.test(value);

function parseValue(
  name: string,
  option: Option,
  value: RawOptions[string],
  resolved: ResolvedEntities,
): unknown {
  switch (option.type) {
    case 'text':
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
      break;
    case 'choice':
      if (typeof value === 'string' && option.choices.includes(value)) return value;
      break;
    case 'integer':
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
      break;
    case 'user':
      if (isId(value)) {
        const user = resolved.users[value];
        return present({
          discordId: value,
          name: user && (user.global_name ?? user.username),
          isMember: resolved.memberIds.includes(value),
          isBot: user?.bot || undefined,
        }) satisfies ChosenUser;
      }
      break;
    case 'channel':
      // An id without resolved data, as a button could carry it, may be a channel of any server.
      if (isId(value)) {
        const channel = resolved.channels.get(value);
        if (channel !== undefined) return { channelId: value, ...channel } satisfies ChosenChannel;
      }
      break;
  }
  throw new OptionError(name);
}

/** Parses values as Discord sent them by the command's record. Throws `OptionError`. */
export function parseOptions<O extends OptionRecord>(
  record: O,
  raw: RawOptions,
  resolved: ResolvedEntities = { users: {}, memberIds: [], channels: new Map() },
): OptionValues<O> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(record)) {
    const value = raw[name];
    if (value !== undefined) values[name] = parseValue(name, option, value, resolved);
    else if (option.required === true) throw new OptionError(name);
  }
  // Each value has the type of its option; the compiler cannot follow a mapped type through a loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as OptionValues<O>;
}
