import type { Account, Accounts } from '../accounts/accounts.ts';
import type { DeviceLinking } from '../accounts/device-linking.ts';
import type { Linking } from '../accounts/linking.ts';
import type { Alerts } from '../accounts/alerts.ts';
import type { Naming } from '../accounts/naming.ts';
import type { ReadServerRanking } from '../accounts/server-ranking.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { PersonalData } from '../accounts/personal-data.ts';
import type { Registrations } from '../accounts/registrations.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import type { NamedReads, Platform } from '../platform/platform.ts';
import type { PlatformState } from '../platform/state.ts';
import type { Translate, Words } from '../words/words.ts';
import type { ArgRecord, ArgValues, Tickets } from './custom-id.ts';
import type { CallingMember, Place, PressedMessage } from './interaction.ts';
import type { OptionRecord, OptionValues } from './options.ts';
import type { Resolved } from './payload.ts';
import type { Self } from './self.ts';
import type { ActionButton, Modal, Reply } from '../words/reply.ts';

export type { CodeQuestion, CodeRefusal } from '../accounts/link-flow.ts';

/** Who sees an answer: the channel, or the caller alone (an ephemeral message). */
type Audience = 'public' | 'private';

interface About {
  version: string;
  /** Between the bot and Discord, as last measured. */
  latencyMs: number | undefined;
  /** `undefined` where the platform was not called lately. */
  platform: PlatformState | undefined;
  /** Adds the bot to a server. */
  inviteUrl: string;
  privacyUrl: string;
}

export interface CardTap {
  /**
   * Takes one rank card from the budget, if one is left. Drawing many at once would slow down all other answers; without a
   * card, the text says the same.
   */
  takeCard(): boolean;
}

/** What handlers work with, made once by the composition root. */
interface HandlerServices {
  alerts: Alerts;
  deviceLinking: DeviceLinking;
  /** Who may be shown beside a platform name, and where. */
  naming: Naming;
  /** Ranks members of a server against each other. */
  serverRanking: ReadServerRanking;
  guilds: Guilds;
  /** What is stored about a Discord user. */
  personalData: PersonalData;
  registrations: Registrations;
  /** What /help tells beside the commands. */
  about: () => About;
  /** Where members report a failure with its reference. */
  supportUrl: string | undefined;
  commands: readonly Command[];
  pictures: Pictures & CardTap;
  /** `</rank:ID>` where Discord gave the id, otherwise `/rank`. */
  mention: (command: string) => string;
  /** Regions of the settings. */
  regions: readonly { slug: string; label: string | undefined }[];
  now: () => number;
}

/** What the dispatcher needs beside what it hands to the handlers. */
export interface Services extends HandlerServices {
  accounts: Accounts;
  platform: Platform;
  linking: Pick<Linking, 'begin'>;
  words: Words;
  /** Of one member. */
  ticketsOf: (discordId: string) => Tickets;
  /** Of all who claim one interaction's write, in any process, one gets `true`. */
  claimWrite: (interactionId: string) => Promise<boolean>;
}

/** What every handler gets. It never sees Discord's transport. */
export interface Context extends HandlerServices {
  /** Without the links themselves: the caller's is in `self`, and who else may be shown is for `naming` to say. */
  accounts: Pick<Accounts, 'ownerOf' | 'unlink'>;
  platform: NamedReads;
  caller: { discordId: string } & CallingMember;
  /** The caller's own link, as far as this answer may show it. */
  self: Self;
  /** Of this caller. */
  tickets: Tickets;
  place: Place;
  /** A short reference of this interaction that is also in the log. */
  reference: string;
  /**
   * A private answer with the ways to link, which offers afterwards to take up what the caller did. Says why: never linked,
   * no longer accepted, or in words of the command's own.
   */
  askToLink: (why: 'none' | 'expired' | { text: string }) => Promise<Reply>;
  t: Translate;
}

type Need = 'account' | undefined;
/** `account` is there where `needs: 'account'` says so. */
type With<N extends Need> = N extends 'account' ? { account: Account } : unknown;

/** What a handler that needs an account gets. */
export type LinkedContext = Context & With<'account'>;

