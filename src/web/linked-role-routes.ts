import fastifyCookie from '@fastify/cookie';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { derive, equals, isSecret, SECRET_BYTES } from '../linking/flow-secrets.ts';
import { DISCORD, refusalOf } from '../linking/code-exchange.ts';
import { parseGrant } from '../linking/oauth.ts';
import { publicAddress } from '../linking/public-url.ts';
import type { createRefusalRecord } from '../linking/record-refusal.ts';
import type { LinkRefusal } from '../linking/refusals.ts';
import type { LinkedRoles } from '../roles/linked/linked-roles.ts';
import { html } from './html.ts';
import { layout, sendPage, type ContextOf, type PageContext } from './layout.ts';
import { linkCookies } from './link-cookie.ts';
import type { RefusalDetails } from './refusal-page.ts';

/** Where Discord sends the browser back: an address that linking has registered already. */
const DISCORD_CALLBACK = '/link/discord';

/** The part of Linked Roles that pages use. */
export type LinkedRolePages = Pick<LinkedRoles, 'authorizeUrl' | 'finish'>;
type Result = Awaited<ReturnType<LinkedRolePages['finish']>>;

interface LinkedRoleDeps {
  linkedRoles: LinkedRolePages;
  publicUrl: URL;
  contextOf: ContextOf;
  recordRefusal: ReturnType<typeof createRefusalRecord>;
  /** Leads to the page of a refusal. */
  refuse: (reply: FastifyReply, refusal: LinkRefusal, details: RefusalDetails) => FastifyReply;
}

const stateOf = (cookie: string): string => derive(cookie, 'linked-role-state');

/** Whether a callback belongs to this flow, by the cookie of its browser. */
export const isLinkedRoleCallback = (cookie: string | undefined, state: unknown): cookie is string =>
  isSecret(cookie) && typeof state === 'string' && equals(state, stateOf(cookie));

function resultPage(context: PageContext, result: Result): string {
  const { t, discord, address } = context;
  return layout(context, {
    title: t(`linkedRoles.pages.${result}.title`),
    tone: result === 'shown' || result === 'later' ? 'good' : 'stop',
    content: html`
      <p class="lead">${t(`linkedRoles.pages.${result}.text`)}</p>
      <p class="ways">
        <a class="button" href="${discord('/channels/@me')}">${t('pages.ways.discord')}</a>
        ${result === 'unlinked' ? html`<a class="button quiet" href="${address('/link/device')}">${t('pages.ways.device')}</a>` : ''}
      </p>
    `,
  });
}

/** Ends a consent for Linked Roles that came back to the shared callback. */
export async function finishLinkedRole(
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  { linkedRoles, publicUrl, recordRefusal, refuse }: Omit<LinkedRoleDeps, 'contextOf'>,
): Promise<FastifyReply> {
  const { rolesName, options } = linkCookies(publicUrl);
  reply.clearCookie(rolesName, options);
  try {
    const grant = parseGrant(request.query);
    if ('error' in grant) throw refusalOf(DISCORD, grant.error);
    const { code } = grant;
    const redirectUri = publicAddress(publicUrl, DISCORD_CALLBACK).href;
    const result = await linkedRoles.finish({ code, redirectUri });
    // The address bar does not keep the code.
    return await reply.redirect(publicAddress(publicUrl, `/linked-role/${result}`).href, 303);
  } catch (failure) {
    const recorded = recordRefusal('linked-role', failure);
    if (recorded === undefined) throw failure;
    return refuse(reply, recorded.refusal, recorded);
  }
}

/** The address that servers' members come from, and its results. */
export async function linkedRoleRoutes(
  app: FastifyInstance,
  deps: Omit<LinkedRoleDeps, 'recordRefusal' | 'refuse'>,
): Promise<void> {
  const { linkedRoles, publicUrl, contextOf } = deps;
  const { rolesName, options } = linkCookies(publicUrl);
  await app.register(fastifyCookie);
  app.get('/linked-role', (_request, reply) => {
    const cookie = randomBytes(SECRET_BYTES).toString('base64url');
    const redirectUri = publicAddress(publicUrl, DISCORD_CALLBACK).href;
    reply.setCookie(rolesName, cookie, options);
    return reply.redirect(linkedRoles.authorizeUrl({ state: stateOf(cookie), redirectUri }).href, 303);
  });
  for (const result of ['shown', 'later', 'unlinked', 'hidden'] as const)
    app.get(`/linked-role/${result}`, (request, reply) =>
      sendPage(reply, resultPage(contextOf(request), result)),
    );
}
