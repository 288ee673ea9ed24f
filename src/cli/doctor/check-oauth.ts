import { jsonOf, objectOf, textOf, textsOf } from '../../json.ts';
import { ask, withoutQuery, type HttpAnswer } from './ask.ts';
import { checkPlatformClient } from './check-clients.ts';
import type { CheckResult } from './finding.ts';
import type { CheckKit } from './kit.ts';

/** Metadata of an OAuth server (RFC 8414 §2, OpenID Connect Discovery §3). */
interface ServerMetadata {
  challengeMethods: readonly string[];
  authorizeUrl: string | undefined;
}

/** Checks whether the platform's OAuth server accepts the client and advertises PKCE, and the configured consent page. */
export async function checkOAuth(kit: CheckKit<'oauth'>): Promise<CheckResult> {
  const { config, say, signal, now } = kit;
  const client = checkPlatformClient(kit);
  const { baseUrl, authorizeUrl, oauthExtras } = config.platform;
  const addresses = [...new Set([...wellKnown(baseUrl), ...wellKnown(new URL(authorizeUrl.origin))])];
  const results = await Promise.all(addresses.map((address) => ask(new URL(address), signal, now)));
  const answers = results.filter((result): result is HttpAnswer => 'status' in result);
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
  // From any response: a proxy adds its time even if the platform has no such page.
  const { aheadSeconds } = answers.find((answer) => answer.aheadSeconds !== undefined) ?? {};
  return { findings, aheadSeconds };
}

/** RFC 8414 §3.1 appends the issuer's path to the well-known part; OpenID puts it in front. */
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

function parseMetadata({ status, text }: HttpAnswer): ServerMetadata | undefined {
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
