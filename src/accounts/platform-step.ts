import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { exchangeOnce } from './code-exchange.ts';
import type { ProvedAccount } from './codes.ts';
import type { FlowRecord } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { PLATFORM_EXCHANGE, proveAccount, refusalOfPlatform } from './prove-account.ts';
import { RefusalError } from './refusals.ts';
import { sealContext } from './seal-contexts.ts';
import type { StepTools } from './step-tools.ts';
import { sealTokens } from './stored-tokens.ts';

/** GET /link/callback. The second proof: this browser is signed in to the platform account that is to be linked. */
export async function fromPlatform(
  tools: StepTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { flows, vault, onward } = tools;
  const cookie = provenCookie(given, query, 'state at platform');
  const grant = parseGrant(query);
  const flow = await flows.find(cookie);
  if (flow.step === 'discord') throw new RefusalError('step-skipped');
  if (flow.step !== 'platform') return onward(cookie, flow);
  if ('error' in grant) throw new RefusalError(refusalOfPlatform(grant.error));

  const { codeKey: _running, codeKeys: _counted, ...rest } = flow;
  const next = await exchangeOnce<FlowRecord, ProvedAccount>({
    ...PLATFORM_EXCHANGE,
    flows,
    cookie,
    stored: flow,
    step: flow,
    code: grant.code,
    work: () => proveAccount(tools, { caller: { member: flow.discordId }, cookie, code: grant.code }),
    next: ({ tokens, ...proved }) => ({
      ...rest,
      step: 'confirm',
      ...proved,
      tokens: sealTokens(vault, sealContext.flow(flow.discordId), tokens),
    }),
  });
  return onward(cookie, flows.live(next));
}
