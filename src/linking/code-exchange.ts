import { present } from '../present.ts';
import { storageKey } from './flow-secrets.ts';
import type { CodeFields, FlowStore } from './flows.ts';
import { RefusalError, type LinkRefusal } from './refusals.ts';

/** How many refused codes end a flow. */
const CODES_MAX = 3;

/** A server that exchanges codes: the refusals that it causes, and the time limit of an exchange. */
export interface Party {
  /** The code itself is refused. */
  code: LinkRefusal;
  outage: LinkRefusal;
  /** The bot's own client is refused: its id or secret is wrong. */
  client: LinkRefusal;
  /** The member denied consent. */
  denied: LinkRefusal;
  /** It refuses what its consent page is asked for, whoever consents. */
  request: LinkRefusal;
  /** Any other error in the redirect. */
  refused: LinkRefusal;
  timeoutMs: number;
}

export const DISCORD: Party = {
  code: 'code-refused-by-discord',
  outage: 'discord-unreachable',
  client: 'client-refused-by-discord',
  denied: 'denied-at-discord',
  // Its page says so itself, and sends nobody back.
  request: 'refused-by-discord',
  refused: 'refused-by-discord',
  timeoutMs: 8000,
};

export const PLATFORM: Party = {
  code: 'code-refused-by-platform',
  outage: 'platform-unreachable',
  client: 'client-refused-by-platform',
  denied: 'denied-at-platform',
  request: 'request-refused-by-platform',
  refused: 'refused-by-platform',
  timeoutMs: 10_000,
};

const REQUEST_ERRORS = new Set([
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_response_type',
]);

/**
 * The refusal for a redirect without a code. `error`: one that RFC 6749 section 4.1.2.1 names, or `other`. `settings`: what
 * decides what the consent page is asked for.
 */
export function refusalOf(party: Party, error: string, settings?: readonly string[]): RefusalError {
  const refusals: Readonly<Record<string, LinkRefusal>> = {
    access_denied: party.denied,
    server_error: party.outage,
    temporarily_unavailable: party.outage,
  };
  if (REQUEST_ERRORS.has(error))
    return new RefusalError(party.request, present({ oauthError: error, settings }));
  return new RefusalError(refusals[error] ?? party.refused, { oauthError: error });
}

interface ExchangeStep extends CodeFields {
  step: string;
}

interface CodeExchange<F> {
  party: Party;
  flows: Pick<FlowStore<F>, 'advance' | 'waitUntil'>;
  cookie: string;
  /** The flow as it was read; undefined where nothing is stored yet. */
  current: F | undefined;
  /** The same flow, or the first step where nothing is stored yet. */
  step: F;
  code: string;
  /** Exchanges the code and returns the next step of the flow. `codeKey` is `h(code)`. */
  work: (codeKey: string) => Promise<F>;
}

/**
 * Exchanges a code once per flow. A platform may revoke the tokens of a code that is sent twice (RFC 6749 section 4.1.2),
 * so a reload would leave the member with revoked tokens; and an attacker may send made-up codes. So the flow is claimed
 * for the code first, which counts it against the limit. Only a code that met an outage may be tried again. Returns the
 * flow as this request, or another one of the same browser, has left it.
 */
export async function exchangeOnce<F extends ExchangeStep>(
  exchange: CodeExchange<F>,
): Promise<F | undefined> {
  const { party, flows, cookie, step } = exchange;
  const codeKey = storageKey(exchange.code);
  const { codeKey: activeKey, codeKeys = [], ...rest } = step;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- F without what `CodeFields` adds
  const withCodes = (fields: CodeFields) => ({ ...rest, ...fields }) as F;

  if (codeKeys.includes(codeKey)) {
    if (activeKey === undefined) throw new RefusalError(party.code);
    return awaitOtherRequest(exchange);
  }
  if (codeKeys.length >= CODES_MAX) throw new RefusalError('flow-over');
  const claim = withCodes({ codeKey, codeKeys: [...codeKeys, codeKey] });
  if (!(await flows.advance(cookie, exchange.current, claim))) return awaitOtherRequest(exchange);
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
  // The member consented twice: the later code took over the claim.
  return (await flows.advance(cookie, claim, next)) ? next : awaitOtherRequest(exchange);
}

/** After a reload or a second consent: waits for the other request and uses its result. */
async function awaitOtherRequest<F extends ExchangeStep>(exchange: CodeExchange<F>): Promise<F | undefined> {
  const { party, flows, cookie } = exchange;
  const result = await flows.waitUntil(cookie, (flow) => flow?.codeKey === undefined, party.timeoutMs);
  if (result === undefined) throw new RefusalError(party.outage);
  const { flow } = result;
  if (flow?.step !== exchange.step.step) return flow;
  return exchangeOnce({ ...exchange, current: flow, step: flow });
}
