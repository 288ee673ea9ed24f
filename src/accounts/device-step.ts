import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { makeCode, spacedCode } from './code-text.ts';
import type { Codes } from './codes.ts';
import { consentUrl } from './consent-url.ts';
import type { CodeStep, DeviceFlows, ExchangeStep } from './device-flows.ts';
import { derive, isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import type { LinkStep, Redirect } from './link-flow.ts';
import { publicAddress } from './public-url.ts';
import { proveAccount, refusalOfPlatform } from './prove-account.ts';
import { Refused } from './refusals.ts';
import type { StepTools } from './step-tools.ts';

// As long as the platform's whole call may take.
const OTHER_CALLBACK_MS = 10_000;

export interface DeviceTools extends Pick<
  StepTools,
  'platform' | 'consent' | 'publicUrl' | 'platformCallback' | 'random' | 'now'
> {
  devices: DeviceFlows;
  codes: Codes;
}

/**
 * GET /link/device/start. It knows nobody and writes nothing. The state is this browser's alone, so the address of the
 * consent page, sent on to somebody else, ends at the check of the cookie.
 */
export function startDevice({ consent, random, platformCallback }: DeviceTools): Redirect {
  const cookie = random(SECRET_BYTES).toString('base64url');
  const state = derive(cookie, 'state for a code');
  const { href } = consentUrl(consent, { cookie, state, redirectUri: platformCallback });
  return { go: 'redirect', url: href, deviceCookie: cookie };
}

/** GET /link/callback, with this way's state: the one proof that this way asks of a browser. */
export async function deviceFromPlatform(
  tools: DeviceTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { devices } = tools;
  const cookie = provenCookie(given, query, 'state for a code');
  const grant = parseGrant(query);
  const flow = await devices.find(cookie);
  if (flow?.step === 'code') return toCode(tools);
  if ('error' in grant) throw new Refused(refusalOfPlatform(grant.error));

  // A code of the platform's is exchanged once, as on the first way; and it gives one code of ours.
  const claim: ExchangeStep = { step: 'exchange', grantKey: storageKey(grant.code) };
  if (flow?.grantKey === claim.grantKey || !(await devices.claim(cookie, flow, claim)))
    return otherRequest(tools, cookie);
  try {
    // Consent was given twice: the later one has taken the claim, and its account is the one to be shown.
    if (!(await issueCode(tools, cookie, claim, grant.code))) return await otherRequest(tools, cookie);
  } catch (error) {
    await devices.release(cookie, claim);
    throw error;
  }
  return toCode(tools);
}

async function issueCode(tools: DeviceTools, cookie: string, claim: ExchangeStep, grantCode: string) {
  const { codes, devices } = tools;
  const account = await proveAccount(tools, cookie, grantCode);
  const code = makeCode(cookie, claim.grantKey);
  const issued = await codes.issue(code, account);
  if (issued === undefined) throw new Refused('flow-lost');
  const { playerId, playerName = playerId, expiresAt } = issued;
  const { grantKey } = claim;
  const shown: CodeStep = { step: 'code', grantKey, playerName, expiresAt };
  if (await devices.settle(cookie, claim, shown)) return true;
  await codes.drop(codes.keyOf(code)); // nobody has seen it
  return false;
}

async function otherRequest(tools: DeviceTools, cookie: string): Promise<LinkStep> {
  const flow = await tools.devices.waitFor(cookie, OTHER_CALLBACK_MS);
  if (flow === undefined) throw new Refused('platform-unreachable');
  if (flow.step === 'exchange') throw new Refused('code-refused-by-platform');
  return toCode(tools);
}

const toCode = ({ publicUrl }: DeviceTools): Redirect => ({
  go: 'redirect',
  url: publicAddress(publicUrl, '/link/device/code').href,
});

/** GET /link/device/code: the code, to the browser that it was made for and as long as it can be used. */
export async function showCode(
  { devices, codes, now }: DeviceTools,
  cookie: string | undefined,
): Promise<LinkStep> {
  if (!isSecret(cookie)) throw new Refused('cookie-lost');
  const flow = await devices.find(cookie);
  if (flow?.step !== 'code') throw new Refused('flow-lost');
  const { grantKey, playerName, expiresAt } = flow;
  const msLeft = expiresAt - now();
  if (msLeft <= 0) throw new Refused('code-expired');
  const code = makeCode(cookie, grantKey);
  if ((await codes.find(codes.keyOf(code))) === undefined) throw new Refused('code-spent');
  return { go: 'code', view: { code: spacedCode(code), playerName, msLeft } };
}
