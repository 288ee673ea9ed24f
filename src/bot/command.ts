import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Linking } from '../linking/linking.ts';
import type { NamedReads, Platform } from '../platform/platform.ts';
import type { Translate } from '../words/words.ts';
import type { ArgRecord, ArgValues, Tickets } from '../message/custom-id.ts';
import type { Attachment } from './modal-inputs.ts';
import type { CallingMember, InteractionPlace, PressedMessage } from './interaction.ts';
import type { OptionRecord, OptionValues } from './options.ts';
import type { ResolvedData } from './payload.ts';
import type { Self } from './self.ts';
import type { ActionButton, Modal, Reply } from '../message/reply.ts';
import type { HandlerServices } from './handler-services.ts';

export type { CodeQuestion, CodeRefusal } from '../linking/link-flow.ts';

/** Who sees an answer: the channel, or only the caller (an ephemeral message). */
type Audience = 'public' | 'private';

/** Services of the dispatcher: those of the handlers, and its own. */
export interface Services extends HandlerServices {
  commands: readonly Command[];
  accounts: Accounts;
  platform: Platform;
  linking: Pick<Linking, 'begin'>;
  /** The tickets of one member. */
  ticketsOf: (discordId: string) => Tickets;
  /** Claims an interaction's write: `true` for one caller in all processes. */
  claimWrite: (interactionId: string) => Promise<boolean>;
}

/** What every handler gets. It never sees Discord's transport. */
export interface BotContext extends HandlerServices {
  commands: readonly Command[];
  /** Without reading links: the caller's is in `self`, and `naming` decides which others may be shown. */
  accounts: Pick<Accounts, 'nameOf' | 'memberOf' | 'unlink'>;
  platform: NamedReads;
  caller: { discordId: string; name: string } & CallingMember;
  /** The caller's own link, if this answer may show it. */
  self: Self;
  /** The caller's. */
  tickets: Tickets;
  place: InteractionPlace;
  /** Whether a command was typed. What a press carries was there when its message was sent. */
  isTyped: boolean;
  /** A short reference of this interaction that is also in the log. */
  reference: string;
  /**
   * A private answer with the ways to link, which afterwards offers to resume what the caller did. `why`: never linked, no
   * longer accepted, or the command's own sentence.
   */
  askToLink: (why: 'none' | 'expired' | { text: string }) => Promise<Reply>;
  /** In the language of those who see the answer: the caller's if it is private, the server's if its channel sees it. */
  t: Translate;
  /** In the caller's language: for what only they see beside a public answer, such as a refusal. */
  callerT: Translate;
}

type Need = 'account' | undefined;
/** `account` is present with `needs: 'account'`. */
type With<N extends Need> = N extends 'account' ? { account: Account } : unknown;

/** What a handler that needs an account gets. */
export type BotLinkedContext = BotContext & With<'account'>;

/** The inputs of a form by name. `text`: a text or a choice; `files`: files, which a retry does not store. */
export type FieldRecord = Readonly<Record<string, 'text' | 'files'>>;

/** What a form sent. An input that was left out is empty. */
type FieldValues<F extends FieldRecord> = {
  readonly [K in keyof F]: F[K] extends 'files' ? readonly Attachment[] : string;
};

/** Without arguments, or without a form. */
export type None = Readonly<Record<never, never>>;

export interface ActionInput<A extends ArgRecord = None, F extends FieldRecord = None> {
  /** Those that the action declares. */
  args: ArgValues<A>;
  /** The choices in a select. */
  values: readonly string[];
  /** Discord's data on the chosen roles and channels. */
  resolved: Pick<ResolvedData, 'roles' | 'channels'>;
  /** Those that the action declares. */
  fields: FieldValues<F>;
  message: PressedMessage | undefined;
}

/** What `action` takes. */
interface PressSpec<S, N extends Need, A extends ArgRecord, F extends FieldRecord> {
  /** The arguments that its components carry. */
  args?: A;
  /** The inputs of the form that it answers. */
  fields?: F;
  /** Whether members other than the one who was answered may press it. */
  press: 'caller' | 'anyone';
  /** `update`, the default, changes the message that was pressed; `reply` sends a new one. */
  answers?: 'update' | 'reply';
  needs?: N;
  /** Acknowledged first, and run only if Discord accepts that. */
  writes?: boolean;
  run(context: BotContext & S & With<N> & ActionInput<A, F>): Promise<Reply>;
  /** Beneath a failure that may pass: keeps what was typed or chosen, and tries again with it. It has to do without the store. */
  retry?(input: Pick<BotContext, 't'> & ActionInput<A, F>): ActionButton | undefined;
}

/** Answers a press, a choice or a form. */
export type PressAction = PressSpec<unknown, Need, ArgRecord, FieldRecord>;

