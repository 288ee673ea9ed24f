import type { Accounts } from '../accounts/accounts.ts';
import { createExchangeLimits } from './exchange-limits.ts';
import { failureFields } from '../accounts/failure-fields.ts';
import { derive } from './flow-secrets.ts';
import { createFlows, type FlowRecord } from './flows.ts';
import type { NewLink, Redirect } from './link-flow.ts';
import type { EndedLinks, LinkTools } from '../accounts/links.ts';
import { consentUrl } from './oauth.ts';
import type { ConsentSettings, DiscordIdentity, LinkedRolesConsent } from './ports.ts';
import { publicAddress } from './public-url.ts';
import { createTickets, type TicketRecord } from './tickets.ts';
import type { SealedAccount } from '../accounts/token-records.ts';

export interface LinkingDeps extends LinkTools {
  accounts: Pick<Accounts, 'find'>;
  discord: DiscordIdentity;
  /** Absent where Linked Roles are off. */
  linkedRoles?: LinkedRolesConsent | undefined;
  consent: ConsentSettings;
  /** Where browsers reach the bot; may have a path that a proxy strips. */
  publicUrl: URL;
  /** Called for every link once it is stored, and awaited before anyone learns of it. Never rejects. */
  onStored: (link: StoredLink) => Promise<void>;
  /** Called for every link of a browser once it is stored. Its failure never undoes the link. */
  onLinked: (link: NewLink) => Promise<void>;
}

/** A link that was just stored, and what it ended. */
export interface StoredLink extends EndedLinks {
  discordId: string;
  /** The server where /link was typed, if the bot is in it. */
  serverId: string | undefined;
}

export type StepTools = ReturnType<typeof createStepTools>;

/** The dependencies that the steps of a flow share. */
export function createStepTools(deps: LinkingDeps) {
  const { accounts, links, publicUrl, discord, consent, onStored, onLinked, now, log } = deps;
  const tickets = createTickets(deps);
  const discordCallback = publicAddress(publicUrl, '/link/discord').href;
  const platformCallback = publicAddress(publicUrl, '/link/callback').href;
  const pending = new Set<Promise<void>>();

  async function callOnLinked(discordId: string, ticket: TicketRecord): Promise<void> {
    const found = await accounts.find(discordId);
    if (found.state !== 'linked') return;
    await onLinked({ request: tickets.requestOf(ticket), account: found.account });
  }

  function urlOf(cookie: string, flow: FlowRecord): URL {
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
    /** Whom `iss` may name where a callback carries it. */
    issuers: {
      discord: (): URL[] => [discord.authorizeUrl({ state: '', redirectUri: discordCallback })],
      platform: (): URL[] => [consent.authorizeUrl, ...(consent.issuers ?? [])],
    },

    /** The one place that stores a link. Throws `StoreError` and `UnreadableError`. */
    async storeLink(
      this: void,
      discordId: string,
      account: SealedAccount,
      serverId: string | undefined,
    ): Promise<void> {
      const ended = await links.store(discordId, account);
      await onStored({ discordId, serverId, ...ended });
    },

    /** Redirects to the current step of a flow: a repeated callback changes nothing and continues like the first. */
    redirectTo: (cookie: string, flow: FlowRecord): Redirect => ({
      go: 'redirect',
      url: urlOf(cookie, flow).href,
    }),

    /** Calls `onLinked` in the background: Discord may be slow, and the link is already stored. */
    reportLink(discordId: string, ticket: TicketRecord): void {
      const report = callOnLinked(discordId, ticket)
        .catch((error: unknown) => log.warn(failureFields(error), 'a new link could not be shown in Discord'))
        .finally(() => pending.delete(report));
      pending.add(report);
    },

    /** Resolves when every new link has been reported. */
    idle: async (): Promise<void> => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
