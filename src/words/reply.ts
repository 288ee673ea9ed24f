import type { APIEmbed, ChannelType } from 'discord-api-types/v10';
import { present } from '../present.ts';

/** What a component hands back to its action; short values, or they are kept in the store under a ticket. */
export type ActionArg = string | number;

/** `command:action`. `command:run` is there for every command: it runs the command with `name=value` arguments. */
export type ActionName = `${string}:${string}`;

export interface ActionButton {
  kind: 'action';
  label: string;
  action: ActionName;
  args?: readonly ActionArg[];
  /** Where `args` do not fit the id: the first of these that do. A form is opened without the store, so it cannot use a ticket. */
  shortArgs?: readonly (readonly ActionArg[])[];
  /** What a select or a form gave to the press that this one takes up again. */
  input?: { values: readonly string[]; fields: Readonly<Record<string, string>> };
  style?: 'primary' | 'secondary' | 'success' | 'danger';
  disabled?: boolean;
}

export const button = (
  label: string,
  action: ActionName,
  more: Pick<ActionButton, 'args' | 'style' | 'disabled'> = {},
): ActionButton => ({ kind: 'action', label, action, ...more });

/** Runs a command with these options, which it carries as `name=value`. */
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
  /** At most 25; one whose value is over 100 characters is left out. */
  options: readonly { label: string; value: string; description?: string }[];
}

/** Discord's own list of a server's roles or channels; whoever takes all away from it chooses none. */
export interface NativeSelect {
  kind: 'roles' | 'channels';
  action: ActionName;
  args?: readonly ActionArg[];
  placeholder: string;
  chosen: readonly string[];
  /** One, unless told. */
  max?: number;
  /** Of channels: what is offered. */
  channelTypes?: readonly ChannelType[];
}

/** Without a button or an option to choose, it is left out. */
export type Row = readonly (ActionButton | LinkButton)[] | Select | NativeSelect;

export interface ReplyFile {
  name: string;
  bytes: Buffer;
  /** Alt text. */
  description: string;
}

/** What a person gets to see. Text in it may hold Discord's markup: names from outside went through `plain`. */
export interface Reply {
  content?: string;
  embeds?: readonly APIEmbed[];
  rows?: readonly Row[];
  files?: readonly ReplyFile[];
  /** Who may be notified by the mentions in it; otherwise nobody is. */
  mentions?: { users?: readonly string[]; roles?: readonly string[] };
  /** Told to the whole channel besides, once this reply stands. */
  announce?: ResultAnnouncement;
  /** Told once it stands: as the interaction's original answer, or as a follow-up with this id. */
  placed?: (messageId: '@original' | (string & {})) => Promise<void>;
}

interface ResultScores {
  player1: number;
  player2: number;
}

/** A report that is about to be made: nobody else shows its result in the channel meanwhile. */
export interface Announcing {
  /** Where it will be shown; nowhere outside of servers. */
  channelId: string | undefined;
  /** The message that shows a result of this match there. `isFollowed`: of a followed tournament, which corrects it by itself. */
  before: { scores: ResultScores; pair?: string; messageId?: string; isFollowed?: true } | undefined;
}

/** A result that its reporter tells a channel. */
export interface ResultAnnouncement {
  matchId: string;
  /** Hash of its players, where they are known. */
  pair?: string;
  scores: ResultScores;
  post: Reply;
  /** The same instead of another score that was announced before. */
  corrected: (before: ResultScores) => Reply;
  /** What was begun before the platform was told. */
  announcing: Announcing;
}

/** A message of the bot's own, which answers nobody. */
export interface Post extends Pick<Reply, 'embeds' | 'files' | 'mentions'> {
  content: string;
  rows?: readonly (readonly ActionButton[])[];
}

/** A form; it must be the first answer, so opening one does no I/O. */
export interface Modal {
  title: string;
  action: ActionName;
  args?: readonly ActionArg[];
  inputs: readonly {
    name: string;
    label: string;
    value?: string;
    placeholder?: string;
    required?: boolean;
    maxLength?: number;
  }[];
}

/** A failure written for people: `run` throws it, and its reply is shown to the caller alone. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reply: Reply;
  /** For the log. */
  readonly reason: string;

  constructor(reason: string, reply: Reply | string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.reply = typeof reply === 'string' ? { content: reply } : reply;
  }
}
