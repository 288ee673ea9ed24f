/** Why a step of linking stopped. The log gets the reason; `web/refusal-words.ts` says what people read of it. */
export type Refusal =
  // What came is not what our pages or Discord's and the platform's redirects send.
  | 'malformed'
  // The address that /link gave.
  | 'ticket-missing'
  | 'ticket-unknown'
  | 'ticket-expired'
  | 'ticket-used'
  // The browser: phones switch between apps, and a cookie stays behind.
  | 'cookie-lost'
  | 'flow-lost'
  /** Three codes of it were refused. */
  | 'flow-over'
  | 'state-missing'
  | 'state-mismatch'
  | 'step-skipped'
  // Discord.
  | 'wrong-discord-user'
  | 'denied-at-discord'
  | 'refused-by-discord'
  | 'code-refused-by-discord'
  | 'discord-unreachable'
  // The platform.
  | 'denied-at-platform'
  | 'refused-by-platform'
  | 'code-refused-by-platform'
  | 'account-unreadable'
  | 'platform-unreachable'
  // The confirmation.
  | 'bad-csrf'
  | 'foreign-origin'
  // The code for Discord, on the page that showed it.
  | 'code-expired'
  | 'code-spent'
  // Ours.
  | 'too-many-exchanges'
  | 'store-unreachable';

/** Leaves a step of the flow; never leaves this folder. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal, options);
    this.refusal = refusal;
  }
}
