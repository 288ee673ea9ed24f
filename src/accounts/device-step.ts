import { exchangeOnce, PLATFORM, refusalOf } from './code-exchange.ts';
import { createCodes, makeCode, spacedCode } from './codes.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { derive, equals, isSecret } from './flow-secrets.ts';
import { createFlowStore, type CodeFields } from './flows.ts';
import type { LinkStep, Redirect } from './link-flow.ts';
import { consentUrl, parseGrant, provenCookie, type CallbackQuery } from './oauth.ts';
import type { Tools } from './ports.ts';
import { proveAccount } from './prove-account.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealContext } from './token-records.ts';

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

/** How far a browser has come, from the platform's redirect on: an address that anybody may open writes nothing. */
type DeviceRecord = ExchangeStep | CodeStep;

/** As long as its cookie, so that refused codes stay counted; after a code's end, so that the page can say so. */
const DEVICE_FLOW_MS = 30 * 60_000;

const SEED_BYTES = 16;
const MARK_BYTES = 16;

/**
 * Cookies of browsers that get a code. The server recognizes them without storing anything: half of each is random, half
 * is a keyed hash of that, so a made-up one is refused. Changing the first key invalidates the current ones.
 */
function createDeviceCookies({ vault, random }: Tools) {
  const cookieOf = (seed: Buffer): string => {
    const mark = Buffer.from(vault.fingerprint(seed.toString('base64url'), 'device cookie'), 'base64url');
    return Buffer.concat([seed, mark.subarray(0, MARK_BYTES)]).toString('base64url');
  };
  return {
    issue: (): string => cookieOf(random(SEED_BYTES)),
    isOurs: (cookie: string | undefined): cookie is string =>
      isSecret(cookie) && equals(cookie, cookieOf(Buffer.from(cookie, 'base64url').subarray(0, SEED_BYTES))),
  };
}

export type DeviceTools = ReturnType<typeof createDeviceTools>;

export const createDeviceTools = (tools: StepTools) => ({
  ...tools,
  codes: createCodes(tools),
  cookies: createDeviceCookies(tools),
  devices: createFlowStore<DeviceRecord>({
    ...tools,
    store: tools.stores.namespace('devices'),
    ttlMs: () => DEVICE_FLOW_MS,
  }),
});

/**
 * GET /link/device/start. It identifies nobody and writes nothing. The state belongs to this browser's cookie, so a
 * forwarded consent page ends at the check of the cookie.
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

/** GET /link/callback with this way's state, the one proof that it asks of a browser. */
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
  if ('error' in grant) throw new RefusalError(refusalOf(PLATFORM, grant.error));
  platformLimits.check(caller); // before anything is written

  let issuedKey: string | undefined;
  const next = await exchangeOnce<DeviceRecord>({
    party: PLATFORM,
    flows: devices,
    cookie,
    stored: flow,
    step: flow ?? { step: 'exchange' },
    code: grant.code,
    async work(grantKey) {
      const codeKey = codes.keyOf(makeCode(cookie, grantKey));
      const context = sealContext.code(codeKey);
      const account = await proveAccount(tools, { caller, cookie, code: grant.code, context });
      const issued = await codes.issue(codeKey, account);
      if (issued === undefined) throw new RefusalError('flow-lost');
      issuedKey = codeKey;
      const { playerId, playerName = playerId, expiresAt } = issued;
      return { step: 'code', grantKey, playerName, expiresAt };
    },
  });
  if (next?.step !== 'code') throw new RefusalError('flow-lost');
  // Consent was given twice and the other code is shown: nobody has seen this one.
  if (issuedKey !== undefined && codes.keyOf(makeCode(cookie, next.grantKey)) !== issuedKey)
    await codes.drop(issuedKey);
  return toCode(tools);
}

const toCode = ({ publicUrl }: DeviceTools): Redirect => ({
  go: 'redirect',
  url: publicAddress(publicUrl, '/link/device/code').href,
});

/** GET /link/device/code: shows the code to the browser that it was made for, as long as it can be used. */
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
