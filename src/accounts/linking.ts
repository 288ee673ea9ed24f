import { StoreError } from '../store/store.ts';
import type { Linking } from './accounts.ts';
import { confirm, review } from './confirm-step.ts';
import { fromDiscord } from './discord-step.ts';
import { failureFields } from './failure-fields.ts';
import { createFlows } from './flows.ts';
import type { LinkFlow, LinkStep } from './link-flow.ts';
import { fromPlatform } from './platform-step.ts';
import { publicAddress } from './public-url.ts';
import { Refused, type Refusal } from './refusals.ts';
import { stepTools, type LinkingDeps } from './step-tools.ts';
import { createTickets, type TicketRecord } from './tickets.ts';
import { VaultError } from './vault.ts';

/**
 * Links a Discord user and a platform account that one browser has proved both of. A `state` alone proves neither: with
 * a link that somebody forwards, the victim's platform account would end up with the sender's Discord user.
 */
export function createLinking(deps: LinkingDeps): Linking & LinkFlow {
  const { accounts, publicUrl, onLinked, log } = deps;
  const tickets = createTickets(deps);
  const flows = createFlows(deps);
  const telling = new Set<Promise<void>>();

  /** Nobody waits for it: Discord may be slow, and the link is made. */
  function announce(discordId: string, ticket: TicketRecord): void {
    const told = tell(discordId, ticket)
      .catch((error: unknown) => log.warn(failureFields(error), 'a new link could not be told in Discord'))
      .finally(() => telling.delete(told));
    telling.add(told);
  }

  async function tell(discordId: string, ticket: TicketRecord): Promise<void> {
    const found = await accounts.find(discordId);
    if (found.state !== 'linked') return;
    await onLinked({ request: tickets.requestOf(ticket), account: found.account });
  }

  const tools = stepTools({ ...deps, announce }, flows, tickets);

  async function start({
    ticket,
    cookie,
  }: {
    ticket: unknown;
    cookie: string | undefined;
  }): Promise<LinkStep> {
    const again = ticket === undefined || ticket === '' ? await flows.peek(cookie) : undefined;
    const ticketKey = again?.ticketKey ?? tickets.keyOf(ticket);
    const record = await tickets.find(ticketKey);
    await flows.forget(cookie); // this browser begins anew; tokens may wait in the flow it leaves
    const fresh = await flows.begin(ticketKey, record);
    return { ...tools.onward(fresh, await flows.find(fresh)), cookie: fresh };
  }

  /** The one place where a failure becomes what the browser gets to see. */
  async function step(at: string, work: () => Promise<LinkStep>): Promise<LinkStep> {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      const cause = error instanceof Refused ? error.cause : error;
      const fields = { at, refusal, ...(cause === undefined ? {} : failureFields(cause)) };
      if (cause === undefined) log.info(fields, 'linking refused');
      else log.warn(fields, 'linking refused');
      return { go: 'refused', refusal };
    }
  }

  return {
    async begin(request) {
      const { ticket, expiresAt } = await tickets.issue(request);
      const url = publicAddress(publicUrl, '/link/start');
      url.searchParams.set('t', ticket);
      return { url: url.href, expiresAt };
    },
    start: (request) => step('start', () => start(request)),
    fromDiscord: (request) => step('discord', () => fromDiscord(tools, request)),
    fromPlatform: (request) => step('platform', () => fromPlatform(tools, request)),
    review: ({ cookie }) => step('review', () => review(tools, cookie)),
    confirm: (request) => step('confirm', () => confirm(tools, request)),
    async idle() {
      while (telling.size > 0) await Promise.all(telling);
    },
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof StoreError) return 'store-unreachable';
  // What waits in the flow was sealed under a key that is gone: as good as no flow, and beginning again mends it.
  if (error instanceof VaultError) return 'flow-lost';
  return undefined;
}
