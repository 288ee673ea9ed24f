import { present } from '../present.ts';
import { storageKey } from './flow-secrets.ts';
import type { CodeFields, FlowStore } from './flows.ts';
import { IdentityError } from './ports.ts';
import { IDENTITY_REFUSALS, RefusalError, type LinkRefusal } from './refusals.ts';

/** A server that exchanges codes: the refusals that it causes, and the time limit of an exchange. */
export interface Party {
  /** The code itself is refused. */
  code: LinkRefusal;
  outage: LinkRefusal;
  /** The bot's own client is refused: its id or secret is wrong. */
  client: LinkRefusal;
  /** The member denied consent. */
  denied: LinkRefusal;
  /** It refuses what its consent page is asked for, for every user. */
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
  // Its own page says so, and sends no browser back.
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

/** For a failed exchange at Discord: anything but its own answer is an outage. */
export function discordRefusal(cause: unknown): never {
  if (cause instanceof RefusalError) throw cause;
  const kind = cause instanceof IdentityError ? cause.kind : 'unavailable';
  throw new RefusalError(IDENTITY_REFUSALS[kind], { cause });
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
  /** The code itself was refused. */
  onRefused?: () => Promise<void>;
}

/**
 * Exchanges the one code that a state takes. A platform may revoke the tokens of a code that is sent twice (RFC 6749 section
 * 4.1.2), so a reload would leave the member with revoked tokens; and an attacker may send made-up codes. So the state is
 * spent on the code first. Only a code that met an outage may come again. Returns the flow as this request, or another one of
 * the same browser, has left it: Discord's consent page may call back twice with two codes.
 */
export async function exchangeOnce<F extends ExchangeStep>(
  exchange: CodeExchange<F>,
): Promise<F | undefined> {
  const { party, flows, cookie, step } = exchange;
  const ownKey = storageKey(exchange.code);
  const { codeKey, codeOutcome, ...rest } = step;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- F without what `CodeFields` adds
  const withCode = (fields: CodeFields) => ({ ...rest, codeKey: ownKey, ...fields }) as F;

  if (codeKey !== undefined && codeOutcome === undefined) return awaitOtherRequest(exchange);
  if (codeKey !== undefined && codeKey !== ownKey) throw new RefusalError('state-spent');
  if (codeOutcome === 'refused') throw new RefusalError(party.code);
  const claim = withCode({});
  if (!(await flows.advance(cookie, exchange.current, claim))) return awaitOtherRequest(exchange);
  let next: F;
  try {
    next = await exchange.work(ownKey);
  } catch (error) {
    const isRefused = error instanceof RefusalError && error.refusal === party.code;
    await flows.advance(cookie, claim, withCode({ codeOutcome: isRefused ? 'refused' : 'unclear' }));
    if (isRefused) await exchange.onRefused?.();
    throw error;
  }
  return (await flows.advance(cookie, claim, next)) ? next : awaitOtherRequest(exchange);
}

/** After a reload or a second consent: waits for the other request and uses its result. */
async function awaitOtherRequest<F extends ExchangeStep>(exchange: CodeExchange<F>): Promise<F | undefined> {
  const { party, flows, cookie } = exchange;
  const isDone = (flow: F | undefined) => flow?.codeKey === undefined || flow.codeOutcome !== undefined;
  const result = await flows.waitUntil(cookie, isDone, party.timeoutMs);
  if (result === undefined) throw new RefusalError(party.outage);
  const { flow } = result;
  if (flow?.step !== exchange.step.step) return flow;
  return exchangeOnce({ ...exchange, current: flow, step: flow });
}
