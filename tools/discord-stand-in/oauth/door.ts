import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problems } from '../problems.ts';
import { readBytes } from '../rest/body.ts';
import {
  decideConsent,
  MEMBER_COOKIE,
  openConsent,
  type AuthorizeParts,
  type AuthorizeStep,
} from './authorize.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { acceptInvitation, askInvitation, invitedPermissions } from './invitation.ts';
import type { DiscordWorld } from '../world.ts';

export interface ConsentDoorParts extends AuthorizeParts {
  applicationName: string;
  world: DiscordWorld;
  problems: Problems;
}

/**
 * Discord's consent page. Who is signed in comes from the form's `member` (id or name), or else from the cookie; the
 * cookie remembers the last one.
 */
export const createConsentDoor =
  (parts: ConsentDoorParts) =>
  async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const remembered = memberCookie(request.headers.cookie);
    const form =
      request.method === 'POST' ? new URLSearchParams((await readBytes(request)).toString()) : undefined;
    const member = form?.get('member') ?? remembered;
    const permissions = invitedPermissions(url.searchParams, parts.applicationId);
    if (permissions !== undefined) {
      const { world } = parts;
      const invited =
        form === undefined
          ? askInvitation(world, permissions, member)
          : acceptInvitation(world, permissions, { guild: form.get('guild'), member });
      show(
        response,
        invited === undefined ? 403 : 200,
        invited ?? refusalPage('You may not manage that server.'),
      );
      return;
    }
    const step: AuthorizeStep =
      form === undefined
        ? openConsent(url.searchParams, member, parts)
        : decideConsent(url.searchParams, form.get('decision'), member, parts);
    if (step.step === 'refuse') {
      parts.problems.add({ where: 'GET /oauth2/authorize', code: 0, status: 400, message: step.reason });
      show(response, 400, refusalPage(step.reason));
    } else if (step.step === 'ask') {
      show(response, 200, consentPage(step.request, parts.members, step.member, parts.applicationName));
    } else {
      response
        .writeHead(302, {
          location: step.to,
          'cache-control': 'no-store',
          ...(step.member
            ? { 'set-cookie': `${MEMBER_COOKIE}=${step.member.id}; Path=/; SameSite=Lax` }
            : {}),
        })
        .end();
    }
  };

function memberCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === MEMBER_COOKIE) return value;
  }
  return undefined;
}

function show(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    .end(html);
}
