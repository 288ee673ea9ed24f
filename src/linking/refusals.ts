import type { IdentityError } from './ports.ts';

/** Why a step of linking stopped. The log and the metrics get the reason; `web/refusal-page.ts` has the page for people. */
export const LINK_REFUSALS = [
  // Input that neither our pages nor the redirects send.
  'malformed',
  // The address that /link gave.
  'ticket-missing',
  'ticket-unknown',
  'ticket-expired',
  'ticket-used',
  // The browser: phones switch between apps, and the cookie is lost.
  'cookie-lost',
  'flow-lost',
  /** Three codes of this ticket were refused. */
  'flow-over',
  'state-missing',
  'state-mismatch',
  /** It came with another code before. */
  'state-spent',
  'issuer-mismatch',
  'step-skipped',
  // Discord.
  'wrong-discord-user',
  'denied-at-discord',
  'refused-by-discord',
  'code-refused-by-discord',
  'discord-unreachable',
  'client-refused-by-discord',
  // The platform.
  'denied-at-platform',
  'refused-by-platform',
  /** What its consent page is asked for: the scope, the client, an extra. */
  'request-refused-by-platform',
  'code-refused-by-platform',
  'account-unreadable',
  'platform-unreachable',
  'client-refused-by-platform',
  // The confirmation.
  'bad-csrf',
  'foreign-origin',
  // The code for Discord, on the page that showed it.
  'code-expired',
  'code-spent',
  // Ours.
  'too-many-exchanges',
  'store-unreachable',
  /** A record of this member, or of this player. */
  'record-unreadable',
] as const;

export type LinkRefusal = (typeof LINK_REFUSALS)[number];

/** A short reference of a refusal, on its page and in its line of the log. */
export const createReference = (random: (size: number) => Buffer): string =>
  BigInt(`0x${random(5).toString('hex')}`)
    .toString(36)
    .padStart(REFERENCE_LENGTH, '0')
    .slice(-REFERENCE_LENGTH)
    .toUpperCase();

const REFERENCE_LENGTH = 7;

/** Whether a text has the form of a reference: anyone may type an address. */
export const isReference = (text: string): boolean => /^[0-9A-Z]{7}$/.test(text);

/** What a failure of Discord's means for the browser. */
export const IDENTITY_REFUSALS = {
  refused: 'code-refused-by-discord',
  client: 'client-refused-by-discord',
  unavailable: 'discord-unreachable',
} as const satisfies Record<IdentityError['kind'], LinkRefusal>;

interface RefusalOptions extends ErrorOptions {
  /** The error in the redirect: one that RFC 6749 section 4.1.2.1 names, or `other`. */
  oauthError?: string;
  /** The settings that decide what was refused. */
  settings?: readonly string[];
}

/** Ends a step of the flow; `record-refusal.ts` makes a line of the log and a page of it. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: LinkRefusal;
  readonly oauthError: RefusalOptions['oauthError'];
  readonly settings: RefusalOptions['settings'];

  constructor(refusal: LinkRefusal, { oauthError, settings, ...options }: RefusalOptions = {}) {
    super(refusal, options);
    this.refusal = refusal;
    this.oauthError = oauthError;
    this.settings = settings;
  }
}
