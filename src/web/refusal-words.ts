import type { Refusal } from '../accounts/refusals.ts';

/** What the server itself refuses, before or instead of a step of linking. */
export type WebFault = 'not-found' | 'bad-request' | 'too-large' | 'wrong-content-type' | 'fault';

/**
 * A way on. `discord`: back to Discord, where /link gives a new address. `restart`: the flow of this browser begins
 * again. `review`: the page with the button.
 */
export type Way = 'discord' | 'restart' | 'review';

interface RefusalPage {
  status: number;
  /** Under `pages.refusals`: a `title`, what happened (`text`), and what to do (`next`). */
  words: string;
  ways: readonly Way[];
}

const page = <const Words extends string>(status: number, words: Words, ...ways: Way[]) => ({
  status,
  words,
  ways,
});

/**
 * Every reason with its page. Pages tell what helps the member, and never which check it was that failed. Refusals are
 * 4xx; an outage of Discord, the platform or the store is 502 or 503.
 */
export const refusalPages = {
  malformed: page(400, 'broken', 'discord'),
  'ticket-missing': page(400, 'broken', 'discord'),
  'ticket-unknown': page(404, 'unknown', 'discord'),
  'ticket-expired': page(410, 'expired', 'discord'),
  'ticket-used': page(410, 'used', 'discord'),

  'cookie-lost': page(400, 'cookie', 'discord'),
  'flow-lost': page(400, 'lost', 'discord'),
  'state-missing': page(400, 'lost', 'restart', 'discord'),
  'state-mismatch': page(400, 'lost', 'restart', 'discord'),
  'step-skipped': page(400, 'lost', 'restart', 'discord'),

  // Leads away: this may be the victim of a forwarded link, and "start again" would be the sender's link once more.
  'wrong-discord-user': page(403, 'otherUser', 'discord'),
  'denied-at-discord': page(403, 'deniedAtDiscord', 'restart', 'discord'),
  'refused-by-discord': page(400, 'discordRefused', 'restart', 'discord'),
  'code-refused-by-discord': page(400, 'discordRefused', 'restart', 'discord'),
  'discord-unreachable': page(502, 'discordDown', 'restart'),

  'denied-at-platform': page(403, 'deniedAtPlatform', 'restart', 'discord'),
  'refused-by-platform': page(400, 'platformRefused', 'restart', 'discord'),
  'code-refused-by-platform': page(400, 'platformRefused', 'restart', 'discord'),
  'account-unreadable': page(403, 'accountUnreadable', 'restart', 'discord'),
  'platform-unreachable': page(502, 'platformDown', 'restart'),

  'bad-csrf': page(403, 'notOurForm', 'review'),
  'foreign-origin': page(403, 'notOurForm', 'review'),
  'store-unreachable': page(503, 'storeDown', 'restart'),

  'not-found': page(404, 'notFound', 'discord'),
  'bad-request': page(400, 'broken', 'discord'),
  'too-large': page(413, 'broken', 'discord'),
  'wrong-content-type': page(415, 'broken', 'discord'),
  fault: page(500, 'fault', 'discord'),
} satisfies Record<Refusal | WebFault, RefusalPage>;
