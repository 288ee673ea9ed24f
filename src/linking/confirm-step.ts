import { present } from '../present.ts';
import { allShown, consequences, isLinked, waitUntilLinked } from './link-question.ts';
import { failureFields } from '../accounts/failure-fields.ts';
import { derive, equals, isSecret } from './flow-secrets.ts';
import type { ConfirmStep, DoneStep } from './flows.ts';
import { resumeName, type DoneView, type LinkStep } from './link-flow.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import type { TicketRecord } from './tickets.ts';
import { resealTokens, sealContext } from '../accounts/token-records.ts';

/** The fields of the form, and the cookie of the browser that posts it. */
export interface Confirmation {
  cookie: string | undefined;
  csrf: unknown;
  shown: unknown;
}

/** GET /link/confirm: shows both accounts and what a link between them ends. */
export async function review(tools: StepTools, cookie: string | undefined): Promise<LinkStep> {
  const { flows, tickets, redirectTo } = tools;
  if (!isSecret(cookie)) throw new RefusalError('cookie-lost');
  const flow = await flows.find(cookie);
  if (flow.step === 'done') return { go: 'done', view: doneView(flow) };
  if (flow.step !== 'confirm') return redirectTo(cookie, flow);
  try {
    await tickets.find(flow.ticketKey);
  } catch (error) {
    if (error instanceof RefusalError && (await isLinked(tools.links, { ...flow, since: flow.startedAt })))
      return { go: 'done', view: doneView(flow) };
    throw error;
  }
  const { discordName, playerId, playerName = playerId } = flow;
  const csrf = derive(cookie, 'csrf of confirmation');
  const ends = await consequences(tools.links, flow);
  return { go: 'confirm', view: { discordName, playerName, ...ends, csrf } };
}

/**
 * POST /link/confirm: the only place that stores a browser's link. Of several presses, in any number of browsers and on
 * any number of replicas, one spends the ticket.
 */
export async function confirm(tools: StepTools, { cookie, csrf, shown }: Confirmation): Promise<LinkStep> {
  const { flows, tickets, links, storeLink, vault, redirectTo } = tools;
  if (!isSecret(cookie)) throw new RefusalError('cookie-lost');
  if (typeof csrf !== 'string' || !equals(csrf, derive(cookie, 'csrf of confirmation')))
    throw new RefusalError('bad-csrf');
  const flow = await flows.find(cookie);
  if (flow.step !== 'confirm') return redirectTo(cookie, flow);

  // The consequences may have changed since the page was rendered: the member has to see them all first.
  const { notices } = await consequences(links, flow);
  const names = typeof shown === 'string' ? shown.split(' ') : [];
  if (!allShown(notices, names)) return review(tools, cookie);

  const { discordId } = flow;
  const contexts = { from: sealContext.flow(discordId), to: sealContext.link(discordId) };
  const tokens = resealTokens(vault, flow.tokens, contexts);
  const ticket = await tickets.spend(flow.ticketKey);
  if (ticket === undefined) {
    // A second press, or a second browser with the same ticket: waits for the result of the first.
    if (await waitUntilLinked(tools, { ...flow, since: flow.startedAt })) return redirectTo(cookie, flow);
    throw new RefusalError('ticket-used');
  }
  await storeLink(discordId, { ...flow, tokens }, ticket.serverId);

  const done = doneStep(flow, ticket);
  // The link is valid even if this fails: `review` finds it by `isLinked`.
  await flows.advance(cookie, flow, done).catch((error: unknown) => {
    tools.log.warn(failureFields(error), 'a finished linking flow could not be stored');
  });
  tools.reportLink(discordId, ticket);
  return redirectTo(cookie, done);
}

/** Drops the tokens, which the link now holds. */
function doneStep(flow: ConfirmStep, { resume, place }: TicketRecord): DoneStep {
  const { tokens: _tokens, accessExpiresAt: _accessExpiresAt, refreshFrom: _refreshFrom, ...rest } = flow;
  return {
    ...rest,
    step: 'done',
    ...present({ resumeName: resume && resumeName(resume), place }),
  };
}

function doneView(flow: ConfirmStep | DoneStep): DoneView {
  const { discordName, playerId, playerName = playerId } = flow;
  const { resumeName: name, place } = flow.step === 'done' ? flow : {};
  return { discordName, playerName, ...present({ resumeName: name }), discordPath: discordPath(place) };
}

const SNOWFLAKE = /^\d{1,20}$/;

function discordPath(place: DoneStep['place']): string {
  const home = '/channels/@me';
  if (place === undefined || !SNOWFLAKE.test(place.channelId)) return home;
  const { guildId, channelId } = place;
  if (guildId === undefined) return `${home}/${channelId}`;
  return SNOWFLAKE.test(guildId) ? `/channels/${guildId}/${channelId}` : home;
}
