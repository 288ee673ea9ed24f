import { present } from '../present.ts';
import { allShown, consequences, isLinked, isLinkedMeanwhile } from './link-question.ts';
import { failureFields } from './failure-fields.ts';
import { derive, equals, isSecret } from './flow-secrets.ts';
import type { ConfirmStep, DoneStep } from './flows.ts';
import { resumeName, type DoneView, type LinkStep } from './link-flow.ts';
import { RefusalError } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import type { TicketRecord } from './tickets.ts';
import { resealTokens, sealContext } from './token-records.ts';

/** What a form posts, and the browser that posts it. */
export interface Confirmation {
  cookie: string | undefined;
  csrf: unknown;
  shown: unknown;
}

/** GET /link/confirm: both accounts by name, and what else the member has to know. */
export async function review(tools: StepTools, given: string | undefined): Promise<LinkStep> {
  const { flows, tickets, onward } = tools;
  if (!isSecret(given)) throw new RefusalError('cookie-lost');
  const flow = await flows.find(given);
  if (flow.step === 'done') return { go: 'done', view: doneView(flow) };
  if (flow.step !== 'confirm') return onward(given, flow);
  try {
    await tickets.find(flow.ticketKey);
  } catch (error) {
    if (error instanceof RefusalError && (await isLinked(tools.links, { ...flow, since: flow.startedAt })))
      return { go: 'done', view: doneView(flow) };
    throw error;
  }
  const { discordName, playerId, playerName = playerId } = flow;
  const csrf = derive(given, 'csrf of confirmation');
  const ends = await consequences(tools.links, flow);
  return { go: 'confirm', view: { discordName, playerName, ...ends, csrf } };
}

/**
 * POST /link/confirm: the only place where a browser's link is stored. Of 50 presses, in any number of browsers and on
 * any number of replicas, one spends the ticket.
 */
export async function confirm(tools: StepTools, { cookie, csrf, shown }: Confirmation): Promise<LinkStep> {
  const { flows, tickets, links, vault, onward } = tools;
  if (!isSecret(cookie)) throw new RefusalError('cookie-lost');
  if (typeof csrf !== 'string' || !equals(csrf, derive(cookie, 'csrf of confirmation')))
    throw new RefusalError('bad-csrf');
  const flow = await flows.find(cookie);
  if (flow.step !== 'confirm') return onward(cookie, flow);

  // The player may have got an owner since the page was made: nobody ends a link without having seen that.
  const { notices } = await consequences(links, flow);
  const names = typeof shown === 'string' ? shown.split(' ') : [];
  if (!allShown(notices, names)) return review(tools, cookie);

  const { discordId } = flow;
  const contexts = { from: sealContext.flow(discordId), to: sealContext.link(discordId) };
  const tokens = resealTokens(vault, flow.tokens, contexts);
  const ticket = await tickets.spend(flow.ticketKey);
  if (ticket === undefined) {
    // A second press, or a second browser with the same ticket: it waits for the first one's result.
    if (await isLinkedMeanwhile(tools, { ...flow, since: flow.startedAt })) return onward(cookie, flow);
    throw new RefusalError('ticket-used');
  }
  await links.store(discordId, { ...flow, tokens });

  const done = doneStep(flow, ticket);
  // The link holds even if this fails: the page finds it by `isLinked`.
  await flows.advance(cookie, flow, done).catch((error: unknown) => {
    tools.log.warn(failureFields(error), 'a finished flow could not be written down');
  });
  tools.announce(discordId, ticket);
  return onward(cookie, done);
}

/** Without the tokens: the link has them now. */
function doneStep(flow: ConfirmStep, { resume, place }: TicketRecord): DoneStep {
  const { tokens: _moved, accessExpiresAt: _of, refreshFrom: _them, ...kept } = flow;
  return {
    ...kept,
    step: 'done',
    ...present({ resumeName: resume && resumeName(resume), place }),
  };
}

function doneView(flow: ConfirmStep | DoneStep): DoneView {
  const { discordName, playerId, playerName = playerId } = flow;
  const { resumeName: waiting, place } = flow.step === 'done' ? flow : {};
  return { discordName, playerName, ...present({ resumeName: waiting }), discordPath: discordPath(place) };
}

const SNOWFLAKE = /^\d{1,20}$/;

function discordPath(place: DoneStep['place']): string {
  const start = '/channels/@me';
  if (place === undefined || !SNOWFLAKE.test(place.channelId)) return start;
  const { guildId, channelId } = place;
  if (guildId === undefined) return `${start}/${channelId}`;
  return SNOWFLAKE.test(guildId) ? `/channels/${guildId}/${channelId}` : start;
}
