import { present } from '../present.ts';
import { fromDiscord, fromPlatform } from './callbacks.ts';
import { confirm, review, type Confirmation } from './confirm-step.ts';
import { createDeviceLinking } from './device-linking.ts';
import { createDeviceTools, deviceFromPlatform, showCode, startDevice } from './device-step.ts';
import type { Network } from './exchange-limits.ts';
import { failureFields } from '../accounts/failure-fields.ts';
import { isSecret } from './flow-secrets.ts';
import type { LinkRequest, LinkStep, Restart } from './link-flow.ts';
import { linkedRoleFromDiscord, startLinkedRole } from './linked-role-step.ts';
import { matchesState, type Callback, type CallbackQuery } from './oauth.ts';
import { publicAddress } from './public-url.ts';
import { createRefusalRecord } from './record-refusal.ts';
import { RefusalError, type LinkRefusal } from './refusals.ts';
import { createStepTools, type LinkingDeps } from './step-tools.ts';
import { createTicketlessTools } from './ticketless.ts';
import { createRestarts } from './tickets.ts';

interface LinkStart {
  ticket: unknown;
  cookie: string | undefined;
}

/** A callback that several ways share. */
interface SharedCallback extends Callback {
  deviceCookie: string | undefined;
  /** Of the address that the request came from. */
  networks: readonly Network[];
}

export type Linking = ReturnType<typeof createLinking>;

/**
 * Links a Discord user and a platform account after one browser has proved both. A `state` alone proves neither: with a
 * forwarded link, the victim's platform account would be linked to the sender's Discord user.
 */
export function createLinking(deps: LinkingDeps) {
  const { publicUrl, onLink, log } = deps;
  const tools = createStepTools(deps);
  const ticketlessTools = createTicketlessTools(tools);
  const deviceTools = createDeviceTools(ticketlessTools);
  const rolesTools = deps.linkedRoles && { ...ticketlessTools, linkedRoles: deps.linkedRoles };
  const { tickets, flows } = tools;
  const restarts = createRestarts(deps);
  const recordRefusal = createRefusalRecord(deps);

  async function start({ ticket, cookie }: LinkStart): Promise<LinkStep> {
    const previous = ticket === undefined || ticket === '' ? await flows.peek(cookie) : undefined;
    const ticketKey = previous?.ticketKey ?? tickets.keyOf(ticket);
    const record = await tickets.find(ticketKey);
    await flows.forget(cookie); // this browser's former flow may hold tokens
    const newCookie = await flows.begin(ticketKey, record);
    if (previous === undefined && typeof ticket === 'string')
      await restarts.save(newCookie, ticket, record.expiresAt);
    const redirect = tools.redirectTo(newCookie, await flows.find(newCookie));
    return { ...redirect, cookie: newCookie, locale: record.locale };
  }

  /** Turns every failure of a step into what the browser shows. */
  async function step(
    name: string,
    work: () => LinkStep | Promise<LinkStep>,
    restart?: (refusal: LinkRefusal) => Restart | undefined | Promise<Restart | undefined>,
  ): Promise<LinkStep> {
    try {
      return await work();
    } catch (error) {
      const recorded = recordRefusal(name, error);
      if (recorded === undefined) throw error;
      const { refusal } = recorded;
      onLink?.({ what: 'refused', reason: refusal });
      return { go: 'refused', ...recorded, ...present({ restart: await restart?.(refusal) }) };
    }
  }

  /** Restarts a login that lost its cookie, by the state in its address. */
  const byState = (query: CallbackQuery) => (refusal: LinkRefusal) =>
    refusal === 'cookie-lost' ? restarts.find(query['state']) : undefined;

  return {
    /** Issues a ticket and returns the address that starts the flow, for 10 minutes or until the link is confirmed. */
    async begin(request: LinkRequest) {
      const { ticket, expiresAt, key } = await tickets.issue(request);
      const url = publicAddress(publicUrl, '/link/start');
      url.searchParams.set('t', ticket);
      /** Records which message holds the link. Never rejects: without the record, that message just stays as it is. */
      const placed = (messageId: string): Promise<void> =>
        tickets.setPrompt(key, messageId).catch((error: unknown) => {
          log.warn(failureFields(error), 'the message of a link could not be stored');
        });
      return { url: url.href, expiresAt, placed };
    },

    // For the web pages. These throw only on internal errors.

    /** GET /link/start. Without a ticket, the flow of this browser starts again. */
    start: (request: LinkStart) => step('start', () => start(request), withTicket(request.ticket)),
    /** GET /linked-role, where Linked Roles are on. */
    startLinkedRole:
      rolesTools && (() => step('linked-role', () => startLinkedRole(rolesTools), restartLinkedRole)),
    /** GET /link/discord: Discord's redirect, for linking and for Linked Roles. */
    fromDiscord({ cookie, deviceCookie, query, networks }: SharedCallback) {
      const isLinkedRole = matchesState(deviceCookie, query, 'state for linked roles');
      if (rolesTools === undefined || !isLinkedRole)
        return step('discord', () => fromDiscord(tools, { cookie, query }), byState(query));
      const request = { cookie: deviceCookie, query, caller: { networks } };
      return step('linked-role', () => linkedRoleFromDiscord(rolesTools, request), restartLinkedRole);
    },
    /** GET /link/callback: the platform's redirect, for both ways of linking. */
    fromPlatform({ cookie, deviceCookie, query, networks }: SharedCallback) {
      // The cookie that matches the state decides which flow it is; where neither matches, the cookie that is present.
      const isDevice =
        matchesState(deviceCookie, query, 'state for a code') ||
        (isSecret(deviceCookie) && !isSecret(cookie));
      if (!isDevice) return step('platform', () => fromPlatform(tools, { cookie, query }), byState(query));
      const request = { cookie: deviceCookie, query, caller: { networks } };
      return step('device', () => deviceFromPlatform(deviceTools, request), restartDevice);
    },
    /** GET /link/confirm. */
    review: ({ cookie }: { cookie: string | undefined }) => step('review', () => review(tools, cookie)),
    /** POST /link/confirm, from our own page (the caller has checked the origin). */
    confirm: (request: Confirmation) => step('confirm', () => confirm(tools, request)),
    /** POST /link/confirm, from another user's page. */
    refuseForeign: () =>
      step('confirm', () => {
        throw new RefusalError('foreign-origin');
      }),
    /** GET /link/device/start. */
    startDevice: () => step('device-start', () => startDevice(deviceTools), restartDevice),
    /** GET /link/device/code. */
    showCode: ({ deviceCookie }: { deviceCookie: string | undefined }) =>
      step('code', () => showCode(deviceTools, deviceCookie), restartDevice),

    device: createDeviceLinking(deviceTools),
    idle: tools.idle,
  };
}

const restartDevice = (): Restart => ({ way: 'device' });
const restartLinkedRole = (): Restart => ({ way: 'linked-role' });

/** Works without a cookie. The browser has this ticket in its address already, so the page may contain it. */
const withTicket = (ticket: unknown) => (): Restart | undefined =>
  typeof ticket === 'string' && isSecret(ticket) ? { way: 'link', ticket } : undefined;
