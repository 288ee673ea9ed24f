import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '../words/words.ts';
import { html, type HtmlValue } from './html.ts';
import { iconPath } from './icon.ts';
import { directionOf } from './language.ts';
import { stylesheetPath } from './stylesheet.ts';

export interface PageContext {
  /** In the reader's language. Variables are plain text; the page escapes the whole sentence. */
  t: Translate;
  platformName: string;
  /** A path of ours as browsers see it, with the path of PUBLIC_URL in front. */
  address: (path: string) => string;
  /** A path at Discord as a URL. */
  discord: (path: string) => string;
}

/** The context of the page that answers a request. */
export type ContextOf = (request: FastifyRequest) => PageContext;

interface Layout {
  title: string;
  /** Selects the mark at the top: a question, success, or failure. */
  tone: 'ask' | 'good' | 'stop' | 'event';
  /** More for the head of the page. */
  head?: HtmlValue;
  content: HtmlValue;
}

const MARKS = { ask: '⇄', good: '✓', stop: '!', event: '◆' } as const;

export function layout({ t, address }: PageContext, { title, tone, head, content }: Layout): string {
  return html`<!doctype html>
    <html lang="${t.locale}" dir="${directionOf(t.locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${t('pages.brand')}</title>
        <link rel="stylesheet" href="${address(stylesheetPath)}" />
        <link rel="icon" type="image/svg+xml" href="${address(iconPath)}" />
        ${head}
      </head>
      <body>
        <main class="card ${tone}">
          <p class="brand">
            <img src="${address(iconPath)}" width="24" height="24" alt="" />${t('pages.brand')}
          </p>
          <p class="mark" aria-hidden="true">${MARKS[tone]}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}

export const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).header('vary', 'accept-language').type('text/html; charset=utf-8').send(page);
