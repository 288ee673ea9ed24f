import { InteractionResponseType as Response, MessageFlags } from 'discord-api-types/v10';
import type { Tickets } from './custom-id.ts';
import type { Failure } from './failures.ts';
import { renderReply } from './render.ts';
import type { Reply } from '../words/reply.ts';
import type { Respond, ResponseRoutes, AckResult } from './respond.ts';
import type { ServerRules } from './server-rules.ts';
import { within } from './within.ts';

/** One piece of work that answers an interaction. */
export interface Task {
  /** For the log: "rank", "score:confirm". */
  name: string;
  /** `update` changes the message that was pressed, `reply` sends a new one. */
  answers: 'reply' | 'update';
  ephemeral: boolean;
  /** The message that it answers with, or changes, is public. */
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

interface Line {
  interaction: { token: string };
  respond: Respond;
  routes: ResponseRoutes;
  rules: ServerRules;
  /** Takes this interaction's write: of all who ask, in any process, one gets it. */
  claim: () => Promise<boolean>;
  tickets: Tickets;
  /** Milliseconds until a read is deferred: Discord allows 3 s to the first answer. */
  deferAfterMs: number;
  explain(error: unknown): Promise<Failure>;
  /** Said in place of a placeholder that could not be removed. */
  neutral: string;
}

/** Another delivery of the same interaction writes. */
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

const deferral = (task: Task) => ({
  body:
    task.answers === 'update'
      ? ({ type: Response.DeferredMessageUpdate } as const)
      : ({
          type: Response.DeferredChannelMessageWithSource,
          ...(task.ephemeral && { data: { flags: MessageFlags.Ephemeral } }),
        } as const),
  files: [],
});

const ended = (outcome: Outcome, taken: AckResult): AnswerResult => {
  if (taken !== 'ours') return { outcome: taken };
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
  const { token } = line.interaction;
  if (task.answers === 'reply' && task.ephemeral) {
    await line.routes.editOriginal(token, await renderReply(failure.reply, line));
    await failure.reply.placed?.('@original');
    return;
  }
  if (task.answers === 'reply') {
    // A follow-up straight after a public deferral would fill the placeholder, and its ephemeral flag be ignored.
    try {
      await line.routes.deleteOriginal(token);
    } catch {
      await line.routes.editOriginal(token, await renderReply({ content: line.neutral }, line));
    }
  }
  const sent = await line.routes.followUp(
    token,
    await renderReply(failure.reply, { ...line, ephemeral: true }),
  );
  if (sent !== undefined) await failure.reply.placed?.(sent);
}

async function answerDeferred(task: Task, outcome: Outcome, line: Line): Promise<void> {
  if (outcome.failure !== undefined) return failDeferred(task, outcome.failure, line);
  const { lasting } = task;
  await line.routes.editOriginal(
    line.interaction.token,
    await renderReply(outcome.reply, { ...line, lasting }),
  );
  await outcome.reply.placed?.('@original');
}

async function announce(outcome: Outcome, { interaction, routes, rules, ...line }: Line): Promise<void> {
  if (outcome.reply?.announce === undefined) return;
  const { result = '', ...reply } = outcome.reply.announce;
  const message = await renderReply(reply, { ...line, lasting: true });
  if (await rules.postResult(message, result)) return;
  if (await rules.isPublic()) await rules.tellHere(result, () => routes.followUp(interaction.token, message));
}

/** Where a server chose channels for public answers, all others get them privately. */
const privateElsewhere = async (task: Task, rules: ServerRules): Promise<Task> =>
  (await rules.isPublic()) ? task : { ...task, ephemeral: true, lasting: false };

/**
 * Runs a task and answers its interaction. A read starts at once and is deferred when it takes long; a write is
 * acknowledged first and runs only when Discord took that as the first answer, so that an interaction delivered twice,
 * or seen by two processes, writes once. Where a first try got no clear answer, two of them may take the acknowledgement for
 * their own: so the write itself is claimed, too. Rejects only where Discord's REST does.
 */
export async function answerTask(given: Task, line: Line): Promise<AnswerResult> {
  // Read beside the work, which need not wait for it.
  const placed = given.ephemeral ? Promise.resolve(given) : privateElsewhere(given, line.rules);
  if (given.writes) {
    const task = await placed;
    const taken = await line.respond({ ...deferral(task), claims: true });
    if (taken !== 'ours') return { outcome: taken };
    const outcome = await settle(async () => {
      if (await line.claim()) return task.run();
      throw new ClaimedError();
    }, line);
    if (outcome.error instanceof ClaimedError) return { outcome: 'theirs' };
    await answerDeferred(task, outcome, line);
    await announce(outcome, line);
    return ended(outcome, taken);
  }
  const work = settle(() => given.run(), line);
  const quick = await within(work, line.deferAfterMs);
  const task = await placed;
  if (quick !== undefined) {
    const taken = await answerAtOnce(task, quick, line);
    if (taken === 'ours') await announce(quick, line);
    return ended(quick, taken);
  }
  const taken = await line.respond(deferral(task));
  if (taken !== 'ours') return { outcome: taken };
  const outcome = await work;
  await answerDeferred(task, outcome, line);
  await announce(outcome, line);
  return ended(outcome, taken);
}
