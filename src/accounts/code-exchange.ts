import { storageKey } from './flow-secrets.ts';
import type { CodeFields, FlowStore } from './flows.ts';
import { RefusalError, type Refusal } from './refusals.ts';

/** How many refused codes end a flow. */
const CODES_MAX = 3;

/** A server that exchanges codes: how its refusals are named, and how long an exchange may take. */
export interface Party {
  /** The code itself is refused. */
  code: Refusal;
  outage: Refusal;
  /** The member said no. */
  denied: Refusal;
  /** Any other error in the redirect. */
  refused: Refusal;
  timeoutMs: number;
}

export const DISCORD: Party = {
  code: 'code-refused-by-discord',
  outage: 'discord-unreachable',
  denied: 'denied-at-discord',
  refused: 'refused-by-discord',
  timeoutMs: 8000,
};

export const PLATFORM: Party = {
  code: 'code-refused-by-platform',
  outage: 'platform-unreachable',
  denied: 'denied-at-platform',
  refused: 'refused-by-platform',
  timeoutMs: 10_000,
};

/** Why a redirect brings no code; `error` is one that RFC 6749 section 4.1.2.1 names, or `other`. */
export function refusalOf(party: Party, error: string): Refusal {
  if (error === 'access_denied') return party.denied;
  if (error === 'server_error' || error === 'temporarily_unavailable') return party.outage;
  return party.refused;
}

interface Step extends CodeFields {
  step: string;
}

interface Exchange<F> {
  party: Party;
  flows: Pick<FlowStore<F>, 'advance' | 'waitUntil'>;
  cookie: string;
  /** As it was read; undefined where nothing is stored yet. */
  stored: F | undefined;
  /** The same, or the step that begins with this code. */
  step: F;
  code: string;
  /** Exchanges the code and gives the flow that follows. `codeKey` is `h(code)`. */
  work: (codeKey: string) => Promise<F>;
}

/**
 * Exchanges a code once per flow. A platform may answer a second try by revoking what the first one got (RFC 6749 section
 * 4.1.2), so a reload would leave the member with dead tokens; and made-up codes are not worth more than three calls. So
 * the flow is claimed for a code first, which counts it. Returns the flow as this request, or another one of this browser,
 * has made it. Only a code that met an outage may be tried again.
 */
export async function exchangeOnce<F extends Step>(exchange: Exchange<F>): Promise<F | undefined> {
  const { party, flows, cookie, step } = exchange;
  const codeKey = storageKey(exchange.code);
  const { codeKey: running, codeKeys = [], ...rest } = step;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- F without what `CodeFields` adds
  const withCodes = (fields: CodeFields) => ({ ...rest, ...fields }) as F;

  if (codeKeys.includes(codeKey)) {
    if (running === undefined) throw new RefusalError(party.code);
    return otherRequest(exchange);
  }
  if (codeKeys.length >= CODES_MAX) throw new RefusalError('flow-over');
  const claim = withCodes({ codeKey, codeKeys: [...codeKeys, codeKey] });
  if (!(await flows.advance(cookie, exchange.stored, claim))) return otherRequest(exchange);
  let next: F;
  try {
    next = await exchange.work(codeKey);
  } catch (error) {
    const isRefused = error instanceof RefusalError && error.refusal === party.code;
    await flows.advance(
      cookie,
      claim,
      withCodes({ codeKeys: isRefused ? [...codeKeys, codeKey] : codeKeys }),
    );
    throw error;
  }
  // Consent was given twice, with two codes: the later one took the claim over.
  return (await flows.advance(cookie, claim, next)) ? next : otherRequest(exchange);
}

/** After a reload, or a consent that was given twice: the other request's result counts, if it gets one. */
async function otherRequest<F extends Step>(exchange: Exchange<F>): Promise<F | undefined> {
  const { party, flows, cookie } = exchange;
  const reached = await flows.waitUntil(cookie, (flow) => flow?.codeKey === undefined, party.timeoutMs);
  if (reached === undefined) throw new RefusalError(party.outage);
  const { flow } = reached;
  if (flow?.step !== exchange.step.step) return flow;
  return exchangeOnce({ ...exchange, stored: flow, step: flow });
}
