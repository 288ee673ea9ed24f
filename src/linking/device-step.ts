import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { storedObject } from '../store/schema.ts';
import { exchangeOnce, PLATFORM, refusalOf } from './code-exchange.ts';
import { createCodes, makeCode, formatCode } from './codes.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { derive, equals, isSecret } from './flow-secrets.ts';
import { CodeFields, createFlowStore } from './flows.ts';
import type { LinkStep, Redirect } from './link-flow.ts';
import { consentUrl, parseGrant, verifyState, type CallbackQuery } from './oauth.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { proveAccount } from './prove-account.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealContext } from '../accounts/token-records.ts';

/** The platform has redirected back; its code is being exchanged. */
const ExchangeStep = storedObject({ ...CodeFields.shape, step: z.literal('exchange') });
/** The account is stored under the code that is derived from the cookie and `grantKey`, the hash of the platform's code. */
const CodeStep = storedObject({
  step: z.literal('code'),
  grantKey: z.string(),
  playerName: z.string(),
  expiresAt: z.number(),
});

/** A browser's progress from the platform's redirect on: an address that anybody may open writes nothing. */
export const DeviceRecord = z.discriminatedUnion('step', [ExchangeStep, CodeStep]);
type DeviceRecord = z.infer<typeof DeviceRecord>;

/** As long as the cookie, so that refused codes stay counted; longer than a code, so that the page can report its end. */
const DEVICE_FLOW_MS = 30 * MINUTE_MS;

const SEED_BYTES = 16;
const MAC_BYTES = 16;

/**
 * Cookies of browsers that request a code. The server recognizes them without storing anything: half of each is random,
 * and half is a keyed hash of that. Changing the first key invalidates the current ones.
 */
function createDeviceCookies({ vault, random }: AccountTools) {
  const cookieOf = (seed: Buffer): string => {
    const mac = Buffer.from(vault.fingerprint(seed.toString('base64url'), 'device cookie'), 'base64url');
    return Buffer.concat([seed, mac.subarray(0, MAC_BYTES)]).toString('base64url');
  };
  return {
    issue: (): string => cookieOf(random(SEED_BYTES)),
    isValid: (cookie: string | undefined): cookie is string =>
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
    store: tools.stores.namespace('devices', DeviceRecord),
    ttlMs: () => DEVICE_FLOW_MS,
  }),
});

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

interface DeviceCallback {
  cookie: string | undefined;
  query: CallbackQuery;
  caller: ExchangeCaller;
}

/** GET /link/callback with the state of this flow, which is all that a browser has to prove. */
export async function deviceFromPlatform(tools: DeviceTools, request: DeviceCallback): Promise<LinkStep> {
  const { consent, devices, codes, cookies, platformLimits } = tools;
  const { query, caller } = request;
  const cookie = verifyState(request.cookie, query, 'state for a code');
  if (!cookies.isValid(cookie)) throw new RefusalError('cookie-lost');
  const grant = parseGrant(query);
  const flow = await devices.read(cookie);
  if (flow?.step === 'code') return redirectToCode(tools);
  if ('error' in grant) throw refusalOf(PLATFORM, grant.error, consent.settings);
  platformLimits.check(caller); // before anything is written

  let newCodeKey: string | undefined;
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
      newCodeKey = codeKey;
      const { playerId, playerName = playerId, expiresAt } = record;
      return { step: 'code', grantKey, playerName, expiresAt };
    },
  });
  if (next?.step !== 'code') throw new RefusalError('flow-lost');
  // The member consented twice and the page shows the other code: this one was never shown.
  if (newCodeKey !== undefined && codes.keyOf(makeCode(cookie, next.grantKey)) !== newCodeKey)
    await codes.remove(newCodeKey);
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
