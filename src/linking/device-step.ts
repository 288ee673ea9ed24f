import { sealContext } from '../accounts/token-records.ts';
import { exchangeOnce, PLATFORM, refusalOf } from './code-exchange.ts';
import { createCodes, makeCode, formatCode } from './codes.ts';
import { derive } from './flow-secrets.ts';
import type { LinkStep, Redirect } from './link-flow.ts';
import { consentUrl, parseCallback } from './oauth.ts';
import { proveAccount } from './prove-account.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError } from './refusals.ts';
import type { DeviceRecord, TicketlessCallback, TicketlessTools } from './ticketless.ts';

export type DeviceTools = ReturnType<typeof createDeviceTools>;

export const createDeviceTools = (tools: TicketlessTools) => ({ ...tools, codes: createCodes(tools) });

/**
 * GET /link/device/start. It identifies no one and writes nothing. The state is derived from this browser's cookie, so a
 * forwarded consent page fails at the check of the cookie.
 */
export function startDevice({ consent, cookies, platformCallback }: DeviceTools): Redirect {
  const cookie = cookies.issue();
  const state = derive(cookie, 'state for a code');
  const { href } = consentUrl(consent, { cookie, state, redirectUri: platformCallback });
  return { go: 'redirect', url: href, deviceCookie: cookie };
}

/** GET /link/callback with the state of this way. */
export async function deviceFromPlatform(tools: DeviceTools, request: TicketlessCallback): Promise<LinkStep> {
  const { consent, devices, codes, cookies, issuers, platformLimits } = tools;
  const { caller } = request;
  const { cookie, grant } = parseCallback(request, 'state for a code', issuers.platform());
  if (!cookies.isValid(cookie)) throw new RefusalError('cookie-lost');
  const flow = await devices.read(cookie);
  if (flow?.step === 'code') return redirectToCode(tools);
  if ('error' in grant) throw refusalOf(PLATFORM, grant.error, consent.settings);
  platformLimits.check(caller); // before anything is written

  const next = await exchangeOnce<DeviceRecord>({
    party: PLATFORM,
    flows: devices,
    cookie,
    current: flow,
    step: flow ?? { step: 'exchange' },
    code: grant.code,
    async work(grantKey) {
      const codeKey = codes.keyOf(makeCode(cookie, grantKey));
      const context = sealContext.code(codeKey);
      const account = await proveAccount(tools, { caller, cookie, code: grant.code, context });
      const record = await codes.issue(codeKey, account);
      if (record === undefined) throw new RefusalError('flow-lost');
      const { playerId, playerName = playerId, expiresAt } = record;
      return { step: 'code', grantKey, playerName, expiresAt };
    },
  });
  if (next?.step !== 'code') throw new RefusalError('flow-lost');
  return redirectToCode(tools);
}

const redirectToCode = ({ publicUrl }: DeviceTools): Redirect => ({
  go: 'redirect',
  url: publicAddress(publicUrl, '/link/device/code').href,
});

/** GET /link/device/code: shows the code to its own browser while the code is valid. */
export async function showCode(
  { devices, codes, cookies, now }: DeviceTools,
  cookie: string | undefined,
): Promise<LinkStep> {
  if (!cookies.isValid(cookie)) throw new RefusalError('cookie-lost');
  const flow = await devices.read(cookie);
  if (flow?.step !== 'code') throw new RefusalError('flow-lost');
  const { grantKey, playerName, expiresAt } = flow;
  const msLeft = expiresAt - now();
  if (msLeft <= 0) throw new RefusalError('code-expired');
  const code = makeCode(cookie, grantKey);
  if ((await codes.find(codes.keyOf(code))) === undefined) throw new RefusalError('code-spent');
  return { go: 'code', view: { code: formatCode(code), playerName, msLeft } };
}
