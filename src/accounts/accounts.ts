import type { MemberPlatform } from '../platform/platform.ts';
import type { Notice } from './link-flow.ts';

/** A Discord user whose platform account is known and usable. */
export interface Account {
  discordId: string;
  playerId: string;
  /** The name at the time of linking; the platform's records are newer. */
  playerName?: string;
  /** What this member does with their own token. */
  platform: MemberPlatform;
}

/** `expired`: linked once, but the platform no longer takes the tokens; the member has to go through /link again. */
export type AccountState =
  | { state: 'none' }
  | { state: 'expired'; playerId: string; playerName?: string }
  | { state: 'linked'; account: Account };

export interface Accounts {
  find(discordId: string): Promise<AccountState>;
  /** The Discord user to whom this player belongs, to name them: what another replica changed shows within 15 s. */
  ownerOf(playerId: string): Promise<string | undefined>;
  /** Forgets the link and its tokens; tells whether there was one. */
  unlink(discordId: string): Promise<boolean>;
}

/** A member's call found that the link no longer holds: tokens refused, or the account moved to another Discord user. */
export class LinkLostError extends Error {
  override readonly name = 'LinkLostError';
  readonly state: 'none' | 'expired';

  constructor(state: 'none' | 'expired', options?: ErrorOptions) {
    super(`the link is gone: ${state}`, options);
    this.state = state;
  }
}

/** What a member did before they were asked to link, to be taken up again: a command, with values as Discord sent them, or a press. */
export type Resume =
  | { command: string; options: Record<string, string | number | boolean> }
  | {
      command: string;
      action: string;
      /** Of the button, where there was one. */
      label?: string | undefined;
      args: readonly string[];
      values: readonly string[];
      fields: Readonly<Record<string, string>>;
    };

/** In a word or two, as people know it. */
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

/** What `linked` listeners hear once a link is stored. */
export interface LinkMade {
  request: LinkRequest;
  account: Account;
}

export interface Linking {
  /** Makes a ticket and gives the address that starts the flow; it works for 10 minutes, until the link is confirmed. */
  begin(request: LinkRequest): Promise<{
    url: string;
    expiresAt: number;
    /** Says which message holds the link. Never rejects: without it the link works, and the message stays as it is. */
    placed: (messageId: string) => Promise<void>;
  }>;
}

/**
 * Why a code led to no question, or a yes to no link. `wrong`: mistyped, too old or spent; nobody learns which.
 * `closed`: too many wrong ones of this member, `closed-to-all`: of all members. `gone`: spent or too old by now.
 */
export type CodeRefusal =
  | { outcome: 'refused'; refusal: 'wrong' | 'gone' }
  | { outcome: 'refused'; refusal: 'closed' | 'closed-to-all'; until: number };

/** What a member is asked before a code is spent. */
export interface CodeQuestion {
  /** Comes back with the answer. Sealed: in nobody else's hands is it worth anything. */
  claim: string;
  playerId: string;
  /** The name, or the id where the platform gives none. */
  playerName: string;
  /** What ends with this link. Comes back with the answer, so that nobody agrees to what was not shown. */
  notices: readonly Notice[];
  /** The player that this user is linked to now, where `notices` has `replaces`. */
  replacedName?: string;
}

interface CodeAsks {
  outcome: 'asks';
  question: CodeQuestion;
}

export type CodeAnswer = CodeAsks | CodeRefusal | { outcome: 'linked'; playerId: string; playerName: string };

/** Linking with a code that a browser on any device shows: the Discord side. */
export interface DeviceLinking {
  /** The page that leads to a code. It is the same for everybody and binds nothing. */
  pageUrl: string;
  /** Looks a typed code up, without spending it. A code that is none counts against the member. */
  check(discordId: string, typed: string): Promise<CodeAsks | CodeRefusal>;
  /** The yes to a question: spends the code and stores the link, once, whoever else holds the code. */
  confirm(discordId: string, answer: { claim: string; shown: readonly string[] }): Promise<CodeAnswer>;
}
