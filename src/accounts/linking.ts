import { present } from '../present.ts';
import { StoreError } from '../store/store.ts';
import { fromDiscord, fromPlatform, type Callback } from './callbacks.ts';
import { createCodeTries } from './code-tries.ts';
import { createCodes } from './codes.ts';
import { confirm, review, type Confirmation } from './confirm-step.ts';
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
import type { Network } from './exchange-limits.ts';
import { failureFields } from './failure-fields.ts';
import { isSecret } from './flow-secrets.ts';
import { createFlows, createFlowStore } from './flows.ts';
import type { LinkRequest, LinkStep, Restart } from './link-flow.ts';
import { isStateOf, type CallbackQuery } from './oauth.ts';
import { publicAddress } from './public-url.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import { stepTools, type LinkingDeps } from './step-tools.ts';
import { createRestarts, createTickets, type TicketRecord } from './tickets.ts';
import { VaultError } from './vault.ts';

export type Linking = ReturnType<typeof createLinking>;

/**
 * Links a Discord user and a platform account that one browser has proved both of. A `state` alone proves neither: with
 * a link that somebody forwards, the victim's platform account would end up with the sender's Discord user.
 */
export function createLinking(deps: LinkingDeps) {
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
    restart?: (refusal: Refusal) => Restart | undefined | Promise<Restart | undefined>,
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
      return { go: 'refused', refusal, ...present({ restart: await restart?.(refusal) }) };
    }
  }

  /** A login that lost its cookie starts again from the state in its address. */
  const byState = (query: CallbackQuery) => (refusal: Refusal) =>
    refusal === 'cookie-lost' ? restarts.find(query['state']) : undefined;

  return {
    /** Makes a ticket and gives the address that starts the flow; it works for 10 minutes, until the link is confirmed. */
    async begin(request: LinkRequest) {
      const { ticket, expiresAt, key } = await tickets.issue(request);
      const url = publicAddress(publicUrl, '/link/start');
      url.searchParams.set('t', ticket);
      /** Says which message holds the link. Never rejects: without it the link works, and the message stays as it is. */
      const placed = (messageId: string): Promise<void> =>
        tickets.place(key, messageId).catch((error: unknown) => {
          log.warn(failureFields(error), 'a message with a link could not be remembered');
        });
      return { url: url.href, expiresAt, placed };
    },

    // The pages' side. Nothing here throws but for faults of our own.

    /** GET /link/start. Without a ticket, the flow of this browser starts again. */
    start: (request: { ticket: unknown; cookie: string | undefined }) =>
      step(
        'start',
        () => start(request),
        () => withTicket(request.ticket),
      ),
    /** GET /link/discord: Discord's redirect. */
    fromDiscord: (request: Callback) =>
      step('discord', () => fromDiscord(tools, request), byState(request.query)),
    /** GET /link/callback: the platform's redirect, of either way. `networks`: of the address that the request came from. */
    fromPlatform({
      cookie,
      deviceCookie,
      query,
      networks,
    }: Callback & { deviceCookie: string | undefined; networks: readonly Network[] }) {
      // Whose state it is tells the way; of a state that is nobody's, the cookie that is there.
      const isDevice =
        isStateOf(deviceCookie, query, 'state for a code') || (isSecret(deviceCookie) && !isSecret(cookie));
      if (!isDevice) return step('platform', () => fromPlatform(tools, { cookie, query }), byState(query));
      const request = { cookie: deviceCookie, query, caller: { networks } };
      return step('device', () => deviceFromPlatform(deviceTools, request), anew);
    },
    /** GET /link/confirm. */
    review: ({ cookie }: { cookie: string | undefined }) => step('review', () => review(tools, cookie)),
    /** POST /link/confirm, from our own page (the caller has looked at the origin). */
    confirm: (request: Confirmation) => step('confirm', () => confirm(tools, request)),
    /** POST /link/confirm, from somebody else's page. */
    refuseForeign: () =>
      step('confirm', () => {
        throw new RefusalError('foreign-origin');
      }),
    /** GET /link/device/start. */
    startDevice: () => step('device-start', () => startDevice(deviceTools), anew),
    /** GET /link/device/code. */
    showCode: ({ deviceCookie }: { deviceCookie: string | undefined }) =>
      step('code', () => showCode(deviceTools, deviceCookie), anew),

    device: createDeviceLinking({ ...deps, codes, tries: createCodeTries(deps) }),
    /** Resolves when every new link has been announced. */
    async idle() {
      while (announcements.size > 0) await Promise.all(announcements);
    },
  };
}

const anew = (): Restart => ({ way: 'device' });

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
