import type { Restart } from '../linking/link-flow.ts';
import type { LinkRefusal } from '../linking/refusals.ts';
import { html } from './html.ts';
import { layout, type PageContext } from './layout.ts';

/** Errors of the server itself, outside the linking flow. */
export type WebFault =
  | 'not-found'
  | 'bad-request'
  | 'too-large'
  | 'wrong-content-type'
  | 'too-many'
  | 'tournament-unknown'
  | 'list-unreachable'
  | 'fault';

/**
 * A link on the page. `discord`: back to Discord, where /link gives a new address. `restart`: restarts the flow of this
 * browser. `review`: the confirmation page. `device`: linking with a code, which needs nothing that was lost.
 */
type Way = 'discord' | 'restart' | 'review' | 'device';

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
 * The page of every reason. Pages say what the member can do, never which check failed. Refusals are 4xx; an outage of
 * Discord, the platform or the store is 502 or 503.
 */
export const refusalPages = {
  malformed: page(400, 'broken', 'discord'),
  'ticket-missing': page(400, 'broken', 'discord'),
  'ticket-unknown': page(404, 'unknown', 'discord'),
  'ticket-expired': page(410, 'expired', 'discord'),
  'ticket-used': page(410, 'used', 'discord'),

  // Without the cookie there is no ticket, and a redirect URL must not contain one: only linking with a code can start here.
  'cookie-lost': page(400, 'cookie', 'restart', 'device', 'discord'),
  'flow-lost': page(400, 'gone', 'device', 'discord'),
  'flow-over': page(400, 'gone', 'device', 'discord'),
  'state-missing': page(400, 'lost', 'restart', 'device', 'discord'),
  'state-mismatch': page(400, 'lost', 'restart', 'device', 'discord'),
  'state-spent': page(400, 'lost', 'restart', 'device', 'discord'),
  'issuer-mismatch': page(400, 'lost', 'restart', 'device', 'discord'),
  'step-skipped': page(400, 'lost', 'restart', 'device', 'discord'),

  // Offers no way to link: this may be the victim of a forwarded link. "Start again" would continue the sender's link, and a
  // code is what the sender would ask for next.
  'wrong-discord-user': page(403, 'otherUser', 'discord'),
  'denied-at-discord': page(403, 'deniedAtDiscord', 'restart', 'discord'),
  'refused-by-discord': page(400, 'discordRefused', 'restart', 'device', 'discord'),
  'code-refused-by-discord': page(400, 'discordRefused', 'restart', 'device', 'discord'),
  'discord-unreachable': page(502, 'discordDown', 'restart'),
  // No restart: it would end here every time.
  'client-refused-by-discord': page(500, 'setup', 'discord'),

  'denied-at-platform': page(403, 'deniedAtPlatform', 'restart', 'discord'),
  'refused-by-platform': page(400, 'platformRefused', 'restart', 'discord'),
  'request-refused-by-platform': page(500, 'setup', 'discord'),
  'code-refused-by-platform': page(400, 'platformRefused', 'restart', 'discord'),
  'account-unreadable': page(403, 'accountUnreadable', 'restart', 'discord'),
  'platform-unreachable': page(502, 'platformDown', 'restart'),
  'client-refused-by-platform': page(500, 'setup', 'discord'),

  'code-expired': page(410, 'codeExpired', 'device', 'discord'),
  'code-spent': page(410, 'codeSpent', 'discord', 'device'),

  'bad-csrf': page(403, 'notOurForm', 'review'),
  'foreign-origin': page(403, 'notOurForm', 'review'),
  // No restart: it would only add a request.
  'too-many-exchanges': page(429, 'busy', 'discord'),
  'store-unreachable': page(503, 'storeDown', 'restart'),
  'record-unreadable': page(500, 'unreadable', 'discord'),

  'not-found': page(404, 'notFound', 'discord'),
  'bad-request': page(400, 'broken', 'discord'),
  'too-large': page(413, 'broken', 'discord'),
  'wrong-content-type': page(415, 'broken', 'discord'),
  // No restart: it would only add a request.
  'too-many': page(429, 'tooMany', 'discord'),
  'tournament-unknown': page(404, 'noTournament', 'discord'),
  'list-unreachable': page(503, 'noList', 'discord'),
  fault: page(500, 'fault', 'discord'),
} satisfies Record<LinkRefusal | WebFault, RefusalPage>;

export const isRefusal = (text: string): text is LinkRefusal | WebFault => Object.hasOwn(refusalPages, text);

/** `reference`: of the log's line about this refusal. */
export interface RefusalDetails {
  restart?: Restart | undefined;
  reference?: string | undefined;
}

export function refusalPage(
  context: PageContext,
  refusal: LinkRefusal | WebFault,
  { restart, reference }: RefusalDetails = {},
): { status: number; body: string } {
  const { t, address, platformName: platform } = context;
  const { status, words, ways: all } = refusalPages[refusal];
  const ways = all.filter((way) => {
    // Without the cookie only a ticket can restart the flow.
    if (way === 'restart') return refusal !== 'cookie-lost' || restart !== undefined;
    if (way !== 'device') return true;
    // A code leads to no linked role. On the device flow, "start again" already leads to a new code.
    return restart?.way !== 'linked-role' && !(restart?.way === 'device' && all.includes('restart'));
  });
  const say = (part: 'title' | 'text' | 'next') => t(`pages.refusals.${words}.${part}`, { platform });

  const target = (way: Way): string => {
    switch (way) {
      case 'discord':
        return context.discord('/channels/@me');
      case 'restart':
        return restartAddress(address, restart);
      case 'device':
        return address('/link/device');
      case 'review':
        return address('/link/confirm');
    }
  };
  const body = layout(context, {
    title: say('title'),
    tone: 'stop',
    content: html`
      <p class="lead">${say('text')}</p>
      <p>${say('next')}</p>
      <p class="ways">
        ${ways.map((way, i) => html`<a class="button${i > 0 ? ' quiet' : ''}" href="${target(way)}">${t(`pages.ways.${way}`)}</a>`)}
      </p>
      ${reference === undefined ? '' : html`<p class="small">${t('pages.reference', { reference })}</p>`}
    `,
  });
  return { status, body };
}

function restartAddress(address: PageContext['address'], restart: Restart | undefined): string {
  if (restart?.way === 'device') return address('/link/device/start');
  if (restart?.way === 'linked-role') return address('/linked-role');
  const start = address('/link/start');
  return restart === undefined ? start : `${start}?t=${encodeURIComponent(restart.ticket)}`;
}
