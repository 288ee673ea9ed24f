import type { APIEmbed, ChannelType } from 'discord-api-types/v10';
import { present } from '../present.ts';

/** An argument that a component passes to its action. Arguments too long for the custom id are stored under a ticket. */
export type ActionArg = string | number;

/** `command:action`. Every command has `command:run`, which runs it with `name=value` arguments. */
export type ActionName = `${string}:${string}`;

export interface ActionButton {
  kind: 'action';
  label: string;
  action: ActionName;
  args?: readonly ActionArg[];
  /** Fallbacks if `args` do not fit the custom id: the first that fits. A form opens without the store, so it cannot use a ticket. */
  shortArgs?: readonly (readonly ActionArg[])[];
  /** The select values or form fields of the press that this button retries. */
  input?: { values: readonly string[]; fields: Readonly<Record<string, string>> };
  style?: 'primary' | 'secondary' | 'success' | 'danger';
  disabled?: boolean;
}

export const button = (
  label: string,
  action: ActionName,
  more: Pick<ActionButton, 'args' | 'style' | 'disabled'> = {},
): ActionButton => ({ kind: 'action', label, action, ...more });

/** Runs a command with these options, stored in the button as `name=value`. */
export function runButton(
  label: string,
  command: string,
  options: Readonly<Record<string, string | number | boolean | undefined>> = {},
  style?: ActionButton['style'],
): ActionButton {
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return button(label, `${command}:run`, { args, ...present({ style }) });
}

export interface LinkButton {
  kind: 'link';
  label: string;
  url: string;
}

export interface Select {
  kind: 'select';
  action: ActionName;
  args?: readonly ActionArg[];
  placeholder: string;
  /** The value of the option that is chosen already. */
  chosen?: string;
  /** At most 25; those with a value over 100 characters are dropped. */
  options: readonly { label: string; value: string; description?: string }[];
}

/** Discord's own select for a server's roles or channels. It may be cleared. */
export interface NativeSelect {
  kind: 'roles' | 'channels';
  action: ActionName;
  args?: readonly ActionArg[];
  placeholder: string;
  chosen: readonly string[];
  /** Defaults to 1. */
  max?: number;
  /** The types of channels that it offers. */
  channelTypes?: readonly ChannelType[];
}

/** Dropped if it has no buttons or options. */
export type ComponentRow = readonly (ActionButton | LinkButton)[] | Select | NativeSelect;

export interface ReplyFile {
  name: string;
  bytes: Buffer;
  /** Alt text. */
  description: string;
}

/** A file that is in memory only while `send` sends it: `undefined` if it cannot be had. */
export type FileSource = <T>(send: (file: ReplyFile | undefined) => Promise<T>) => Promise<T>;

/** What a person sees. Its text is Discord markup: untrusted names in it went through `escapeMarkup`. */
export interface Reply {
  content?: string;
  embeds?: readonly APIEmbed[];
  rows?: readonly ComponentRow[];
  files?: readonly ReplyFile[];
  /** Of an edit: the message's files that stay, by their ids; `true` leaves all as they are. */
  keepsFiles?: boolean | readonly string[];
  /** Which mentions notify; the others notify no one. */
  mentions?: { users?: readonly string[]; roles?: readonly string[] };
  /** Called once it was sent. */
  afterSent?: (message: SentReply) => Promise<void>;
}

/** A reply as Discord took it. */
export interface SentReply {
  /** `@original` for the interaction's first response, or the id of a follow-up, if Discord says it. */
  id?: '@original' | (string & {});
  /** Sends one more message, which shows whose interaction it follows. Gives its id, if Discord says it. */
  followUp: (post: Post) => Promise<string | undefined>;
}

/** A message that the bot posts on its own, not in response to an interaction. */
export interface Post extends Pick<Reply, 'embeds' | 'files' | 'keepsFiles' | 'mentions'> {
  content: string;
  rows?: readonly (readonly ActionButton[])[];
  /** Above the buttons. */
  menu?: Select;
}

interface InputBase {
  name: string;
  label: string;
  /** Beneath the label. */
  description?: string;
}

export interface TextInput extends InputBase {
  kind?: 'text';
  value?: string;
  placeholder?: string;
  /** Defaults to `true`, as of the other inputs. */
  required?: boolean;
  maxLength?: number;
  /** Several lines. */
  long?: true;
}

/** One choice, as a radio group of up to ten, else as a select. It becomes the text of its field. */
export interface ChoiceInput extends InputBase {
  kind: 'choice';
  /** Of a select. */
  placeholder?: string;
  required?: boolean;
  /** At most 25; those with an empty, long or repeated value are dropped. */
  options: readonly { label: string; value: string }[];
}

/** Images that the member uploads, at most 10. */
export interface FilesInput extends InputBase {
  kind: 'files';
  max: number;
  required?: false;
}

export type ModalInput = TextInput | ChoiceInput | FilesInput;

/** A form. It must be the first response to an interaction, so opening one does no I/O. */
export interface Modal {
  title: string;
  action: ActionName;
  args?: readonly ActionArg[];
  /** At most 5. A choice without options is dropped. */
  inputs: readonly ModalInput[];
}

/** A failure with a reply for the caller. `run` throws it; only the caller sees the reply. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  readonly reply: Reply;
  /** For the log. */
  readonly reason: string;
  /** Takes the place of the caller's private message that was pressed, instead of coming below it. */
  readonly inPlace: boolean;

  constructor(
    reason: string,
    reply: Reply | string,
    { inPlace = false, ...options }: ErrorOptions & { inPlace?: boolean } = {},
  ) {
    super(reason, options);
    this.reason = reason;
    this.inPlace = inPlace;
    this.reply = typeof reply === 'string' ? { content: reply } : reply;
  }
}
