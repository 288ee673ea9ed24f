import { escapeMarkup } from '../words/plain.ts';
import { displayName } from './display-name.ts';
import { html, Html } from './html.ts';
import { layout, type PageContext } from './layout.ts';

interface CardTime {
  epochMs: number;
  precision: 'day' | 'second';
}

/** A tournament as a page shows it: plain text, except `markdown`. */
export interface CardView {
  id: string;
  title: string;
  /** Epoch milliseconds. */
  changedAt: number;
  isPostponed: boolean;
  isCanceled: boolean;
  isAhead: boolean;
  startsAt?: CardTime;
  endsAt?: CardTime;
  facts: readonly (readonly [name: string, text: string])[];
  description?: string;
  imageUrl?: string;
  websiteUrl?: string;
  /** As Discord markup. */
  markdown: string;
}

/** Discord's limit of the embed, escape sequences included. */
const EMBED_MAX_BYTES = 3000;
const BUTTON_URL_MAX = 512;
const ACCENT = 0x0f_76_6e;
const TYPES = { row: 1, button: 2, section: 9, text: 10, thumbnail: 11, container: 17 } as const;
const LINK_STYLE = 5;

interface CardPage {
  card: CardView;
  /** Of this page. */
  url: string;
}

/** Nothing in JSON may end its script element. */
const scriptText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The card that Discord shows for a link to this page. Source: Discord, "Component Embeds". */
function componentEmbed({ card, url }: CardPage, { t }: PageContext, withDetails: boolean): string {
  const title = `## [${escapeMarkup(card.title, 120)}](${url})`;
  const text = { type: TYPES.text, content: withDetails ? `${title}\n${card.markdown}` : title };
  const head =
    card.imageUrl === undefined
      ? text
      : {
          type: TYPES.section,
          components: [text],
          accessory: { type: TYPES.thumbnail, media: { url: card.imageUrl } },
        };
  const target =
    card.websiteUrl !== undefined && card.websiteUrl.length <= BUTTON_URL_MAX ? card.websiteUrl : url;
  const open = { type: TYPES.button, style: LINK_STYLE, label: t('cards.open'), url: target };
  const row = { type: TYPES.row, components: [open] };
  return scriptText({ component: { type: TYPES.container, accent_color: ACCENT, components: [head, row] } });
}

/** Inline, in the head of the page; `undefined` where it would be over the limit: then Discord reads the Open Graph tags. */
function embedScript(page: CardPage, context: PageContext): Html | undefined {
  const json = [true, false]
    .map((withDetails) => componentEmbed(page, context, withDetails))
    .find((one) => Buffer.byteLength(one) <= EMBED_MAX_BYTES);
  return json === undefined
    ? undefined
    : new Html(`<script id="discord:component-embed" type="application/json">${json}</script>`);
}

function openGraph({ card, url }: CardPage, { t, platformName }: PageContext): Html {
  const facts = card.facts.map(([name, text]) => `${name}: ${text}`);
  const description = [...facts, card.description].filter((part) => part !== undefined).join('\n');
  const tags: [string, string | undefined][] = [
    ['og:site_name', `${t('pages.brand')} · ${displayName(platformName)}`],
    ['og:type', 'website'],
    ['og:title', card.title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', card.imageUrl],
  ];
  return html`${tags.map(([property, content]) =>
      content === undefined ? undefined : html`<meta property="${property}" content="${content}" />`,
    )}<meta name="description" content="${description}" /><meta
      name="theme-color"
      content="#${ACCENT.toString(16).padStart(6, '0')}"
    /><meta name="twitter:card" content="summary" /><link rel="canonical" href="${url}" />`;
}

/** The page of one tournament, which becomes a card where its link is pasted. */
export function cardPage(page: CardPage, context: PageContext): string {
  const { card } = page;
  const { t, address, platformName } = context;
  return layout(context, {
    title: card.title,
    tone: 'event',
    head: html`${openGraph(page, context)}${embedScript(page, context)}`,
    content: html`
      <p class="lead">${t('cards.lead', { platform: platformName })}</p>
      <dl class="facts">
        ${card.facts.map(
          ([name, text]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><bdi>${text}</bdi></dd>
            </div>`,
        )}
      </dl>
      ${card.description === undefined ? undefined : html`<p><bdi>${card.description}</bdi></p>`}
      ${card.isAhead ? html`<p>${t('cards.how')}</p>` : undefined}
      <p class="ways">
        ${
          card.websiteUrl === undefined
            ? undefined
            : html`<a class="button" href="${card.websiteUrl}" rel="noopener">${t('cards.open')}</a>`
        }
        <a class="button quiet" href="${address('/calendar.ics')}">${t('cards.calendar')}</a>
      </p>
    `,
  });
}
