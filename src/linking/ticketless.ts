import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { storedObject } from '../store/schema.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { equals, isSecret } from './flow-secrets.ts';
import { CodeFields, createFlowStore } from './flows.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import type { Callback } from './oauth.ts';
import { CONNECTION_RESULTS } from './ports.ts';
import type { StepTools } from './step-tools.ts';

/** Discord or the platform has redirected back; its code is being exchanged. */
const ExchangeStep = storedObject({ ...CodeFields.shape, step: z.literal('exchange') });
/** The account is stored under the code that is derived from the cookie and `grantKey`, the hash of the platform's code. */
const CodeStep = storedObject({
  step: z.literal('code'),
  grantKey: z.string(),
  playerName: z.string(),
  expiresAt: z.number(),
});
/** A consent for Linked Roles has ended. */
const RolesStep = storedObject({ step: z.literal('roles'), result: z.enum(CONNECTION_RESULTS) });

/** A browser's progress from the redirect back on: an address that anyone may open writes nothing. */
export const DeviceRecord = z.discriminatedUnion('step', [ExchangeStep, CodeStep, RolesStep]);
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** As long as the cookie, so that a spent state stays spent; longer than a code, so that the page can report its end. */
const TICKETLESS_MS = 30 * MINUTE_MS;

const SEED_BYTES = 16;
const MAC_BYTES = 16;

/**
 * Cookies of browsers that come without a ticket. The server recognizes them without storing anything: half of each is random,
 * and half is a keyed hash of that. Changing the first key invalidates the current ones.
 */
function createSignedCookies({ vault, random }: AccountTools) {
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

/** Its state is all that a browser has to prove. */
export interface TicketlessCallback extends Callback {
  caller: ExchangeCaller;
}

export type TicketlessTools = ReturnType<typeof createTicketlessTools>;

/** What the ways without a ticket share: linking with a code, and Linked Roles. */
export const createTicketlessTools = (tools: StepTools) => ({
  ...tools,
  cookies: createSignedCookies(tools),
  devices: createFlowStore<DeviceRecord>({
    ...tools,
    store: tools.stores.namespace('devices', DeviceRecord),
    ttlMs: () => TICKETLESS_MS,
  }),
});
