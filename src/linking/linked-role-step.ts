import { DISCORD, discordRefusal, exchangeOnce, refusalOf } from './code-exchange.ts';
import { derive } from './flow-secrets.ts';
import type { Redirect } from './link-flow.ts';
import { parseCallback } from './oauth.ts';
import type { LinkedRolesConsent } from './ports.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError } from './refusals.ts';
import type { DeviceRecord, TicketlessCallback, TicketlessTools } from './ticketless.ts';

interface LinkedRoleTools extends TicketlessTools {
  linkedRoles: LinkedRolesConsent;
}

/** GET /linked-role, which Discord itself opens. It identifies no one and writes nothing. */
export function startLinkedRole({ cookies, discordCallback, linkedRoles }: LinkedRoleTools): Redirect {
  const cookie = cookies.issue();
  const state = derive(cookie, 'state for linked roles');
  const { href } = linkedRoles.authorizeUrl({ state, redirectUri: discordCallback });
  return { go: 'redirect', url: href, deviceCookie: cookie };
}

/** GET /link/discord with the state of this way. */
export async function linkedRoleFromDiscord(
  tools: LinkedRoleTools,
  request: TicketlessCallback,
): Promise<Redirect> {
  const { cookies, devices, discordCallback, discordLimits, issuers, linkedRoles, publicUrl } = tools;
  const { caller } = request;
  const { cookie, grant } = parseCallback(request, 'state for linked roles', issuers.discord());
  if (!cookies.isValid(cookie)) throw new RefusalError('cookie-lost');
  const flow = await devices.read(cookie);
  const done = (next: DeviceRecord | undefined): Redirect => {
    if (next?.step !== 'roles') throw new RefusalError('flow-lost');
    // The address bar does not keep the code.
    return { go: 'redirect', url: publicAddress(publicUrl, `/linked-role/${next.result}`).href };
  };
  if (flow?.step === 'roles') return done(flow);
  if ('error' in grant) throw refusalOf(DISCORD, grant.error);
  const { code } = grant;
  discordLimits.check(caller); // before anything is written
  return done(
    await exchangeOnce<DeviceRecord>({
      party: DISCORD,
      flows: devices,
      cookie,
      current: flow,
      step: flow ?? { step: 'exchange' },
      code,
      async work() {
        const connect = await discordLimits
          .run(caller, () => linkedRoles.exchange({ code, redirectUri: discordCallback }))
          .catch(discordRefusal);
        return { step: 'roles', result: await connect() };
      },
    }),
  );
}
