import { randomBytes } from 'node:crypto';
import { IdentityError } from '../../linking/ports.ts';
import { publicAddress } from '../../linking/public-url.ts';
import { createIdentity } from '../../discord/identity.ts';
import type { DiscordRest } from '../../discord/rest.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { PlatformError } from '../../platform/error.ts';
import { present } from '../../present.ts';
import { silenceOf } from './ask.ts';
import type { Finding, Findings } from './finding.ts';
import type { CheckKit } from './kit.ts';

const CALL_MS = 7000;
/** A code that no server has issued: if the server refuses only the code, it accepts the client. */
const madeUpCode = (): string => `doctor-${randomBytes(18).toString('hex')}`;

/** Whether Discord accepts the client secret. */
export async function checkDiscordClient(
  { config, say }: Pick<CheckKit<'discord'>, 'config' | 'say'>,
  { direct }: Pick<DiscordRest, 'direct'>,
  applicationId: string,
): Promise<Finding[]> {
  const { clientSecret, authorizeUrl } = config.discord;
  const { publicUrl } = config.web;
  if (clientSecret === undefined || publicUrl === undefined) return [];
  const identity = createIdentity({
    direct,
    applicationId: () => applicationId,
    clientSecret: clientSecret.reveal(),
    authorizeUrl,
  });
  const redirectUri = publicAddress(publicUrl, '/link/discord').href;
  try {
    await identity.identify({ code: madeUpCode(), redirectUri });
    return [say.remark('clientUntold')];
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.kind === 'refused') return [say.ok('clientTaken')];
    return [error.kind === 'client' ? say.fault('discordClient') : noVerdict(say, error)];
  }
}

/** A token endpoint that says nothing of the client: it is down, or answers something else. */
function noVerdict(say: Findings, error: IdentityError | PlatformError): Finding {
  const { status } = error;
  if (status !== undefined && status < 500) return say.remark('clientUntold');
  return say.fault('tokenEndpointDown', { code: status ?? silenceOf(error).code });
}

/** Whether the platform's token endpoint accepts the client. */
export async function checkPlatformClient({ config, say }: CheckKit<'oauth'>): Promise<Finding[]> {
  const { baseUrl, clientId, clientSecret, oauthExtras } = config.platform;
  const { publicUrl } = config.web;
  if (clientId === undefined || clientSecret === undefined) return [];
  const platform = createPlatform({
    baseUrl,
    // The token endpoint authenticates by form fields.
    apiKey: '',
    clientId,
    clientSecret: clientSecret.reveal(),
    timeouts: { callMs: CALL_MS },
  });
  const redirectUri =
    oauthExtras.has('redirect_uri') && publicUrl
      ? publicAddress(publicUrl, '/link/callback').href
      : undefined;
  const codeVerifier = oauthExtras.has('pkce') ? randomBytes(32).toString('base64url') : undefined;
  try {
    await platform.exchangeCode({ code: madeUpCode(), ...present({ redirectUri, codeVerifier }) });
    return [say.remark('clientUntold')];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { kind, oauthError, status } = error;
    if (kind === 'unauthorised') return [say.fault('platformClient')];
    // RFC 6749 §5.2; a 400 without an error code can only mean the code.
    const isTheCode = oauthError === 'invalid_grant' || (kind === 'invalid' && oauthError === undefined);
    return [isTheCode && status !== undefined ? say.ok('clientTaken') : noVerdict(say, error)];
  } finally {
    await platform.close();
  }
}
