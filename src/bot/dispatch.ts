import { InteractionResponseType as Response } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { findAct, sayAct, type Act, type FormAct, type TaskAct } from './acts.ts';
import { createAdmission } from './admission.ts';
import { answerTask, type AnswerResult } from './answer.ts';
import type { Command, Services } from './command.ts';
import { directCustomId, parseCustomId } from './custom-id.ts';
import { explainFailure, type Failure } from './failures.ts';
import { parseInteraction, referenceOf, type Interaction, type UserInteraction } from './interaction.ts';
import { renderModal } from './render.ts';
import { answerAutocomplete } from './autocomplete.ts';
import { within } from '../within.ts';
import type { OpenRequest, Respond, ResponseRoutes } from './respond.ts';

/** Each may hold one platform response of up to 2 MiB; even if all are slow, this many still finish within Discord's time limit. */
const MAX_RUNNING = 1000;

export type Dispatcher = ReturnType<typeof createDispatcher>;

/** A finished interaction. Durations in milliseconds; `firstMs`: until the first answer, if there was one. */
export interface HandledInteraction {
  /** "rank", "score:confirm", "gone" */
  command: string;
  kind: Interaction['kind'] | 'unknown';
  outcome: string;
  ms: number;
  firstMs: number | undefined;
}

export interface DispatcherOptions extends Services {
  routes: ResponseRoutes;
  log: Logger;
  onHandled?: (handled: HandledInteraction) => void;
  /** Interactions worked on at once; above, the bot says that it is busy. */
  maxRunning?: number;
  deferAfterMs?: number;
  suggestWithinMs?: number;
}

/** Answers through the open HTTP request; files, claims and everything from the gateway use the callback route. */
function respondBy(
  routes: ResponseRoutes,
  interaction: { id: string; token: string },
  request: OpenRequest | undefined,
): Respond {
  if (request === undefined) return (first) => routes.callback(interaction, first);
  return (first) => {
    if (first.claims !== true && first.files.length === 0) return request.answer(first.body);
    request.leave();
    return routes.callback(interaction, first);
  };
}

async function openModal(act: FormAct, respond: Respond): Promise<AnswerResult> {
  const modal = act.open();
  const customId = directCustomId(modal.action, modal.args ?? []);
  if (customId === undefined)
    throw new Error(`the form of ${act.name} has more state than a custom id holds`);
  const taken = await respond({
    body: { type: Response.Modal, data: renderModal(modal, customId) },
    files: [],
  });
  return { outcome: taken === 'ours' ? 'ok' : taken };
}

/** Adds a retry button to a failure that may pass. */
async function withRetry(failure: Failure, { retry }: TaskAct): Promise<Failure> {
  const button = failure.mayPass ? await retry?.().catch(() => undefined) : undefined;
  return button === undefined ? failure : { ...failure, reply: { ...failure.reply, rows: [[button]] } };
}

/** Answers interactions, whatever the transport: it takes Discord's payload and, where there is one, the open request. */
export function createDispatcher(options: DispatcherOptions) {
  const { log, routes, now, onHandled = () => undefined } = options;
  const running = new Set<Promise<string>>();
  const admission = createAdmission({ now, maxRunning: options.maxRunning ?? MAX_RUNNING });

  const turnAway = (interaction: UserInteraction, why: 'too-fast' | 'busy'): Act =>
    sayAct(options, interaction, why, ({ t }) => t(why === 'busy' ? 'failure.busy' : 'failure.tooFast'));

  async function answer(
    interaction: Interaction,
    respond: Respond,
  ): Promise<AnswerResult & { name: string }> {
    if (interaction.kind === 'ping') {
      return { name: 'ping', outcome: await respond({ body: { type: Response.Pong }, files: [] }) };
    }
    // `running` does not include this interaction yet.
    const admitted = admission.admit(interaction, running.size);
    if (admitted === 'silenced') return { name: 'spam', outcome: admitted };
    const members = 'resolved' in interaction ? interaction.resolved.memberIds : [];
    if (commandOf(options, interaction)?.traceless !== true)
      void options.naming.recordInteraction(interaction.place.serverId, interaction.callerId, members);
    if (interaction.kind === 'autocomplete') {
      if (admitted === 'busy') return { name: 'spam', outcome: admitted };
      return { name: interaction.command, ...(await answerAutocomplete(options, interaction, respond)) };
    }
    const act =
      admitted === 'admitted' ? await findAct(options, interaction) : turnAway(interaction, admitted);
    if ('open' in act) return { name: act.name, ...(await openModal(act, respond)) };
    const { task, context } = act;
    const answered = await answerTask(task, {
      ...context,
      token: interaction.token,
      respond,
      routes,
      claim: () => options.claimWrite(interaction.id),
      deferAfterMs: options.deferAfterMs ?? 1500,
      explain: async (error) => withRetry(await explainFailure(error, context), act),
    });
    return { name: task.name, ...answered };
  }

  async function handle(raw: unknown, request: OpenRequest | undefined): Promise<string> {
    const started = performance.now();
    const interaction = parseInteraction(raw);
    if (interaction === undefined) {
      const ms = performance.now() - started;
      onHandled({ command: 'unknown', kind: 'unknown', outcome: 'malformed', ms, firstMs: undefined });
      log.warn({ outcome: 'malformed' }, 'interaction');
      return 'malformed';
    }
    const { kind } = interaction;
    const respond = respondBy(routes, interaction, request);
    let firstMs: number | undefined;
    const timed: Respond = async (first) => {
      const taken = await respond(first);
      firstMs ??= performance.now() - started;
      return taken;
    };
    const { name, outcome, error, platform } = await answer(interaction, timed).catch(
      (cause: unknown): AnswerResult & { name: string } => ({
        name: nameOf(options, interaction),
        outcome: 'unanswered',
        error: cause,
      }),
    );
    const ms = performance.now() - started;
    onHandled({ command: name, kind, outcome, ms, firstMs });
    const line = {
      command: name,
      kind,
      reference: referenceOf(interaction),
      outcome,
      ms: Math.round(ms),
      ...(firstMs !== undefined && { firstMs: Math.round(firstMs) }),
      ...platform,
    };
    if (error !== undefined) log.error({ ...line, err: error }, 'interaction');
    else if (outcome === 'expired' || outcome === 'failed') log.warn(line, 'interaction');
    else log.info(line, 'interaction');
    return outcome;
  }

  return {
    /**
     * Answers one interaction as Discord delivered it (an `APIInteraction`, not yet checked), by the request that brought it
     * where there is one, and gives its outcome. Never rejects: what goes wrong is logged and, where it can be, told.
     */
    dispatch: (raw: unknown, request?: OpenRequest): Promise<string> => {
      const work = handle(raw, request).finally(() => running.delete(work));
      running.add(work);
      return work;
    },
    /** How many interactions are being answered. */
    running: () => running.size,
    /** Waits until what is running has been answered, `ms` at most. */
    async drain(ms: number): Promise<void> {
      await within(Promise.all(running), ms, () => undefined);
    },
  };
}

function commandOf({ commands }: Services, interaction: Interaction): Command | undefined {
  const name =
    'command' in interaction
      ? interaction.command
      : parseCustomId('customId' in interaction ? interaction.customId : '')?.command;
  return commands.find((command) => command.name === name);
}

/** For logs and metrics: a made-up name from a request must not become a label. */
const nameOf = (services: Services, interaction: Interaction): string =>
  commandOf(services, interaction)?.name ?? 'unknown';
