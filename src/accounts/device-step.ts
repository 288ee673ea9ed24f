import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { exchangeOnce, type CodeFields } from './code-exchange.ts';
import { makeCode, spacedCode } from './code-text.ts';
import type { Codes, ProvedAccount } from './codes.ts';
import { consentUrl } from './consent-url.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { derive } from './flow-secrets.ts';
import type { FlowStore } from './flow-store.ts';
import type { LinkStep, Redirect } from './link-flow.ts';
import { publicAddress } from './public-url.ts';
import { PLATFORM_EXCHANGE, proveAccount, refusalOfPlatform } from './prove-account.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';

/** The platform's redirect has come; its codes are exchanged. */
interface ExchangeStep extends CodeFields {
  step: 'exchange';
}
/** The account waits under the code that is made from the cookie and `grantKey`, the hash of the platform's own code. */
interface CodeStep {
  step: 'code';
  grantKey: string;
  playerName: string;
  expiresAt: number;
}

/**
 * What one browser that gets a code has done. Only from the platform's redirect on: an address that anybody may open
 * writes nothing.
 */
export type DeviceRecord = ExchangeStep | CodeStep;

const MINUTE_MS = 60_000;
/** As long as its cookie, so that codes that were refused stay counted; beyond a code's end for its words alone. */
export const DEVICE_FLOW_MS = 30 * MINUTE_MS;

export interface DeviceTools extends Pick<
  StepTools,
  'platform' | 'platformLimits' | 'consent' | 'publicUrl' | 'platformCallback' | 'now'
> {
  devices: FlowStore<DeviceRecord>;
  codes: Codes;
  cookies: DeviceCookies;
}

/**
 * GET /link/device/start. It knows nobody and writes nothing. The state is this browser's alone, so the address of the
 * consent page, sent on to somebody else, ends at the check of the cookie.
 */
export function startDevice({ consent, cookies, platformCallback }: DeviceTools): Redirect {
  const cookie = cookies.issue();
  const state = derive(cookie, 'state for a code');
  const { href } = consentUrl(consent, { cookie, state, redirectUri: platformCallback });
  return { go: 'redirect', url: href, deviceCookie: cookie };
}

interface DeviceCallback {
  cookie: string | undefined;
  query: CallbackQuery;
  caller: ExchangeCaller;
}

/** GET /link/callback, with this way's state: the one proof that this way asks of a browser. */
export async function deviceFromPlatform(
  tools: DeviceTools,
  { cookie: given, query, caller }: DeviceCallback,
): Promise<LinkStep> {
  const { devices, codes, cookies, platformLimits } = tools;
  const cookie = provenCookie(given, query, 'state for a code');
  if (!cookies.isOurs(cookie)) throw new RefusalError('cookie-lost');
  const grant = parseGrant(query);
  const flow = await devices.read(cookie);
  if (flow?.step === 'code') return toCode(tools);
  if ('error' in grant) throw new RefusalError(refusalOfPlatform(grant.error));
  platformLimits.check(caller); // before anything is written

  let codeKey: string | undefined;
  const issue = async (account: ProvedAccount, grantKey: string): Promise<CodeStep> => {
    const code = makeCode(cookie, grantKey);
    const issued = await codes.issue(code, account);
    if (issued === undefined) throw new RefusalError('flow-lost');
    codeKey = codes.keyOf(code);
    const { playerId, playerName = playerId, expiresAt } = issued;
    return { step: 'code', grantKey, playerName, expiresAt };
  };
  const next = await exchangeOnce<DeviceRecord, ProvedAccount>({
    ...PLATFORM_EXCHANGE,
    flows: devices,
    cookie,
    stored: flow,
    step: flow ?? { step: 'exchange' },
    code: grant.code,
    work: () => proveAccount(tools, { caller, cookie, code: grant.code }),
    next: issue,
  });
  if (next?.step !== 'code') throw new RefusalError('flow-lost');
  // Consent was given twice, and the other code is the one that is shown: nobody has seen this one.
  if (codeKey !== undefined && codes.keyOf(makeCode(cookie, next.grantKey)) !== codeKey)
    await codes.drop(codeKey);
  return toCode(tools);
}

const toCode = ({ publicUrl }: DeviceTools): Redirect => ({
  go: 'redirect',
  url: publicAddress(publicUrl, '/link/device/code').href,
});

/** GET /link/device/code: the code, to the browser that it was made for and as long as it can be used. */
export async function showCode(
  { devices, codes, cookies, now }: DeviceTools,
  cookie: string | undefined,
): Promise<LinkStep> {
  if (!cookies.isOurs(cookie)) throw new RefusalError('cookie-lost');
  const flow = await devices.read(cookie);
  if (flow?.step !== 'code') throw new RefusalError('flow-lost');
  const { grantKey, playerName, expiresAt } = flow;
  const msLeft = expiresAt - now();
  if (msLeft <= 0) throw new RefusalError('code-expired');
  const code = makeCode(cookie, grantKey);
  if ((await codes.find(codes.keyOf(code))) === undefined) throw new RefusalError('code-spent');
  return { go: 'code', view: { code: spacedCode(code), playerName, msLeft } };
}
