import { jsonOf, objectOf, textOf, textsOf } from '../../bot/payload.ts';
import { ask, withoutQuery, type Answer } from './ask.ts';
import { checkPlatformClient } from './check-clients.ts';
import type { CheckResult } from './finding.ts';
import type { Kit } from './kit.ts';

/** What an OAuth server says of itself (RFC 8414 section 2, OpenID Connect Discovery section 3). */
interface Metadata {
  challengeMethods: readonly string[];
  authorizeUrl: string | undefined;
}

/** Whether the platform's OAuth server takes the client, whether it advertises PKCE, and the consent page that is set. */
export async function checkOAuth(kit: Kit<'oauth'>): Promise<CheckResult> {
  const { config, say, signal, now } = kit;
  const client = checkPlatformClient(kit);
  const { baseUrl, authorizeUrl, oauthExtras } = config.platform;
  const addresses = [...new Set([...wellKnown(baseUrl), ...wellKnown(new URL(authorizeUrl.origin))])];
  const results = await Promise.all(addresses.map((address) => ask(new URL(address), signal, now)));
  const answers = results.filter((result): result is Answer => 'status' in result);
  const [metadata] = answers.flatMap((answer) => parseMetadata(answer) ?? []);
  const findings = await client;
  if (!metadata) findings.push(say.ok('oauthSilent'));
  else if (!metadata.challengeMethods.includes('S256')) findings.push(say.ok('pkceUntold'));
  else findings.push(oauthExtras.has('pkce') ? say.ok('pkceUsed') : say.remark('pkceUnused'));
  const advertised = metadata?.authorizeUrl;
  if (advertised !== undefined && !isSamePage(advertised, authorizeUrl))
    findings.push(
      say.remark('consentElsewhere', {
        told: withoutQuery(advertised),
        set: withoutQuery(authorizeUrl.href),
      }),
    );
  // A platform that only answers the API gives its time nowhere else; a proxy in front of it does.
  const { aheadSeconds } = answers.find((answer) => answer.aheadSeconds !== undefined) ?? {};
  return { findings, aheadSeconds };
}

/** RFC 8414 section 3.1: the issuer's path goes behind the well-known part; OpenID puts it in front. */
function wellKnown(issuer: URL): string[] {
  const path = issuer.pathname.replace(/\/+$/, '');
  const { origin } = issuer;
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/oauth-authorization-server`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration`,
  ];
}

function parseMetadata({ status, text }: Answer): Metadata | undefined {
  if (status !== 200) return undefined;
  const { code_challenge_methods_supported: methods, authorization_endpoint: page } = objectOf(jsonOf(text));
  if (methods === undefined && page === undefined) return undefined;
  const address = textOf(page);
  return {
    challengeMethods: textsOf(methods),
    authorizeUrl: address !== undefined && URL.canParse(address) ? address : undefined,
  };
}

function isSamePage(advertised: string, set: URL): boolean {
  return withoutQuery(advertised).replace(/\/+$/, '') === withoutQuery(set.href).replace(/\/+$/, '');
}
