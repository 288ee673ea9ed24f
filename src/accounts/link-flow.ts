import type { Account } from './accounts.ts';
import type { Refusal } from './refusals.ts';

/** What the browser gets to see next. */
export type LinkStep =
  | Redirect
  | { go: 'confirm'; view: ConfirmView }
  | { go: 'done'; view: DoneView }
  | { go: 'code'; view: CodeView }
  | { go: 'refused'; refusal: Refusal; restart?: Restart };

/** `cookie`, `deviceCookie`: a new one for this browser. Each way has its own, so that neither ends the other. */
export interface Redirect {
  go: 'redirect';
  url: string;
  cookie?: string;
  deviceCookie?: string;
}

/** Where "start again" leads, where it is not to the flow of this browser's cookie. */
export type Restart = { way: 'device' } | { way: 'link'; ticket: string };

export interface CodeView {
  code: string;
  playerName: string;
  msLeft: number;
}

/** `moves`: the player's link to another Discord user ends. `replaces`: this user's link to another player ends. */
export type Notice = 'moves' | 'replaces';

/** What ends with a link. The answer brings it back, so that nobody agrees to what was not shown. */
export interface Consequences {
  notices: readonly Notice[];
  /** The player that this user is linked to now, where `notices` has `replaces`. */
  replacedName?: string;
}

export interface ConfirmView extends Consequences {
  discordName: string;
  /** The player's name, or the id where the platform gives none. */
  playerName: string;
  csrf: string;
}

export interface DoneView {
  discordName: string;
  playerName: string;
  /** What waits in Discord, as people know it. */
  resumeName?: string;
  /** The path at Discord where /link was typed. */
  discordPath: string;
}

/** What a member did before they had to link, to be repeated then: a command with values as Discord sent them, or a press. */
export type Resume =
  | { command: string; options: Record<string, string | number | boolean> }
  | {
      command: string;
      action: string;
      /** The button's. */
      label?: string | undefined;
      args: readonly string[];
      values: readonly string[];
      fields: Readonly<Record<string, string>>;
    };

/** What people call it. */
export const resumeName = (resume: Resume): string =>
  ('label' in resume ? resume.label : undefined) ?? `/${resume.command}`;

/** Who asked for a link, and where the answer to it stands. */
export interface LinkRequest {
  discordId: string;
  /** Of the private message that holds the link and will turn into the welcome; lives 15 minutes. */
  interactionToken?: string;
  /** That message, once it is there: the interaction's original answer, or a follow-up's id. */
  prompt?: string;
  locale: string;
  resume?: Resume;
  /** Where /link was typed, so that the last page leads back there; without it, to Discord's start. */
  place?: { guildId?: string; channelId: string };
}

export interface LinkMade {
  request: LinkRequest;
  account: Account;
}

/**
 * Why a code led to no question, or a yes to no link. `wrong`: mistyped, too old or spent; nobody learns which.
 * `closed`: too many wrong ones of this member, `closed-to-all`: of all members. `gone`: spent or too old by now.
 */
export type CodeRefusal =
  | { outcome: 'refused'; refusal: 'wrong' | 'gone' }
  | { outcome: 'refused'; refusal: 'closed' | 'closed-to-all'; until: number };

/** What a member is asked before a code is spent. */
export interface CodeQuestion extends Consequences {
  /** Comes back with the answer. Sealed for this member, and worth nothing to anybody else. */
  claim: string;
  playerId: string;
  playerName: string;
}

export interface CodeAsks {
  outcome: 'asks';
  question: CodeQuestion;
}

export type CodeAnswer = CodeAsks | CodeRefusal | { outcome: 'linked'; playerId: string; playerName: string };
