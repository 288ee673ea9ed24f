import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { layout, sendPage, type ContextOf, type PageContext } from './layout.ts';

/** The operator's pages: `privacyUrl` and `termsUrl` in place of ours, `supportUrl` for questions. */
export interface OwnPages {
  privacyUrl?: URL | undefined;
  termsUrl?: URL | undefined;
  supportUrl?: URL | undefined;
}

/** The sections of the privacy page (`pages.privacy` of the words), in their order. */
export const PRIVACY_SECTIONS = [
  'operator',
  'kept',
  'results',
  'roles',
  'linkedRoles',
  'messages',
  'where',
  'shown',
  'howLong',
  'departures',
  'backups',
  'cookies',
  'log',
  'rights',
] as const;

const SECTIONS = {
  privacy: PRIVACY_SECTIONS,
  terms: ['use', 'account', 'results', 'end'],
} as const;

/** `/privacy` and `/terms`: true of every bot that runs this program; an operator may link to their own pages instead. */
export function privacyRoutes(
  app: FastifyInstance,
  { privacyUrl, termsUrl, supportUrl }: OwnPages,
  contextOf: ContextOf,
): void {
  const own = { privacy: privacyUrl, terms: termsUrl };
  for (const page of ['privacy', 'terms'] as const) {
    app.get(`/${page}`, (request, reply) => {
      const ownUrl = own[page];
      if (ownUrl !== undefined) return reply.redirect(ownUrl.href, 302);
      return sendPage(reply, textPage(contextOf(request), page, supportUrl));
    });
  }
}

function textPage(context: PageContext, page: keyof typeof SECTIONS, supportUrl: URL | undefined): string {
  const { t, platformName: platform } = context;
  const paragraphs =
    page === 'privacy'
      ? SECTIONS.privacy.map((section) => t(`pages.privacy.${section}`, { platform }))
      : SECTIONS.terms.map((section) => t(`pages.terms.${section}`, { platform }));
  const contact =
    supportUrl === undefined
      ? html`<p>${t('pages.contact.server')}</p>`
      : html`<p>${t('pages.contact.questions')} <a href="${supportUrl.href}">${supportUrl.host}</a></p>`;
  return layout(context, {
    title: t(`pages.${page}.title`),
    tone: 'ask',
    content: html`${paragraphs.map((text) => html`<p>${text}</p>`)}${contact}`,
  });
}
