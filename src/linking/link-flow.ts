import { z } from 'zod';
import { storedObject } from '../store/schema.ts';
import type { Account } from '../accounts/accounts.ts';
import type { LinkRefusal } from './refusals.ts';

/** What the browser shows next. */
export type LinkStep =
  | Redirect
  | { go: 'confirm'; view: ConfirmView }
  | { go: 'done'; view: DoneView }
  | { go: 'code'; view: CodeView }
  | { go: 'refused'; refusal: LinkRefusal; reference: string; restart?: Restart };

/** `cookie`, `deviceCookie`: a new one for this browser, with a ticket and without: neither ends the other. */
export interface Redirect {
  go: 'redirect';
  url: string;
  cookie?: string;
  deviceCookie?: string;
  /** The member's, once the flow knows the member. */
  locale?: string;
}

/** Where "start again" leads, unless it is the flow of this browser's cookie. */
export type Restart = { way: 'device' } | { way: 'linked-role' } | { way: 'link'; ticket: string };

export interface CodeView {
  code: string;
  playerName: string;
  msLeft: number;
}

/** `moves`: the player's link to another Discord user ends. `replaces`: this user's link to another player ends. */
export type Notice = 'moves' | 'replaces';

/** The links that a new link ends. The answer returns the notices, so that a member accepts only what they saw. */
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
  /** The name of the command or button to resume in Discord. */
  resumeName?: string;
  /** The path at Discord where /link was typed. */
  discordPath: string;
}

/** The interaction to repeat after linking: a command with values as Discord sent them, or a press. */
export const Resume = z.union([
  z.object({
    command: z.string(),
    action: z.string(),
    /** The button's label. */
    label: z.string().optional(),
    args: z.array(z.string()).readonly(),
    values: z.array(z.string()).readonly(),
    fields: z.record(z.string(), z.string()).readonly(),
  }),
  z.object({
    command: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);
export type Resume = z.infer<typeof Resume>;

/** The label of the button, or the command. */
export const resumeName = (resume: Resume): string =>
  ('label' in resume ? resume.label : undefined) ?? `/${resume.command}`;

/** Who requested a link, and which message holds it. */
export const LinkRequest = storedObject({
  discordId: z.string(),
  /** For the private message that holds the link and becomes the welcome; valid for 15 minutes. */
  interactionToken: z.string().exactOptional(),
  /** That message, once it is sent: `@original` for the interaction's first answer, or a follow-up's id. */
  prompt: z.string().exactOptional(),
  locale: z.string(),
  resume: Resume.exactOptional(),
  /** Where /link was typed, so that the last page leads back there; without it, to Discord's home. */
  place: storedObject({ guildId: z.string().exactOptional(), channelId: z.string() }).exactOptional(),
  /** The server where it was typed, if the bot is in it. */
  serverId: z.string().exactOptional(),
});
export type LinkRequest = z.infer<typeof LinkRequest>;

export interface NewLink {
  request: LinkRequest;
  account: Account;
}

/**
 * Why a code is refused. `wrong`: mistyped, expired or spent, without saying which. `closed`: too many wrong codes from
 * this member, `closed-to-all`: from all members. `gone`: spent or expired since the question.
 */
export type CodeRefusal =
  | { outcome: 'refused'; refusal: 'wrong' | 'gone' }
  | { outcome: 'refused'; refusal: 'closed' | 'closed-to-all'; until: number };

/** What a member accepts before a code is spent. */
export interface CodeQuestion extends Consequences {
  /** The answer returns it. Sealed for this member, and useless to anyone else. */
  claim: string;
  playerId: string;
  playerName: string;
}

export interface QuestionOutcome {
  outcome: 'question';
  question: CodeQuestion;
}

export type CodeAnswer =
  | QuestionOutcome
  | CodeRefusal
  | { outcome: 'linked'; playerId: string; playerName: string };
