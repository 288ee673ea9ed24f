import { InteractionResponseType as Response, MessageFlags } from 'discord-api-types/v10';
import { isPublicIn } from '../guilds/settings.ts';
import type { Reply } from '../words/reply.ts';
import type { Context } from './command.ts';
import type { Failure } from './failures.ts';
import { renderReply, type Message } from './render.ts';
import type { AckResult, FirstAnswer, Respond, ResponseRoutes } from './respond.ts';
import { within } from '../within.ts';

/** One piece of work that answers an interaction. */
export interface Task {
  /** For the log: "rank", "score:confirm". */
  name: string;
  /** `update` changes the message that was pressed, `reply` sends a new one. */
  answers: 'reply' | 'update';
  ephemeral: boolean;
  /** The message that it sends or updates is public, so its tickets live longer. */
  lasting: boolean;
  writes: boolean;
  run(): Promise<Reply>;
}

/** A private answer: nothing on a message that was pressed changes. */
export const privateTask = (name: string, run: Task['run']): Task => ({
  name,
  answers: 'reply',
  ephemeral: true,
  lasting: false,
  writes: false,
  run,
});

export interface AnswerResult {
  outcome: string;
  /** Set where the handler, or Discord, failed in a way that somebody should look at. */
  error?: unknown;
}

interface Line extends Pick<Context, 'guilds' | 'place' | 't' | 'tickets'> {
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

const deferral = (task: Task): FirstAnswer => ({
  body:
    task.answers === 'update'
      ? { type: Response.DeferredMessageUpdate }
      : {
          type: Response.DeferredChannelMessageWithSource,
          ...(task.ephemeral && { data: { flags: MessageFlags.Ephemeral } }),
        },
  files: [],
});

const ended = (outcome: Outcome): AnswerResult => {
  if (outcome.failure === undefined) return { outcome: 'ok' };
  return { outcome: outcome.failure.outcome, ...(outcome.failure.unexpected && { error: outcome.error }) };
};

/** The whole answer in one call, where the handler was quick. A failure is private, whatever the command is. */
async function answerAtOnce(task: Task, outcome: Outcome, line: Line): Promise<AckResult> {
  const ephemeral = outcome.failure !== undefined || task.ephemeral;
  const update = task.answers === 'update' && outcome.failure === undefined;
  const { body, files } = await renderReply(outcome.failure?.reply ?? outcome.reply ?? {}, {
    tickets: line.tickets,
    ephemeral: ephemeral && !update,
    lasting: task.lasting && outcome.failure === undefined,
  });
  const taken = await line.respond({
    // The two body types agree in all that a rendered reply holds.
    body: { type: update ? Response.UpdateMessage : Response.ChannelMessageWithSource, data: body },
    files,
  });
  if (taken === 'ours') await (outcome.failure?.reply ?? outcome.reply)?.placed?.('@original');
  return taken;
}

/** A failure after a deferral, shown to the caller alone. */
async function failDeferred(task: Task, failure: Failure, line: Line): Promise<void> {
  const { routes, t, token } = line;
  if (task.answers === 'reply' && task.ephemeral) {
    await routes.editOriginal(token, await renderReply(failure.reply, line));
    await failure.reply.placed?.('@original');
    return;
  }
  if (task.answers === 'reply') {
    // A follow-up straight after a public deferral would fill the placeholder, and its ephemeral flag be ignored.
    try {
      await routes.deleteOriginal(token);
    } catch {
      await routes.editOriginal(token, await renderReply({ content: t('failure.neutral') }, line));
    }
  }
  const sent = await routes.followUp(token, await renderReply(failure.reply, { ...line, ephemeral: true }));
  if (sent !== undefined) await failure.reply.placed?.(sent);
}

async function answerDeferred(task: Task, outcome: Outcome, line: Line): Promise<void> {
  if (outcome.failure !== undefined) return failDeferred(task, outcome.failure, line);
  const { lasting } = task;
  await line.routes.editOriginal(line.token, await renderReply(outcome.reply, { ...line, lasting }));
  await outcome.reply.placed?.('@original');
}

/** Whether public commands answer in public where the interaction came from. */
const isPublicHere = async ({ guilds, place }: Line): Promise<boolean> =>
  place.serverId === undefined || isPublicIn(await guilds.settings.recent(place.serverId), place);

/** Where a server chose channels for public answers, all others get them privately. */
const placeTask = async (task: Task, line: Line): Promise<Task> =>
  (await isPublicHere(line)) ? task : { ...task, ephemeral: true, lasting: false };

/** Posts into the server's results channel; `false` where there is none, or it took nothing. */
async function postResult(
  serverId: string,
  { result, message }: { result: string; message: Message },
  { guilds, routes, t }: Line,
): Promise<boolean> {
  const { resultsChannelId } = await guilds.settings.recent(serverId);
  if (resultsChannelId === undefined) return false;
  try {
    await guilds.announced.during(resultsChannelId, result, () => routes.post(resultsChannelId, message));
    return true;
  } catch {
    await guilds.note(serverId, t('server.audit.resultLost', { channel: `<#${resultsChannelId}>` }));
    return false;
  }
}

async function announce(outcome: Outcome, line: Line): Promise<void> {
  if (outcome.reply?.announce === undefined) return;
  const { guilds, place, routes, tickets, token } = line;
  const { result = '', ...reply } = outcome.reply.announce;
  const message = await renderReply(reply, { tickets, lasting: true });
  const tellHere = () => routes.followUp(token, message);
  if (place.serverId === undefined) {
    await tellHere();
    return;
  }
  if (await postResult(place.serverId, { result, message }, line)) return;
  if (await isPublicHere(line)) await guilds.announced.during(place.channelId ?? '', result, tellHere);
}

/** Acknowledges the interaction, and answers it once the work is done. */
async function answerLater(
  task: Task,
  first: FirstAnswer,
  work: () => Promise<Outcome>,
  line: Line,
): Promise<AnswerResult> {
  const taken = await line.respond(first);
  if (taken !== 'ours') return { outcome: taken };
  const outcome = await work();
  if (outcome.error instanceof ClaimedError) return { outcome: 'theirs' };
  await answerDeferred(task, outcome, line);
  await announce(outcome, line);
  return ended(outcome);
}

/**
 * Runs a task and answers its interaction. A read starts at once and is deferred when it takes long; a write is
 * acknowledged first and runs only when Discord took that as the first answer, so that an interaction delivered twice,
 * or seen by two processes, writes once. Where a first try got no clear answer, two of them may take the acknowledgement for
 * their own: so the write itself is claimed, too. Rejects only where Discord's REST does.
 */
export async function answerTask(given: Task, line: Line): Promise<AnswerResult> {
  // Read in parallel with the work.
  const placed = given.ephemeral ? Promise.resolve(given) : placeTask(given, line);
  if (given.writes) {
    const task = await placed;
    const write = async () => {
      if (await line.claim()) return task.run();
      throw new ClaimedError();
    };
    return answerLater(task, { ...deferral(task), claims: true }, () => settle(write, line), line);
  }
  const work = settle(() => given.run(), line);
  const quick = await within(work, line.deferAfterMs, () => undefined);
  const task = await placed;
  if (quick === undefined) return answerLater(task, deferral(task), () => work, line);
  const taken = await answerAtOnce(task, quick, line);
  if (taken !== 'ours') return { outcome: taken };
  await announce(quick, line);
  return ended(quick);
}
