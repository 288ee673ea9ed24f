import { html, type HtmlValue } from './html.ts';
import { iconPath } from './icon.ts';
import type { PageContext } from './page-words.ts';
import { stylesheetPath } from './stylesheet.ts';

interface Layout {
  title: string;
  /** Sets the mark on top: a question, a success, or a stop. */
  tone: 'ask' | 'good' | 'stop';
  content: HtmlValue;
}

const MARKS = { ask: '⇄', good: '✓', stop: '!' } as const;

export function layout({ lang, t, address }: PageContext, { title, tone, content }: Layout): string {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${t('pages.brand')}</title>
        <link rel="stylesheet" href="${address(stylesheetPath)}" />
        <link rel="icon" type="image/svg+xml" href="${address(iconPath)}" />
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
