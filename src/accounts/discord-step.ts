import { parseGrant, provenCookie, type CallbackQuery } from './callback-query.ts';
import type { LinkStep } from './link-flow.ts';
import { IdentityError } from './ports.ts';
import { Refused, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';

const OTHER_CALLBACK_MS = 2000;

/** GET /link/discord. The first proof: this browser is signed in as the Discord user who asked for the link. */
export async function fromDiscord(
  tools: StepTools,
  { cookie: given, query }: { cookie: string | undefined; query: CallbackQuery },
): Promise<LinkStep> {
  const { flows, discord, onward, discordCallback } = tools;
  const cookie = provenCookie(given, query, 'state at discord');
  const grant = parseGrant(query);
  const flow = await flows.find(cookie);
  if (flow.step !== 'discord') return onward(cookie, flow);
  if ('error' in grant) throw new Refused(refusalOf(grant.error));

  let user: { discordId: string; name: string };
  try {
    user = await discord.identify({ code: grant.code, redirectUri: discordCallback });
  } catch (cause) {
    if (!(cause instanceof IdentityError) || cause.kind === 'unavailable') {
      throw new Refused('discord-unreachable', { cause });
    }
    // A reload sends the code of a request that is still on its way, and Discord takes a code once.
    const gone = await flows.waitUntil(cookie, ({ step }) => step !== 'discord', OTHER_CALLBACK_MS);
    if (gone !== undefined) return onward(cookie, gone);
    throw new Refused('code-refused-by-discord', { cause });
  }

  if (user.discordId !== flow.discordId) {
    // A forwarded link ends here: the sender's ticket in somebody else's browser. The ticket itself stays its owner's.
    await flows.forget(cookie);
    throw new Refused('wrong-discord-user');
  }
  // Discord's consent page may call back twice with two codes: whoever comes second finds the flow gone on.
  await flows.advance(cookie, flow, { ...flow, step: 'platform', discordName: user.name });
  return onward(cookie, await flows.find(cookie));
}

function refusalOf(error: string): Refusal {
  if (error === 'access_denied') return 'denied-at-discord';
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'discord-unreachable';
  return 'refused-by-discord';
}
