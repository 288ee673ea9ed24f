import type { Restart } from '../accounts/link-flow.ts';
import type { Refusal } from '../accounts/refusals.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { PageContext } from './page-words.ts';
import { refusalPages, type Way, type WebFault } from './refusal-words.ts';

export function refusalPage(
  context: PageContext,
  refusal: Refusal | WebFault,
  restart?: Restart,
): { status: number; body: string } {
  const { t, address, platformName: platform } = context;
  const { status, words, ways: all } = refusalPages[refusal];
  // Starting again is the way with a code already.
  const ways = all.filter((way) => {
    // Without the cookie there is nothing to start again from, unless the ticket was found another way.
    if (way === 'restart') return refusal !== 'cookie-lost' || restart !== undefined;
    return way !== 'device' || restart?.way !== 'device' || !all.some((other) => other === 'restart');
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
    `,
  });
  return { status, body };
}

function restartAddress(address: PageContext['address'], restart: Restart | undefined): string {
  if (restart?.way === 'device') return address('/link/device/start');
  const start = address('/link/start');
  return restart === undefined ? start : `${start}?t=${encodeURIComponent(restart.ticket)}`;
}
