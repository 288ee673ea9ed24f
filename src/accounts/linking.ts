import { present } from '../present.ts';
import { StoreError } from '../store/store.ts';
import type { DeviceLinking, Linking } from './accounts.ts';
import { fromDiscord, fromPlatform } from './callbacks.ts';
import { createCodeTries } from './code-tries.ts';
import { createCodes } from './codes.ts';
import { confirm, review } from './confirm-step.ts';
import { createDeviceLinking } from './device-linking.ts';
import {
  createDeviceCookies,
  DEVICE_FLOW_MS,
  deviceFromPlatform,
  showCode,
  startDevice,
  type DeviceRecord,
  type DeviceTools,
} from './device-step.ts';
import { failureFields } from './failure-fields.ts';
import { isSecret } from './flow-secrets.ts';
import { createFlowStore } from './flow-store.ts';
import { createFlows } from './flows.ts';
import type { LinkFlow, LinkStep, Restart } from './link-flow.ts';
import { isStateOf } from './oauth.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import { createRestarts } from './restarts.ts';
import { stepTools, type LinkingDeps } from './step-tools.ts';
import { createTickets, type TicketRecord } from './tickets.ts';
import { VaultError } from './vault.ts';

/**
 * Links a Discord user and a platform account that one browser has proved both of. A `state` alone proves neither: with
 * a link that somebody forwards, the victim's platform account would end up with the sender's Discord user.
 */
export function createLinking(deps: LinkingDeps): Linking & LinkFlow & { device: DeviceLinking } {
  const { accounts, publicUrl, onLinked, onLink, log } = deps;
  const tickets = createTickets(deps);
  const flows = createFlows(deps);
  const restarts = createRestarts(deps);
  const announcements = new Set<Promise<void>>();

  /** Nobody waits for it: Discord may be slow, and the link is made. */
  function announce(discordId: string, ticket: TicketRecord): void {
    const announcement = tell(discordId, ticket)
      .catch((error: unknown) =>
        log.warn(failureFields(error), 'a new link could not be announced in Discord'),
      )
      .finally(() => announcements.delete(announcement));
    announcements.add(announcement);
  }

  async function tell(discordId: string, ticket: TicketRecord): Promise<void> {
    const found = await accounts.find(discordId);
    if (found.state !== 'linked') return;
    await onLinked({ request: tickets.requestOf(ticket), account: found.account });
  }

  const tools = stepTools({ ...deps, announce }, flows, tickets);
  const codes = createCodes(deps);
  const deviceTools: DeviceTools = {
    ...tools,
    codes,
    cookies: createDeviceCookies(deps),
    devices: createFlowStore<DeviceRecord>({
      ...deps,
      store: deps.stores.namespace('devices'),
      ttlMs: () => DEVICE_FLOW_MS,
    }),
  };

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
    if (again === undefined && typeof ticket === 'string')
      await restarts.keep(fresh, ticket, record.expiresAt);
    return { ...tools.onward(fresh, await flows.find(fresh)), cookie: fresh };
  }

  /** The one place where a failure becomes what the browser gets to see. */
  async function step(
    at: string,
    work: () => LinkStep | Promise<LinkStep>,
    restart?: Restart | { state: unknown },
  ): Promise<LinkStep> {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      const cause = error instanceof RefusalError ? error.cause : error;
      const fields = { at, refusal, ...(cause === undefined ? {} : failureFields(cause)) };
      if (cause === undefined) log.info(fields, 'linking refused');
      else log.warn(fields, 'linking refused');
      onLink?.({ what: 'refused', reason: refusal });
      const way =
        restart === undefined || 'way' in restart
          ? restart
          : refusal === 'cookie-lost'
            ? await restarts.find(restart.state)
            : undefined;
      return { go: 'refused', refusal, ...present({ restart: way }) };
    }
  }

  return {
    async begin(request) {
      const { ticket, expiresAt, key } = await tickets.issue(request);
      const url = publicAddress(publicUrl, '/link/start');
      url.searchParams.set('t', ticket);
      const placed = (messageId: string) =>
        tickets.place(key, messageId).catch((error: unknown) => {
          log.warn(failureFields(error), 'a message with a link could not be remembered');
        });
      return { url: url.href, expiresAt, placed };
    },
    start: (request) => step('start', () => start(request), withTicket(request.ticket)),
    fromDiscord: (request) =>
      step('discord', () => fromDiscord(tools, request), { state: request.query['state'] }),
    fromPlatform({ cookie, deviceCookie, query, networks }) {
      // Whose state it is tells the way; of a state that is nobody's, the cookie that is there.
      const isDevice =
        isStateOf(deviceCookie, query, 'state for a code') || (isSecret(deviceCookie) && !isSecret(cookie));
      return isDevice
        ? step(
            'device',
            () => deviceFromPlatform(deviceTools, { cookie: deviceCookie, query, caller: { networks } }),
            ANEW,
          )
        : step('platform', () => fromPlatform(tools, { cookie, query }), { state: query['state'] });
    },
    review: ({ cookie }) => step('review', () => review(tools, cookie)),
    confirm: (request) => step('confirm', () => confirm(tools, request)),
    refuseForeign: () =>
      step('confirm', () => {
        throw new RefusalError('foreign-origin');
      }),
    startDevice: () => step('device-start', () => startDevice(deviceTools), ANEW),
    showCode: ({ deviceCookie }) => step('code', () => showCode(deviceTools, deviceCookie), ANEW),
    device: createDeviceLinking({ ...deps, codes, tries: createCodeTries(deps) }),
    async idle() {
      while (announcements.size > 0) await Promise.all(announcements);
    },
  };
}

const ANEW: Restart = { way: 'device' };

/** A ticket that the browser has in its address already may stand in the page's: it works without a cookie. */
const withTicket = (ticket: unknown): Restart | undefined =>
  typeof ticket === 'string' && isSecret(ticket) ? { way: 'link', ticket } : undefined;

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof StoreError) return 'store-unreachable';
  // What waits in the flow was sealed under a key that is gone: as good as no flow, and beginning again mends it.
  if (error instanceof VaultError) return 'flow-lost';
  return undefined;
}
