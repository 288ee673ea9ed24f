import type { Store, Stores } from '../store/store.ts';
import { storageKey } from './flow-secrets.ts';
import type { Sleep } from './ports.ts';

const WAIT_POLL_MS = 100;
/** Longer than an exchange takes: after a crash in the middle, consent can be given again. */
const EXCHANGE_MS = 60_000;
/** Beyond its code a record is kept for its words alone: "has expired" helps more than "is not known". */
const RETAINED_MS = 20 * 60_000;

/** The platform's redirect has come; its code (`grantKey` is the hash) is being exchanged. */
export interface ExchangeStep {
  step: 'exchange';
  grantKey: string;
}
/** The account waits under the code that is made from the cookie and `grantKey`. */
export interface CodeStep {
  step: 'code';
  grantKey: string;
  playerName: string;
  expiresAt: number;
}

/**
 * What one browser that gets a code has done. Under `h(cookie)`, and only from the platform's redirect on: an address
 * that anybody may open writes nothing.
 */
export type DeviceRecord = ExchangeStep | CodeStep;

interface DeviceFlowsDeps {
  stores: Stores;
  now: () => number;
  sleep: Sleep;
}

export type DeviceFlows = ReturnType<typeof createDeviceFlows>;

export function createDeviceFlows({ stores, now, sleep }: DeviceFlowsDeps) {
  const flows: Store<DeviceRecord> = stores.namespace('devices');
  const find = (cookie: string) => flows.get(storageKey(cookie));

  return {
    find,

    /** Of all redirects at once, in any process, one goes on from where the browser was seen. */
    claim: (cookie: string, from: DeviceRecord | undefined, to: ExchangeStep): Promise<boolean> =>
      from === undefined
        ? flows.add(storageKey(cookie), to, EXCHANGE_MS)
        : flows.replace(storageKey(cookie), from, to, EXCHANGE_MS),

    settle: (cookie: string, from: ExchangeStep, to: CodeStep): Promise<boolean> =>
      flows.replace(storageKey(cookie), from, to, to.expiresAt + RETAINED_MS - now()),

    release: (cookie: string, from: ExchangeStep): Promise<boolean> =>
      flows.replace(storageKey(cookie), from, undefined),

    /** What another request of this browser has made of it, or what is there after `timeoutMs`. */
    async waitFor(cookie: string, timeoutMs: number): Promise<DeviceRecord | undefined> {
      for (const end = now() + timeoutMs; ; await sleep(WAIT_POLL_MS)) {
        const flow = await find(cookie);
        if (flow?.step !== 'exchange' || now() >= end) return flow;
      }
    },
  };
}
