import { PlatformError } from '../platform/error.ts';
import type { Me, TokenGrant } from '../platform/records.ts';
import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { grantExtras } from './consent-url.ts';
import { storageKey } from './flow-secrets.ts';
import type { ConfirmStep, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { Refused, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealWaitingTokens } from './stored-tokens.ts';
import { tokenTimes } from './token-times.ts';

// As long as the platform's whole call may take.
const OTHER_CALLBACK_MS = 10_000;

// RFC 6749 section 5.2: faults of the settings; the log says which.
const OURS_TO_MEND = new Set<unknown>(['invalid_client', 'unauthorized_client', 'unsupported_grant_type']);

/** GET /link/callback. The second proof: this browser is signed in to the platform account that is to be linked. */
export async function fromPlatform(
  tools: StepTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { flows, onward } = tools;
  const cookie = provenCookie(given, query, 'state at platform');
  const grant = parseGrant(query);
  const flow = await flows.find(cookie);
  if (flow.step === 'discord') throw new Refused('step-skipped');
  if (flow.step !== 'platform') return onward(cookie, flow);
  if ('error' in grant) throw new Refused(refusalOf(grant.error));

  // A code is exchanged once: a platform may answer a second try by ending what the first one got (RFC 6749 section
  // 4.1.2), and a reload would leave the member with dead tokens. So the flow is claimed for it first.
  const codeKey = storageKey(grant.code);
  const claim: PlatformStep = { ...flow, codeKey };
  if (flow.codeKey === codeKey || !(await flows.advance(cookie, flow, claim)))
    return otherRequest(tools, cookie);

  let confirm: ConfirmStep;
  try {
    confirm = await proveAccount(tools, cookie, claim, grant.code);
  } catch (error) {
    // After an outage the same code may be tried again.
    if (error instanceof Refused && error.refusal === 'platform-unreachable')
      await flows.advance(cookie, claim, flow);
    throw error;
  }
  // Consent was given twice, with two codes: the later one has taken the claim.
  if (!(await flows.advance(cookie, claim, confirm))) return otherRequest(tools, cookie);
  return onward(cookie, confirm);
}

async function otherRequest({ flows, onward }: StepTools, cookie: string): Promise<LinkStep> {
  const gone = await flows.waitUntil(
    cookie,
    (flow) => flow.step !== 'platform' || flow.codeKey === undefined,
    OTHER_CALLBACK_MS,
  );
  if (gone === undefined) throw new Refused('code-refused-by-platform');
  if (gone.step === 'platform') throw new Refused('platform-unreachable');
  return onward(cookie, gone);
}

async function proveAccount(
  { platform, consent, platformCallback, vault, now }: StepTools,
  cookie: string,
  { codeKey: _exchanged, ...flow }: PlatformStep,
  code: string,
): Promise<ConfirmStep> {
  let grant: TokenGrant;
  try {
    grant = await platform.exchangeCode({ code, ...grantExtras(consent, cookie, platformCallback) });
  } catch (error) {
    throw refusedBy(error, 'code-refused-by-platform');
  }
  const times = tokenTimes(grant, now());

  let me: Me;
  try {
    const { accessToken } = grant;
    me = await platform
      .as({
        token: async () => accessToken,
        renew: async () => {
          throw new PlatformError('unauthorised', { operation: 'GET /v1/me' }); // a token this young needs no renewal
        },
      })
      .me();
  } catch (error) {
    throw refusedBy(error, 'account-unreadable');
  }
  const { id: playerId, name } = me;
  return {
    ...flow,
    step: 'confirm',
    playerId,
    ...(name !== undefined && { playerName: name }),
    tokens: sealWaitingTokens(vault, flow.discordId, grant),
    ...times,
  };
}

/** What the platform answered, as against that it did not. Only the first is about this member. */
function refusedBy(error: unknown, answered: Refusal): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (OURS_TO_MEND.has(error.oauthError)) return new Refused('platform-unreachable', { cause: error });
  switch (error.kind) {
    case 'unauthorised':
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'invalid':
      return new Refused(answered, { cause: error });
    case 'rate-limited':
    case 'unavailable':
    case 'unexpected-response':
      return new Refused('platform-unreachable', { cause: error });
  }
}

function refusalOf(error: string): Refusal {
  if (error === 'access_denied') return 'denied-at-platform';
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'platform-unreachable';
  return 'refused-by-platform';
}
