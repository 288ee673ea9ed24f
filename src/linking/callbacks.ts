import { DISCORD, exchangeOnce, PLATFORM, refusalOf, type Party } from './code-exchange.ts';
import type { DiscordStep, FlowRecord, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { parseGrant, verifyState, type CallbackQuery } from './oauth.ts';
import { IdentityError } from './ports.ts';
import { proveAccount } from './prove-account.ts';
import { IDENTITY_REFUSALS, RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealContext } from '../accounts/token-records.ts';

export interface Callback {
  cookie: string | undefined;
  query: CallbackQuery;
}

/** GET /link/discord. The first proof: this browser is signed in as the Discord user who requested the link. */
export async function fromDiscord(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = await parseCallback(tools, request, 'state at discord');
  const { cookie, flow } = callback;
  if (flow.step !== 'discord') return tools.redirectTo(cookie, flow);
  // Discord's consent page may call back twice with two codes: the second callback finds the flow at a later step.
  return completeStep(tools, DISCORD, callback, (code) => identify(tools, cookie, flow, code));
}

/** GET /link/callback. The second proof: this browser is signed in to the platform account to link. */
export async function fromPlatform(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = await parseCallback(tools, request, 'state at platform');
  const { cookie, flow } = callback;
  if (flow.step === 'discord') throw new RefusalError('step-skipped');
  if (flow.step !== 'platform') return tools.redirectTo(cookie, flow);
  const { codeKey: _codeKey, codeKeys: _codeKeys, ...rest } = flow;
  const caller = { member: flow.discordId };
  const context = sealContext.flow(flow.discordId);
  return completeStep(tools, PLATFORM, callback, async (code) => ({
    ...rest,
    ...(await proveAccount(tools, { caller, cookie, code, context })),
    step: 'confirm',
  }));
}

/** Checks the state before it reads the flow: a callback in another browser reads nothing. */
async function parseCallback(
  { flows }: StepTools,
  request: Callback,
  label: 'state at discord' | 'state at platform',
) {
  const cookie = verifyState(request.cookie, request.query, label);
  const grant = parseGrant(request.query);
  return { cookie, grant, flow: await flows.find(cookie) };
}

async function completeStep(
  { consent, flows, redirectTo }: StepTools,
  party: Party,
  { cookie, grant, flow }: Awaited<ReturnType<typeof parseCallback>>,
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
  });
  return redirectTo(cookie, flows.live(next));
}

async function identify(
  { discord, discordCallback, discordLimits, flows }: StepTools,
  cookie: string,
  flow: DiscordStep,
  code: string,
): Promise<PlatformStep> {
  const { codeKey: _codeKey, codeKeys: _codeKeys, ...rest } = flow;
  const user = await discordLimits
    .run({ member: flow.discordId }, () => discord.identify({ code, redirectUri: discordCallback }))
    .catch((cause: unknown) => {
      if (cause instanceof RefusalError) throw cause;
      const kind = cause instanceof IdentityError ? cause.kind : 'unavailable';
      throw new RefusalError(IDENTITY_REFUSALS[kind], { cause });
    });
  if (user.discordId !== flow.discordId) {
    // A forwarded link: the sender's ticket in another user's browser. The ticket stays valid for its owner.
    await flows.forget(cookie);
    throw new RefusalError('wrong-discord-user');
  }
  return { ...rest, step: 'platform', discordName: user.name };
}
