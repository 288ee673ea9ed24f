import { InteractionResponseType as Response, MessageFlags } from 'discord-api-types/v10';
import { present } from '../present.ts';
import type { Post, Reply, SentReply } from '../message/reply.ts';
import { within } from '../async/within.ts';
import type { FormAct, InteractionAct } from './acts.ts';
import type { AnswerAudience } from './audience.ts';
import type { BotContext, Filled } from './command.ts';
import { formCustomId } from '../message/custom-id.ts';
import { explainFailure, platformFields, type FailureReply, type PlatformFields } from './failures.ts';
import { renderModal } from '../message/render-modal.ts';
import { renderReply } from '../message/render.ts';
import type { FirstAnswer, Respond, ResponseRoutes } from './respond.ts';
import { retryButton } from './retry.ts';
import { filledOf, formOf, insteadOfForm, runAct } from './run.ts';

export interface AnswerResult {
  outcome: string;
  /** Set where the handler, or Discord, failed in a way that needs attention. */
  error?: unknown;
  /** Of a failure that the platform caused. */
  platform?: PlatformFields;
}

/** An act that is not answered yet, and what answers it. */
interface PendingAct {
  act: InteractionAct;
  context: BotContext;
  audience: AnswerAudience;
  /** Of the interaction. */
  token: string;
  respond: Respond;
  routes: ResponseRoutes;
  /** Claims this interaction's write: `true` for one caller in all processes. */
  claim: () => Promise<boolean>;
  /** Milliseconds until a read is deferred: Discord allows 3 s to the first answer. */
  deferAfterMs: number;
}

type RunResult =
  | { reply: Reply; failure?: never; error?: never }
  | { failure: FailureReply; error: unknown; reply?: never };

/** Another delivery of the same interaction has claimed the write. */
class ClaimedError extends Error {}

/** Answers an act. Rejects only where Discord's REST does, or where a form cannot be built. */
export async function answerAct(pending: PendingAct): Promise<AnswerResult> {
  const { act, context } = pending;
  if (act.kind === 'form') {
    const [instead, filled] = await Promise.all([insteadOfForm(act, context), filledOf(act, context)]);
    return instead === undefined ? answerWithForm(act, filled, pending) : answerRead(instead, pending);
  }
  const run = async (): Promise<Reply> => {
    // From here on, `context.t` is in the language of those who see the answer.
    await pending.audience.isPublic();
    return runAct(act, context);
  };
  return act.writes ? answerWrite(run, pending) : answerRead(run, pending);
}

async function answerWithForm(
  act: FormAct,
  filled: Filled | undefined,
  { context, respond }: PendingAct,
): Promise<AnswerResult> {
  const modal = formOf(act, context, filled);
  const customId = formCustomId(modal);
  if (customId === undefined)
    throw new Error(`the form of ${act.name} has more state than a custom id holds`);
  const ack = await respond({
    body: { type: Response.Modal, data: renderModal(modal, customId) },
    files: [],
  });
  return { outcome: ack === 'ours' ? 'ok' : ack };
}

/** Starts a read at once, and defers the answer if the read takes long. */
async function answerRead(run: () => Promise<Reply>, pending: PendingAct): Promise<AnswerResult> {
  const work = settle(run, pending);
  const quick = await within(work, pending.deferAfterMs, () => undefined);
  const mode = await modeOf(pending);
  return quick === undefined
    ? answerLater(mode, {}, () => work, pending)
    : answerAtOnce(mode, quick, pending);
}

/**
 * Acknowledges a write first, and runs it only when Discord took that as the first answer, so that an interaction delivered
 * twice, or to two processes, writes once. If a first try got no clear answer, two processes may both take the acknowledgement
 * for their own: so the write itself is claimed, too.
 */
async function answerWrite(run: () => Promise<Reply>, pending: PendingAct): Promise<AnswerResult> {
  const write = async (): Promise<Reply> => {
    if (await pending.claim()) return run();
    throw new ClaimedError();
  };
  const mode = await modeOf(pending);
  return answerLater(mode, { claims: true }, () => settle(write, pending), pending);
}

async function settle(run: () => Promise<Reply>, { act, context }: PendingAct): Promise<RunResult> {
  try {
    return { reply: await run() };
  } catch (error) {
    const failure = await explainFailure(error, { ...context, t: context.callerT });
    const retry = failure.mayPass
      ? await retryButton(act, { ...context, t: context.callerT }).catch(() => undefined)
      : undefined;
    if (retry === undefined) return { failure, error };
    return { failure: { ...failure, reply: { ...failure.reply, rows: [[retry]] } }, error };
  }
}

