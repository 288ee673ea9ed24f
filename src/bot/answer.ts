import { InteractionResponseType as Response, MessageFlags } from 'discord-api-types/v10';
import { present } from '../present.ts';
import type { Reply } from '../words/reply.ts';
import { announce } from './announce.ts';
import { privateAudience, type AnswerAudience } from './audience.ts';
import type { Context } from './command.ts';
import { platformFields, type Failure, type PlatformFields } from './failures.ts';
import { renderReply } from './render.ts';
import type { AckResult, FirstAnswer, Respond, ResponseRoutes } from './respond.ts';
import { within } from '../within.ts';

/** One piece of work that answers an interaction. */
export interface Task {
  /** For the log: "rank", "score:confirm". */
  name: string;
  /** `update` changes the message that was pressed, `reply` sends a new one. */
  answers: 'reply' | 'update';
  /** Of the new message, or of the one that it changes. */
  audience: AnswerAudience;
  writes: boolean;
  run(): Promise<Reply>;
}

/** A private answer: nothing on a message that was pressed changes. */
export const privateTask = (name: string, run: Task['run']): Task => ({
  name,
  answers: 'reply',
  audience: privateAudience(),
  writes: false,
  run,
});

export interface AnswerResult {
  outcome: string;
  /** Set where the handler, or Discord, failed in a way that somebody should look at. */
  error?: unknown;
  /** Of a failure that the platform has caused. */
  platform?: PlatformFields;
}

interface Line extends Pick<Context, 'guilds' | 'place' | 'self' | 't' | 'tickets'> {
  /** Of the interaction. */
  token: string;
  respond: Respond;
  routes: ResponseRoutes;
  /** Takes this interaction's write: of all who ask, in any process, one gets it. */
  claim: () => Promise<boolean>;
  /** Milliseconds until a read is deferred: Discord allows 3 s to the first answer. */
  deferAfterMs: number;
  explain(error: unknown): Promise<Failure>;
}

/** Another delivery of the same interaction has claimed the write. */
class ClaimedError extends Error {}

type Outcome =
  | { reply: Reply; failure?: never; error?: never }
  | { failure: Failure; error: unknown; reply?: never };

async function settle(run: Task['run'], line: Line): Promise<Outcome> {
  try {
    return { reply: await run() };
  } catch (error) {
    return { failure: await line.explain(error), error };
  }
}

/** Where an answer goes, by what is known so far. Tickets of a public message live longer. */
interface Delivery {
  update: boolean;
  isPublic: boolean;
}

/** What became private leaves the message that was pressed as it is. */
const deliveryOf = async ({ answers, audience }: Task): Promise<Delivery> => ({
  isPublic: await audience.isPublic(),
  update: answers === 'update' && !audience.isClosed(),
});

const deferral = ({ update, isPublic }: Delivery): FirstAnswer => ({
  body: update
    ? { type: Response.DeferredMessageUpdate }
    : {
        type: Response.DeferredChannelMessageWithSource,
        ...(!isPublic && { data: { flags: MessageFlags.Ephemeral } }),
      },
  files: [],
});

const ended = (outcome: Outcome): AnswerResult => {
  if (outcome.failure === undefined) return { outcome: 'ok' };
  const { outcome: name, unexpected } = outcome.failure;
  return {
    outcome: name,
    ...(unexpected && { error: outcome.error }),
    ...present({ platform: platformFields(outcome.error) }),
  };
};

/** The whole answer in one call, where the handler was quick. A failure is private, whatever the command is. */
async function answerAtOnce(delivery: Delivery, outcome: Outcome, line: Line): Promise<AckResult> {
  const isFailure = outcome.failure !== undefined;
  const update = delivery.update && !isFailure;
  const isPublic = delivery.isPublic && !isFailure;
  const { reply } = outcome.failure ?? outcome;
  const { body, files } = await renderReply(reply, {
    tickets: line.tickets,
    ephemeral: !isPublic && !update,
    lasting: isPublic,
  });
  const taken = await line.respond({
    // The two body types agree in all that a rendered reply holds.
    body: { type: update ? Response.UpdateMessage : Response.ChannelMessageWithSource, data: body },
    files,
  });
  if (taken === 'ours') await reply.placed?.('@original');
  return taken;
}

/** Answers the caller alone after a deferral. */
async function answerAlone({ update, isPublic }: Delivery, reply: Reply, line: Line): Promise<void> {
  const { routes, t, token } = line;
  if (!update && !isPublic) {
    await routes.editOriginal(token, await renderReply(reply, line));
    await reply.placed?.('@original');
    return;
  }
  if (!update) {
    // A follow-up straight after a public deferral would fill the placeholder, and its ephemeral flag be ignored.
    try {
      await routes.deleteOriginal(token);
    } catch {
      await routes.editOriginal(token, await renderReply({ content: t('failure.neutral') }, line));
    }
  }
  const sent = await routes.followUp(token, await renderReply(reply, { ...line, ephemeral: true }));
  if (sent !== undefined) await reply.placed?.(sent);
}

async function answerDeferred(
  { audience }: Task,
  deferred: Delivery,
  outcome: Outcome,
  line: Line,
): Promise<void> {
  if (outcome.failure !== undefined) return answerAlone(deferred, outcome.failure.reply, line);
  if (deferred.isPublic && audience.isClosed()) return answerAlone(deferred, outcome.reply, line);
  const lasting = deferred.isPublic;
  await line.routes.editOriginal(line.token, await renderReply(outcome.reply, { ...line, lasting }));
  await outcome.reply.placed?.('@original');
}

/** Acknowledges the interaction, and answers it once the work is done. */
async function answerLater(
  task: Task,
  { delivery, claims = false }: { delivery: Delivery; claims?: boolean },
  work: () => Promise<Outcome>,
  line: Line,
): Promise<AnswerResult> {
  const taken = await line.respond({ ...deferral(delivery), ...(claims && { claims }) });
  if (taken !== 'ours') return { outcome: taken };
  const outcome = await work();
  if (outcome.error instanceof ClaimedError) return { outcome: 'theirs' };
  await answerDeferred(task, delivery, outcome, line);
  if (outcome.reply?.announce) await announce(outcome.reply.announce, line);
  return ended(outcome);
}

/**
 * Runs a task and answers its interaction. A read starts at once and is deferred when it takes long; a write is
 * acknowledged first and runs only when Discord took that as the first answer, so that an interaction delivered twice,
 * or seen by two processes, writes once. Where a first try got no clear answer, two of them may take the acknowledgement for
 * their own: so the write itself is claimed, too. Rejects only where Discord's REST does.
 */
export async function answerTask(task: Task, line: Line): Promise<AnswerResult> {
  if (task.writes) {
    const write = async () => {
      if (await line.claim()) return task.run();
      throw new ClaimedError();
    };
    const delivery = await deliveryOf(task);
    return answerLater(task, { delivery, claims: true }, () => settle(write, line), line);
  }
  // Read in parallel with the work.
  void task.audience.isPublic();
  const work = settle(() => task.run(), line);
  const quick = await within(work, line.deferAfterMs, () => undefined);
  const delivery = await deliveryOf(task);
  if (quick === undefined) return answerLater(task, { delivery }, () => work, line);
  const taken = await answerAtOnce(delivery, quick, line);
  if (taken !== 'ours') return { outcome: taken };
  if (quick.reply?.announce) await announce(quick.reply.announce, line);
  return ended(quick);
}
