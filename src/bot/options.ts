import type { ApplicationCommandOptionAllowedChannelType } from 'discord-api-types/v10';
import type { NamedReads } from '../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Translate } from '../words/words.ts';
import type { Resolved, ResolvedChannel } from './payload.ts';

/** A Discord user as an option's value: `name` is what the member's client showed, where Discord sent it. */
export interface ChosenUser {
  discordId: string;
  name?: string;
  /** Discord shows them to be a member of the server. */
  isMember: boolean;
  isBot?: true;
}

/** A channel as an option's value: one that Discord sent along. */
export interface ChosenChannel extends ResolvedChannel {
  channelId: string;
}

export interface Suggestion {
  name: string;
  value: string;
}

/** What a suggestion may look at. */
export interface SuggestContext {
  /** What has been typed so far. */
  typed: string;
  callerId: string;
  platform: NamedReads;
  accounts: Accounts;
  regions: readonly { slug: string; label: string | undefined }[];
  t: Translate;
  now: () => number;
}

export type Suggest = (context: SuggestContext) => Promise<Suggestion[]>;

interface Common {
  required?: boolean;
}
/** Free text, with suggestions where `suggest` is given (the value typed may still be none of them). */
export interface TextOption extends Common {
  type: 'text';
  maxLength?: number;
  suggest?: Suggest;
}
/** One of a few words; each has its label at `commands.<command>.choices.<option>.<word>` in the locale files. */
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
  /** The kinds that are offered. */
  channelTypes: readonly ApplicationCommandOptionAllowedChannelType[];
}

export type Option = TextOption | ChoiceOption | IntegerOption | UserOption | ChannelOption;
/** Discord's option names to what they are. */
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

/** The values a handler gets: what is required is there, the rest may be absent. */
export type OptionValues<O extends OptionRecord> = {
  [K in keyof O as O[K] extends { required: true } ? K : never]: ValueOf<O[K]>;
} & {
  [K in keyof O as O[K] extends { required: true } ? never : K]?: ValueOf<O[K]>;
};

/** Values as Discord sends them, and as a stored or encoded call keeps them: users and channels are their ids. */
export type RawOptions = Record<string, string | number | boolean>;

/** A value that does not fit its option, by the option's name: Discord's client lets none through, but anybody can send one. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly option: string;

  constructor(option: string) {
    super(`option ${option} does not fit`);
    this.option = option;
  }
}

type ResolvedEntities = Pick<Resolved, 'users' | 'memberIds' | 'channels'>;

const isId = (value: RawOptions[string]): value is string =>
  typeof value === 'string' && /^\d{1,20}$/.test(value);

function parseValue(
  name: string,
  option: Option,
  value: RawOptions[string],
  known: ResolvedEntities,
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
        const user = known.users[value];
        return {
          discordId: value,
          ...(user && { name: user.global_name ?? user.username }),
          isMember: known.memberIds.includes(value),
          ...(user?.bot === true && { isBot: true as const }),
        } satisfies ChosenUser;
      }
      break;
    case 'channel':
      // An id alone, as a button could carry, may be a channel of any server.
      if (isId(value)) {
        const channel = known.channels.get(value);
        if (channel !== undefined) return { channelId: value, ...channel } satisfies ChosenChannel;
      }
      break;
  }
  throw new OptionError(name);
}

/** Values as Discord sent them, into what the command's record says. Throws `OptionError`. */
export function parseOptions<O extends OptionRecord>(
  record: O,
  raw: RawOptions,
  known: ResolvedEntities = { users: {}, memberIds: [], channels: new Map() },
): OptionValues<O> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(record)) {
    const value = raw[name];
    if (value !== undefined) values[name] = parseValue(name, option, value, known);
    else if (option.required === true) throw new OptionError(name);
  }
  // Each value was made by its option's kind just above; the mapped type cannot be followed through a loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as OptionValues<O>;
}
