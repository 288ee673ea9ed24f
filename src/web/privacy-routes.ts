import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { layout, sendPage, type PageContext } from './layout.ts';

/** Pages of whoever runs the bot, which stand in for ours. */
export interface OwnPages {
  privacyUrl?: URL | undefined;
  termsUrl?: URL | undefined;
}

const PARTS = {
  privacy: ['kept', 'where', 'shown', 'howLong', 'rights'],
  terms: ['use', 'account', 'results', 'end'],
} as const;

/** `/privacy` and `/terms`, for everybody: true of every bot that runs this program, unless its operator says more. */
export function privacyRoutes(
  app: FastifyInstance,
  { privacyUrl, termsUrl }: OwnPages,
  context: PageContext,
): void {
  const own = { privacy: privacyUrl, terms: termsUrl };
  for (const page of ['privacy', 'terms'] as const) {
    app.get(`/${page}`, (_request, reply) => {
      const elsewhere = own[page];
      if (elsewhere !== undefined) return reply.redirect(elsewhere.href, 302);
      return sendPage(reply, textPage(context, page));
    });
  }
}

function textPage(context: PageContext, page: keyof typeof PARTS): string {
  const { t, platformName: platform } = context;
  const paragraphs =
    page === 'privacy'
      ? PARTS.privacy.map((part) => t(`pages.privacy.${part}`, { platform }))
      : PARTS.terms.map((part) => t(`pages.terms.${part}`, { platform }));
  return layout(context, {
    title: t(`pages.${page}.title`),
    tone: 'ask',
    content: html`${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  });
}
