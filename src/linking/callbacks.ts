import { sealContext } from '../accounts/token-records.ts';
import { DISCORD, discordRefusal, exchangeOnce, PLATFORM, refusalOf, type Party } from './code-exchange.ts';
import type { ConfirmStep, DiscordStep, FlowRecord, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { parseCallback, type Callback } from './oauth.ts';
import { proveAccount } from './prove-account.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';

/** GET /link/discord. The first proof: this browser is signed in as the Discord user who requested the link. */
export async function fromDiscord(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = parseCallback(request, 'state at discord', tools.issuers.discord());
  const { cookie } = callback;
  const flow = await tools.flows.find(cookie);
  // Discord's consent page may call back twice with two codes: the second callback finds the flow at a later step.
  if (flow.step !== 'discord') return tools.redirectTo(cookie, flow);
  return completeStep(tools, DISCORD, { ...callback, flow }, (code) => identify(tools, cookie, flow, code));
}

/** GET /link/callback. The second proof: this browser is signed in to the platform account to link. */
export async function fromPlatform(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = parseCallback(request, 'state at platform', tools.issuers.platform());
  const { cookie } = callback;
  const flow = await tools.flows.find(cookie);
  if (flow.step === 'discord') throw new RefusalError('step-skipped');
  if (flow.step !== 'platform') return tools.redirectTo(cookie, flow);
  const { codeKey: _codeKey, codeOutcome: _codeOutcome, ...rest } = flow;
  const caller = { member: flow.discordId };
  const context = sealContext.flow(flow.discordId);
  return completeStep(tools, PLATFORM, { ...callback, flow }, async (code): Promise<ConfirmStep> => ({
    ...rest,
    ...(await proveAccount(tools, { caller, cookie, code, context })),
    step: 'confirm',
  }));
}

async function completeStep(
  { consent, flows, redirectTo, tickets }: StepTools,
  party: Party,
  { cookie, grant, flow }: ReturnType<typeof parseCallback> & { flow: FlowRecord },
  work: (code: string) => Promise<FlowRecord>,
): Promise<LinkStep> {
  if ('error' in grant)
    throw refusalOf(party, grant.error, party === PLATFORM ? consent.settings : undefined);
  const { code } = grant;
  const next = await exchangeOnce<FlowRecord>({
    party,
    flows,
    cookie,
    current: flow,
    step: flow,
    code,
    work: () => work(code),
    onRefused: () => tickets.noteRefusal(flow.ticketKey),
  });
  return redirectTo(cookie, flows.live(next));
}

async function identify(
  { discord, discordCallback, discordLimits, flows }: StepTools,
  cookie: string,
  flow: DiscordStep,
  code: string,
): Promise<PlatformStep> {
  const { codeKey: _codeKey, codeOutcome: _codeOutcome, ...rest } = flow;
  const user = await discordLimits
    .run({ member: flow.discordId }, () => discord.identify({ code, redirectUri: discordCallback }))
    .catch(discordRefusal);
  if (user.discordId !== flow.discordId) {
    // A forwarded link: the sender's ticket in another user's browser. The ticket stays valid for the sender.
    await flows.forget(cookie);
    throw new RefusalError('wrong-discord-user');
  }
  return { ...rest, step: 'platform', discordName: user.name };
}