/** How an answer appears, by what is known when it is sent. Tickets of a public message live longer. */
interface AnswerMode {
  update: boolean;
  isPublic: boolean;
}

/** An answer that became private leaves the message that was pressed as it is. */
const modeOf = async ({ act, audience }: PendingAct): Promise<AnswerMode> => ({
  isPublic: await audience.isPublic(),
  update: act.answers === 'update' && !audience.isClosed(),
});

/** A failure comes below the message that was pressed, unless it takes the place of a private one. */
const staysBeside = ({ failure }: RunResult, { isPublic, update }: AnswerMode): boolean =>
  failure !== undefined && !(failure.inPlace === true && update && !isPublic);

/** Sends the whole answer in one call. A failure is private, even of a public command. */
async function answerAtOnce(mode: AnswerMode, result: RunResult, pending: PendingAct): Promise<AnswerResult> {
  const isFailure = result.failure !== undefined;
  const update = mode.update && !staysBeside(result, mode);
  const isPublic = mode.isPublic && !isFailure;
  const { reply } = result.failure ?? result;
  const { body, files } = await renderReply(reply, {
    tickets: pending.context.tickets,
    ephemeral: !isPublic && !update,
    lasting: isPublic,
  });
  const ack = await pending.respond({
    // The two body types agree in all that a rendered reply contains.
    body: { type: update ? Response.UpdateMessage : Response.ChannelMessageWithSource, data: body },
    files,
  });
  return ack === 'ours' ? finish('@original', result, pending) : { outcome: ack };
}

/** Acknowledges the interaction, and answers it once the work is done. */
async function answerLater(
  mode: AnswerMode,
  { claims = false }: Pick<FirstAnswer, 'claims'>,
  work: () => Promise<RunResult>,
  pending: PendingAct,
): Promise<AnswerResult> {
  const ack = await pending.respond({ ...deferral(mode), ...present({ claims: claims || undefined }) });
  if (ack !== 'ours') return { outcome: ack };
  const result = await work();
  if (result.error instanceof ClaimedError) return { outcome: 'theirs' };
  const { reply } = result.failure ?? result;
  const isPrivate = staysBeside(result, mode) || (mode.isPublic && pending.audience.isClosed());
  const messageId = isPrivate
    ? await replacePrivately(mode, reply, pending)
    : await editDeferred(mode, reply, pending);
  return finish(messageId, result, pending);
}

const deferral = ({ update, isPublic }: AnswerMode): FirstAnswer => ({
  body: update
    ? { type: Response.DeferredMessageUpdate }
    : {
        type: Response.DeferredChannelMessageWithSource,
        ...present({ data: isPublic ? undefined : { flags: MessageFlags.Ephemeral } }),
      },
  files: [],
});

/** The id of a reply's message; `undefined` where Discord does not say it. */
type MessageId = SentReply['id'] | undefined;

async function editDeferred(
  { isPublic }: AnswerMode,
  reply: Reply,
  { context, routes, token }: PendingAct,
): Promise<MessageId> {
  const { tickets } = context;
  await routes.editOriginal(token, await renderReply(reply, { tickets, lasting: isPublic }));
  return '@original';
}

/** Answers only the caller after a deferral. */
async function replacePrivately(mode: AnswerMode, reply: Reply, pending: PendingAct): Promise<MessageId> {
  const { context, routes, token } = pending;
  const { callerT, guilds, place, tickets } = context;
  if (!mode.update && !mode.isPublic) return editDeferred(mode, reply, pending);
  if (!mode.update) {
    // A follow-up straight after a public deferral would fill the placeholder, and its ephemeral flag would be ignored.
    try {
      await routes.deleteOriginal(token);
    } catch {
      // The channel sees it, although the answer is the caller's.
      const t =
        place.serverId === undefined ? callerT : await guilds.translator(place.serverId, place.guildLocale);
      await routes.editOriginal(token, await renderReply({ content: t('failure.neutral') }, { tickets }));
    }
  }
  return routes.followUp(token, await renderReply(reply, { tickets, ephemeral: true }));
}

async function finish(
  messageId: MessageId,
  result: RunResult,
  { context: { tickets }, routes, token }: PendingAct,
): Promise<AnswerResult> {
  const { reply } = result.failure ?? result;
  const followUp = async (post: Post): Promise<string | undefined> =>
    routes.followUp(token, await renderReply(post, { tickets, lasting: true }));
  await reply.afterSent?.({ followUp, ...present({ id: messageId }) });
  if (result.failure === undefined) return { outcome: 'ok' };
  const { outcome, unexpected } = result.failure;
  return {
    outcome,
    ...present({
      error: unexpected ? result.error : undefined,
      platform: platformFields(result.error),
    }),
  };
}