export interface ActionInput<A = undefined> {
  /** By name, where the action declares them. */
  args: A extends ArgRecord ? ArgValues<A> : readonly string[];
  /** What was chosen in a select. */
  values: readonly string[];
  /** What Discord tells of chosen roles and channels. */
  resolved: Pick<Resolved, 'roleIds' | 'channels'>;
  /** What was typed into a form, by input name. */
  fields: Readonly<Record<string, string>>;
  message: PressedMessage | undefined;
}

/** What `action` takes. */
interface PressSpec<N extends Need, A extends ArgRecord | undefined> {
  /** What its components carry. */
  args?: A;
  /** Whether others than the one the message was made for may press it. */
  press: 'caller' | 'anyone';
  /** `update`, unless told, changes the message that was pressed; `reply` sends a new one. */
  answers?: 'update' | 'reply';
  needs?: N;
  /** Acknowledged first, and run only when Discord took that. */
  writes?: boolean;
  run(context: Context & With<N> & ActionInput<A>): Promise<Reply>;
  /** Beneath a failure that may pass: keeps what was typed or chosen, and tries again with it. It has to do without the store. */
  retry?(input: Pick<Context, 't'> & ActionInput<A>): ActionButton | undefined;
}

/** Answers a press, a choice or a form. */
export type PressAction = PressSpec<Need, ArgRecord | undefined>;

/** Opens a form. It must be the first answer, so this does no I/O. */
export interface ModalAction {
  press: 'caller' | 'anyone';
  answers: 'modal';
  /** Callers without a usable account are asked to link instead; if the look-up fails, the form opens. */
  needs?: Need;
  /** Not every caller with an account gets the form: `admits` tells by what the component carries, and the others are answered. */
  guard?: {
    admits(account: Pick<Account, 'playerId'>, input: ActionInput): boolean;
    otherwise(context: LinkedContext & ActionInput): Promise<Reply>;
  };
  open(context: Pick<Context, 't'> & ActionInput): Modal;
}

type Action = PressAction | ModalAction;

/** What `defineCommand` takes. */
export interface CommandSpec<O extends OptionRecord, N extends Need> {
  /** Discord's name, the same in every language; its description is `commands.<name>.description` in the locale files. */
  name: string;
  /** `user`: on a user's menu; the target is the option `player`. */
  kind?: 'slash' | 'user';
  audience: Audience;
  /**
   * For servers where the bot is installed; its caller has these permissions, where any are named, unless an admin decides
   * otherwise. Discord alone checks that, and only where the command is typed: so no button runs such a command.
   */
  serverOnly?: { permissions?: bigint };
  needs?: N;
  /** Acknowledged first, and run only when Discord took that as the first: an interaction delivered twice writes once. */
  writes?: boolean;
  /** Neither it nor its presses are recorded as the caller being seen in a server. */
  traceless?: boolean;
  options?: O;
  run(context: Context & With<N> & { options: OptionValues<O> }): Promise<Reply>;
  actions?: Readonly<Record<string, Action>>;
  /** In a few words, what this call would do: the label of the button that takes it up after linking. */
  resumeLabel?(context: {
    options: OptionValues<O>;
    platform: Pick<NamedReads, 'tournament'>;
    t: Translate;
  }): Promise<string>;
}

type AnyCommand = CommandSpec<OptionRecord, Need>;

/** A command whose types have been checked at its definition; the dispatcher holds many of them. */
export type Command = AnyCommand &
  Required<Pick<AnyCommand, 'kind' | 'writes' | 'traceless' | 'options' | 'actions'>>;

/** Whether Discord guards this command by permissions. */
export const isGuarded = ({ serverOnly }: Pick<Command, 'serverOnly'>): boolean =>
  serverOnly?.permissions !== undefined;

/**
 * A command is plain data plus one function; the option record types the handler. The dispatcher parses with this very record
 * and finds the account where `needs` asks for it, so the handlers get what their types say; a list of commands cannot carry
 * each one's own types.
 */
export const defineCommand = <
  const O extends OptionRecord = Record<never, never>,
  const N extends Need = undefined,
>({
  options,
  ...spec
}: CommandSpec<O, N>): Command => ({
  kind: 'slash',
  writes: false,
  traceless: false,
  actions: {},
  options: options ?? {},
  ...spec,
});

/** Types an action's handler, likewise, by what the action needs and by the arguments that it declares. */
export const action = <const N extends Need = undefined, const A extends ArgRecord | undefined = undefined>(
  spec: PressSpec<N, A>,
): PressAction => spec;
