import { DISCORD, exchangeOnce, PLATFORM, refusalOf, type Party } from './code-exchange.ts';
import type { DiscordStep, FlowRecord, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { parseGrant, provenCookie, type CallbackQuery } from './oauth.ts';
import { IdentityError } from './ports.ts';
import { proveAccount } from './prove-account.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealContext } from './token-records.ts';

export interface Callback {
  cookie: string | undefined;
  query: CallbackQuery;
}

/** GET /link/discord. The first proof: this browser is signed in as the Discord user who asked for the link. */
export async function fromDiscord(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = await parseCallback(tools, request, 'state at discord');
  const { cookie, flow } = callback;
  if (flow.step !== 'discord') return tools.onward(cookie, flow);
  // Discord's consent page may call back twice with two codes: whoever comes second finds the flow gone on.
  return takeStep(tools, DISCORD, callback, (code) => identify(tools, cookie, flow, code));
}

/** GET /link/callback. The second proof: this browser is signed in to the platform account that is to be linked. */
export async function fromPlatform(tools: StepTools, request: Callback): Promise<LinkStep> {
  const callback = await parseCallback(tools, request, 'state at platform');
  const { cookie, flow } = callback;
  if (flow.step === 'discord') throw new RefusalError('step-skipped');
  if (flow.step !== 'platform') return tools.onward(cookie, flow);
  const { codeKey: _running, codeKeys: _counted, ...rest } = flow;
  const caller = { member: flow.discordId };
  const context = sealContext.flow(flow.discordId);
  return takeStep(tools, PLATFORM, callback, async (code) => ({
    ...rest,
    ...(await proveAccount(tools, { caller, cookie, code, context })),
    step: 'confirm',
  }));
}

/** The state is checked first: nobody else's callback gets as far as a flow. */
async function parseCallback(
  { flows }: StepTools,
  { cookie: given, query }: Callback,
  label: 'state at discord' | 'state at platform',
) {
  const cookie = provenCookie(given, query, label);
  const grant = parseGrant(query);
  return { cookie, grant, flow: await flows.find(cookie) };
}

async function takeStep(
  { flows, onward }: StepTools,
  party: Party,
  { cookie, grant, flow }: Awaited<ReturnType<typeof parseCallback>>,
  work: (code: string) => Promise<FlowRecord>,
): Promise<LinkStep> {
  if ('error' in grant) throw new RefusalError(refusalOf(party, grant.error));
  const { code } = grant;
  const next = await exchangeOnce<FlowRecord>({
    party,
    flows,
    cookie,
    stored: flow,
    step: flow,
    code,
    work: () => work(code),
  });
  return onward(cookie, flows.live(next));
}

async function identify(
  { discord, discordCallback, discordLimits, flows }: StepTools,
  cookie: string,
  flow: DiscordStep,
  code: string,
): Promise<PlatformStep> {
  const { codeKey: _running, codeKeys: _counted, ...rest } = flow;
  const user = await discordLimits
    .run({ member: flow.discordId }, () => discord.identify({ code, redirectUri: discordCallback }))
    .catch((cause: unknown) => {
      if (cause instanceof RefusalError) throw cause;
      const isRefused = cause instanceof IdentityError && cause.kind === 'refused';
      throw new RefusalError(isRefused ? DISCORD.code : DISCORD.outage, { cause });
    });
  if (user.discordId !== flow.discordId) {
    // A forwarded link ends here: the sender's ticket in somebody else's browser. The ticket stays valid for its owner.
    await flows.forget(cookie);
    throw new RefusalError('wrong-discord-user');
  }
  return { ...rest, step: 'platform', discordName: user.name };
}