/** What `form` takes. */
interface FormSpec<S, A extends ArgRecord> {
  /** The arguments of its components, or of the choice in a select whose values are the form's own custom ids. */
  args?: A;
  press: 'caller' | 'anyone';
  /** Callers without a usable account are asked to link instead. */
  needs?: Need;
  /**
   * Not every caller with an account gets the form: the others are answered. `admits` may read the store, but not the platform.
   * If it and the account look-up fail, or take too long, the form opens: what it sends has to be checked again.
   */
  guard?: {
    admits(context: BotLinkedContext & S & ActionInput<A>): boolean | Promise<boolean>;
    otherwise(context: BotLinkedContext & S & ActionInput<A>): Promise<Reply>;
    /** Throws for callers whom linking would not let in either, before they are asked to link. */
    beforeLinking?(context: BotContext & S & ActionInput<A>): Promise<void>;
  };
  /** What the form opens with from the store, unless that takes too long. */
  fill?(context: BotLinkedContext & S & ActionInput<A>): Promise<Filled | undefined>;
  /** `filled`: what `fill` found. */
  open(context: Pick<BotContext, 't'> & ActionInput<A> & { filled?: Filled | undefined }): Modal;
}

/** What a form is filled with, by the names that it gives. */
export type Filled = Readonly<Record<string, string>>;

/** Opens a form. It must be the first answer, so `open` does no I/O, and `fill` has half a second. */
export type ModalAction = FormSpec<unknown, ArgRecord> & { answers: 'modal' };

type Action = PressAction | ModalAction;

/** What `defineCommand` takes. */
interface CommandSpec<S, O extends OptionRecord, N extends Need> {
  /** Discord's name, the same in every language; its description is `commands.<name>.description` in the locale files. */
  name: string;
  /** `user`: on a user's menu; the target is the option `player`. */
  kind?: 'slash' | 'user';
  audience: Audience;
  /**
   * Only in servers where the bot is installed, and only for callers with these permissions, unless an admin overrides them.
   * Discord checks that, and only when the command is typed: so no button runs a command with permissions.
   */
  serverOnly?: { permissions?: bigint };
  needs?: N;
  /** Acknowledged first, and run only if Discord accepts that as the first: an interaction delivered twice writes once. */
  writes?: boolean;
  /** Neither the command nor its presses record that the caller was seen in a server. */
  traceless?: boolean;
  options?: O;
  run(context: BotContext & S & With<N> & { options: OptionValues<O> }): Promise<Reply>;
  actions?: Readonly<Record<string, Action>>;
  /** In a few words, what this call would do: the label of the button that resumes it after linking. */
  resumeLabel?(context: {
    options: OptionValues<O>;
    platform: Pick<NamedReads, 'tournament'>;
    t: Translate;
  }): Promise<string>;
}

type AnyCommand = CommandSpec<unknown, OptionRecord, Need>;

/** A command whose types were checked at its definition, for lists of commands. */
export type Command = AnyCommand &
  Required<Pick<AnyCommand, 'kind' | 'writes' | 'traceless' | 'options' | 'actions'>>;

declare const rooms: unique symbol;

/** A command whose handlers also get the services `S`, of rooms that the dispatcher does not know. */
export type CommandFor<S> = Command & { readonly [rooms]?: (services: S) => void };

/** Whether Discord checks permissions for this command. */
export const isGuarded = ({ serverOnly }: Pick<Command, 'serverOnly'>): boolean =>
  serverOnly?.permissions !== undefined;

/** How commands are defined whose handlers also get the services `S`. */
export const definers = <S>() => ({
  /**
   * A command is plain data plus one function; the option record types the handler. The dispatcher parses with this very record
   * and looks up the account if `needs` requires it, so the handlers get what their types promise; a list of commands cannot
   * express each one's own types.
   */
  defineCommand: <const O extends OptionRecord = Record<never, never>, const N extends Need = undefined>({
    options,
    ...spec
  }: CommandSpec<S, O, N>): CommandFor<S> => ({
    kind: 'slash',
    writes: false,
    traceless: false,
    actions: {},
    options: options ?? {},
    ...spec,
  }),

  /** Types an action's handler by what the action needs, and by the arguments and inputs that it declares. */
  action: <
    const N extends Need = undefined,
    const A extends ArgRecord = None,
    const F extends FieldRecord = None,
  >(
    spec: PressSpec<S, N, A, F>,
  ): PressAction => spec,

  /** Types a form by the arguments that it declares. */
  form: <const A extends ArgRecord = None>(spec: FormSpec<S, A>): ModalAction => ({
    answers: 'modal',
    ...spec,
  }),
});

export const { action, defineCommand, form } = definers<unknown>();
