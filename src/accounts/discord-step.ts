import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import { exchangeOnce } from './code-exchange.ts';
import type { DiscordStep, FlowRecord, PlatformStep } from './flows.ts';
import type { LinkStep } from './link-flow.ts';
import { IdentityError } from './ports.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';

// As long as Discord may take.
const OTHER_CALLBACK_MS = 8000;

/** GET /link/discord. The first proof: this browser is signed in as the Discord user who asked for the link. */
export async function fromDiscord(
  tools: StepTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { flows, onward } = tools;
  const cookie = provenCookie(given, query, 'state at discord');
  const grant = parseGrant(query);
  const flow = await flows.find(cookie);
  if (flow.step !== 'discord') return onward(cookie, flow);
  if ('error' in grant) throw new RefusalError(refusalOf(grant.error));

  // Discord's consent page may call back twice with two codes: whoever comes second finds the flow gone on.
  const next = await exchangeOnce<FlowRecord, PlatformStep>({
    flows,
    cookie,
    stored: flow,
    step: flow,
    code: grant.code,
    refusals: { code: 'code-refused-by-discord', outage: 'discord-unreachable' },
    waitMs: OTHER_CALLBACK_MS,
    work: () => identify(tools, cookie, flow, grant.code),
    next: (step) => step,
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
      throw new RefusalError(isRefused ? 'code-refused-by-discord' : 'discord-unreachable', { cause });
    });
  if (user.discordId !== flow.discordId) {
    // A forwarded link ends here: the sender's ticket in somebody else's browser. The ticket itself stays its owner's.
    await flows.forget(cookie);
    throw new RefusalError('wrong-discord-user');
  }
  return { ...rest, step: 'platform', discordName: user.name };
}

function refusalOf(error: string): Refusal {
  if (error === 'access_denied') return 'denied-at-discord';
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'discord-unreachable';
  return 'refused-by-discord';
}
