import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { storageKey } from './flow-secrets.ts';
import type { ConfirmStep, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { proveAccount, refusalOfPlatform } from './prove-account.ts';
import { Refused } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealWaitingTokens } from './stored-tokens.ts';

// As long as the platform's whole call may take.
const OTHER_CALLBACK_MS = 10_000;

/** GET /link/callback. The second proof: this browser is signed in to the platform account that is to be linked. */
export async function fromPlatform(
  tools: StepTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { flows, vault, onward } = tools;
  const cookie = provenCookie(given, query, 'state at platform');
  const grant = parseGrant(query);
  const flow = await flows.find(cookie);
  if (flow.step === 'discord') throw new Refused('step-skipped');
  if (flow.step !== 'platform') return onward(cookie, flow);
  if ('error' in grant) throw new Refused(refusalOfPlatform(grant.error));

  // A code is exchanged once: a platform may answer a second try by ending what the first one got (RFC 6749 section
  // 4.1.2), and a reload would leave the member with dead tokens. So the flow is claimed for it first.
  const codeKey = storageKey(grant.code);
  const claim: PlatformStep = { ...flow, codeKey };
  if (flow.codeKey === codeKey || !(await flows.advance(cookie, flow, claim)))
    return otherRequest(tools, cookie);

  let confirm: ConfirmStep;
  try {
    const { tokens, ...proved } = await proveAccount(tools, cookie, grant.code);
    const { codeKey: _exchanged, ...known } = claim;
    const waiting = sealWaitingTokens(vault, flow.discordId, tokens);
    confirm = { ...known, step: 'confirm', ...proved, tokens: waiting };
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
