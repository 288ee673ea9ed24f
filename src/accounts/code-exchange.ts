import type { FlowStore } from './flow-store.ts';
import { storageKey } from './flow-secrets.ts';
import { RefusalError, type Refusal } from './refusals.ts';

/** So many codes that were refused end a flow. */
const CODES_MAX = 3;

/** What a flow remembers of the codes that came to one of its steps, as `h(code)`. */
export interface CodeFields {
  /** Being exchanged. */
  codeKey?: string;
  /** Those that count: refused, or being exchanged. */
  codeKeys?: readonly string[];
}

interface Step extends CodeFields {
  step: string;
}

interface Exchange<F, R> {
  flows: Pick<FlowStore<F>, 'advance' | 'waitUntil'>;
  cookie: string;
  /** As it was read; undefined where nothing is stored yet. */
  stored: F | undefined;
  /** The same, or the step that begins with this code. */
  step: F;
  code: string;
  /** The refusal by which `work` says that the code itself is no good, and the one for an outage. */
  refusals: { code: Refusal; outage: Refusal };
  /** How long to wait for another request that exchanges a code of this flow. */
  waitMs: number;
  work: () => Promise<R>;
  /** The flow that a result makes. */
  next: (result: R, codeKey: string) => F | Promise<F>;
}

/**
 * Exchanges a code once per flow. A platform may answer a second try by ending what the first one got (RFC 6749 section
 * 4.1.2), and a reload would leave the member with dead tokens; and codes that somebody made up are not worth more than
 * three calls. So the flow is claimed for a code first, and counts it. Gives the flow as this request, or another one of this
 * browser, has made it. Only a code that met an outage may be tried again.
 */
export async function exchangeOnce<F extends Step, R>(exchange: Exchange<F, R>): Promise<F | undefined> {
  const { flows, cookie, step, refusals } = exchange;
  const codeKey = storageKey(exchange.code);
  const { codeKey: running, codeKeys = [], ...rest } = step;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- F without what `CodeFields` adds
  const withCodes = (fields: CodeFields) => ({ ...rest, ...fields }) as F;

  if (codeKeys.includes(codeKey)) {
    if (running === undefined) throw new RefusalError(refusals.code);
    return otherRequest(exchange);
  }
  if (codeKeys.length >= CODES_MAX) throw new RefusalError('flow-over');
  const claim = withCodes({ codeKey, codeKeys: [...codeKeys, codeKey] });
  if (!(await flows.advance(cookie, exchange.stored, claim))) return otherRequest(exchange);
  let next: F;
  try {
    next = await exchange.next(await exchange.work(), codeKey);
  } catch (error) {
    const isRefused = error instanceof RefusalError && error.refusal === refusals.code;
    await flows.advance(
      cookie,
      claim,
      withCodes({ codeKeys: isRefused ? [...codeKeys, codeKey] : codeKeys }),
    );
    throw error;
  }
  // Consent was given twice, with two codes: the later one has taken the claim.
  return (await flows.advance(cookie, claim, next)) ? next : otherRequest(exchange);
}

/** A reload, or a consent that was given twice: what the other request makes of the flow counts, if it makes anything. */
async function otherRequest<F extends Step, R>(exchange: Exchange<F, R>): Promise<F | undefined> {
  const { flows, cookie, refusals, waitMs } = exchange;
  const reached = await flows.waitUntil(cookie, (flow) => flow?.codeKey === undefined, waitMs);
  if (reached === undefined) throw new RefusalError(refusals.outage);
  const { flow } = reached;
  if (flow?.step !== exchange.step.step) return flow;
  return exchangeOnce({ ...exchange, stored: flow, step: flow });
}
