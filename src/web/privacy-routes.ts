import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { layout, sendPage, type PageContext } from './layout.ts';

/** The operator's pages, in place of ours. */
export interface OwnPages {
  privacyUrl?: URL | undefined;
  termsUrl?: URL | undefined;
}

const SECTIONS = {
  privacy: ['kept', 'where', 'shown', 'howLong', 'rights'],
  terms: ['use', 'account', 'results', 'end'],
} as const;

/** `/privacy` and `/terms`: true of every bot that runs this program; an operator may link to their own pages instead. */
export function privacyRoutes(
  app: FastifyInstance,
  { privacyUrl, termsUrl }: OwnPages,
  context: PageContext,
): void {
  const own = { privacy: privacyUrl, terms: termsUrl };
  for (const page of ['privacy', 'terms'] as const) {
    app.get(`/${page}`, (_request, reply) => {
      const ownUrl = own[page];
      if (ownUrl !== undefined) return reply.redirect(ownUrl.href, 302);
      return sendPage(reply, textPage(context, page));
    });
  }
}

function textPage(context: PageContext, page: keyof typeof SECTIONS): string {
  const { t, platformName: platform } = context;
  const paragraphs =
    page === 'privacy'
      ? SECTIONS.privacy.map((section) => t(`pages.privacy.${section}`, { platform }))
      : SECTIONS.terms.map((section) => t(`pages.terms.${section}`, { platform }));
  return layout(context, {
    title: t(`pages.${page}.title`),
    tone: 'ask',
    content: html`${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  });
}
