import type { Accounts } from './accounts.ts';
import { createExchangeLimits } from './exchange-limits.ts';
import { failureFields } from './failure-fields.ts';
import { derive } from './flow-secrets.ts';
import { createFlows, type FlowRecord } from './flows.ts';
import type { LinkMade, Redirect } from './link-flow.ts';
import type { LinkTools } from './links.ts';
import { consentUrl } from './oauth.ts';
import type { ConsentSettings, DiscordIdentity } from './ports.ts';
import { publicAddress } from './public-url.ts';
import { createTickets, type TicketRecord } from './tickets.ts';

export interface LinkingDeps extends LinkTools {
  accounts: Pick<Accounts, 'find'>;
  discord: DiscordIdentity;
  consent: ConsentSettings;
  /** Where browsers reach us; may carry a path that a proxy takes off. */
  publicUrl: URL;
  /** Called for every link once it is stored. What goes wrong there never undoes a link. */
  onLinked: (made: LinkMade) => Promise<void>;
}

export type StepTools = ReturnType<typeof createStepTools>;

/** What the steps of the flow share. */
export function createStepTools(deps: LinkingDeps) {
  const { accounts, publicUrl, discord, consent, onLinked, now, log } = deps;
  const tickets = createTickets(deps);
  const discordCallback = publicAddress(publicUrl, '/link/discord').href;
  const platformCallback = publicAddress(publicUrl, '/link/callback').href;
  const announcements = new Set<Promise<void>>();

  async function tell(discordId: string, ticket: TicketRecord): Promise<void> {
    const found = await accounts.find(discordId);
    if (found.state !== 'linked') return;
    await onLinked({ request: tickets.requestOf(ticket), account: found.account });
  }

  function placeOf(cookie: string, flow: FlowRecord): URL {
    switch (flow.step) {
      case 'discord':
        return discord.authorizeUrl({
          state: derive(cookie, 'state at discord'),
          redirectUri: discordCallback,
        });
      case 'platform':
        return consentUrl(consent, {
          cookie,
          state: derive(cookie, 'state at platform'),
          redirectUri: platformCallback,
        });
      case 'confirm':
      case 'done':
        return publicAddress(publicUrl, '/link/confirm');
    }
  }

  return {
    ...deps,
    tickets,
    flows: createFlows(deps),
    discordLimits: createExchangeLimits(now),
    platformLimits: createExchangeLimits(now),
    discordCallback,
    platformCallback,

    /** Leads to the step where a flow stands: a callback that comes twice does nothing and goes on like the first. */
    onward: (cookie: string, flow: FlowRecord): Redirect => ({
      go: 'redirect',
      url: placeOf(cookie, flow).href,
    }),

    /** Calls `onLinked`. Nobody waits for it: Discord may be slow, and the link is made. */
    announce(discordId: string, ticket: TicketRecord): void {
      const announcement = tell(discordId, ticket)
        .catch((error: unknown) =>
          log.warn(failureFields(error), 'a new link could not be announced in Discord'),
        )
        .finally(() => announcements.delete(announcement));
      announcements.add(announcement);
    },

    /** Resolves when every new link has been announced. */
    idle: async (): Promise<void> => {
      while (announcements.size > 0) await Promise.all(announcements);
    },
  };
}
