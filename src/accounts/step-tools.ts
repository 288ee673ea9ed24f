import type { Accounts } from './accounts.ts';
import { createExchangeLimits, type ExchangeLimits } from './exchange-limits.ts';
import { derive } from './flow-secrets.ts';
import type { FlowRecord, Flows } from './flows.ts';
import type { LinkMade, Redirect } from './link-flow.ts';
import type { LinkTools } from './links.ts';
import { consentUrl } from './oauth.ts';
import type { ConsentSettings, DiscordIdentity } from './ports.ts';
import { publicAddress } from './public-url.ts';
import type { TicketRecord, Tickets } from './tickets.ts';

export interface LinkingDeps extends LinkTools {
  accounts: Pick<Accounts, 'find'>;
  discord: DiscordIdentity;
  consent: ConsentSettings;
  /** Where browsers reach us; may carry a path that a proxy takes off. */
  publicUrl: URL;
  /** Called for every link once it is stored. What goes wrong there never undoes a link. */
  onLinked: (made: LinkMade) => Promise<void>;
}

/** What the steps of the flow share. */
export interface StepTools extends LinkingDeps {
  /** Tells `onLinked`, without waiting for it. */
  announce: (discordId: string, ticket: TicketRecord) => void;
  flows: Flows;
  tickets: Tickets;
  /** Of exchanges at Discord's and at the platform's token endpoint. */
  discordLimits: ExchangeLimits;
  platformLimits: ExchangeLimits;
  discordCallback: string;
  platformCallback: string;
  /** To where a flow stands: a callback that comes twice goes on like the first, and does nothing. */
  onward: (cookie: string, flow: FlowRecord) => Redirect;
}

type StepDeps = LinkingDeps & Pick<StepTools, 'announce'>;

export function stepTools(deps: StepDeps, flows: Flows, tickets: Tickets): StepTools {
  const { publicUrl, discord, consent } = deps;
  const discordCallback = publicAddress(publicUrl, '/link/discord').href;
  const platformCallback = publicAddress(publicUrl, '/link/callback').href;

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

  const onward = (cookie: string, flow: FlowRecord): Redirect => ({
    go: 'redirect',
    url: placeOf(cookie, flow).href,
  });
  return {
    ...deps,
    flows,
    tickets,
    discordLimits: createExchangeLimits(deps.now),
    platformLimits: createExchangeLimits(deps.now),
    discordCallback,
    platformCallback,
    onward,
  };
}
