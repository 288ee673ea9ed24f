import { InteractionResponseType as Response } from 'discord.js';
import type { Logger } from 'pino';
import { LIMITS } from '../words/limits.ts';
import { label } from '../words/plain.ts';
import { findAct, referenceOf, type Act, type Services } from './act.ts';
import { answerTask, type Answered, type Task } from './answer.ts';
import type { Context } from './command.ts';
import { directCustomId, parseCustomId } from './custom-id.ts';
import { explainFailure } from './failures.ts';
import { parseInteraction, type Interaction } from './interaction.ts';
import { renderModal } from './render.ts';
import type { Respond, ResponseRoutes } from './respond.ts';

export interface Dispatcher {
  /**
   * Answers one interaction as Discord delivered it (an `APIInteraction`, not yet checked). `respond` gives the first answer; without it, the callback route
   * does. Never rejects: what goes wrong is logged and, where it can be, told.
   */
  dispatch(raw: unknown, respond?: Respond): Promise<void>;
  /** Waits until what is running has been answered, `ms` at most. */
  drain(ms: number): Promise<void>;
}

export interface DispatcherOptions extends Services {
  routes: ResponseRoutes;
  log: Logger;
  deferAfterMs?: number;
  suggestWithinMs?: number;
}

function suggestOf(services: Services, interaction: Extract<Interaction, { kind: 'autocomplete' }>) {
  const command = services.commands.find((known) => known.name === interaction.command);
  const option = command?.options[interaction.focused];
  return option?.type === 'text' ? option.suggest : undefined;
}

async function answerAutocomplete(
  options: DispatcherOptions,
  interaction: Extract<Interaction, { kind: 'autocomplete' }>,
  respond: Respond,
): Promise<Answered> {
  const suggest = suggestOf(options, interaction);
  let error: unknown;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(resolve, options.suggestWithinMs ?? 2000, []);
  });
  const work = suggest?.({
    ...options,
    typed: interaction.typed.trim(),
    callerId: interaction.callerId,
    t: options.words.in(interaction.locale),
  }).catch((cause: unknown) => {
    error = cause;
    return [];
  });
  const found = await Promise.race([work ?? [], late]);
  clearTimeout(timer);
  const choices = found
    .filter((choice) => choice.value !== '' && choice.value.length <= LIMITS.choiceValue)
    .map((choice) => ({ name: label(choice.name, LIMITS.choiceName) || choice.value, value: choice.value }))
    .slice(0, LIMITS.choices);
  const taken = await respond({
    body: { type: Response.ApplicationCommandAutocompleteResult, data: { choices } },
    files: [],
  });
  return { outcome: taken === 'ours' ? 'ok' : taken, ...(error !== undefined && { error }) };
}

/** A button whose action is no longer there: a private sentence, and nothing on the message changes. */
const goneTask = (name: string, context: Context): Task => ({
  name,
  answers: 'reply',
  ephemeral: true,
  writes: false,
  run: () => Promise.resolve({ content: context.t('failure.gone', { help: context.mention('help') }) }),
});

async function openModal(act: Extract<Act, { kind: 'modal' }>, respond: Respond): Promise<Answered> {
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

/** Answers interactions, whatever the transport: it takes Discord's payload and a way to give the first answer. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, routes, tickets, words } = options;
  const running = new Set<Promise<void>>();

  async function answer(interaction: Interaction, respond: Respond): Promise<Answered & { name: string }> {
    if (interaction.kind === 'ping') {
      return { name: 'ping', outcome: await respond({ body: { type: Response.Pong }, files: [] }) };
    }
    if (interaction.kind === 'autocomplete') {
      return { name: interaction.command, ...(await answerAutocomplete(options, interaction, respond)) };
    }
    const act = findAct(options, interaction);
    if (act.kind === 'modal') return { name: act.name, ...(await openModal(act, respond)) };
    const task = act.kind === 'gone' ? goneTask(act.name, act.context) : act.task;
    const t = words.in(interaction.locale);
    const answered = await answerTask(task, {
      interaction,
      respond,
      routes,
      tickets,
      deferAfterMs: options.deferAfterMs ?? 1500,
      neutral: t('failure.neutral'),
      explain: (error) => explainFailure(error, act.context),
    });
    return { name: act.kind === 'gone' ? 'gone' : task.name, ...answered };
  }

  async function handle(raw: unknown, given: Respond | undefined): Promise<void> {
    const started = performance.now();
    const interaction = parseInteraction(raw);
    if (interaction === undefined) {
      log.warn({ outcome: 'malformed' }, 'interaction');
      return;
    }
    const respond = given ?? ((first) => routes.callback(interaction, first));
    let firstMs: number | undefined;
    const timed: Respond = async (first) => {
      const taken = await respond(first);
      firstMs ??= Math.round(performance.now() - started);
      return taken;
    };
    const line = { kind: interaction.kind, reference: referenceOf(interaction.id) };
    const ms = () => Math.round(performance.now() - started);
    try {
      const { name, outcome, error } = await answer(interaction, timed);
      const entry = { command: name, ...line, outcome, ms: ms(), firstMs };
      if (error !== undefined) log.error({ ...entry, err: error }, 'interaction');
      else if (outcome === 'expired' || outcome === 'failed') log.warn(entry, 'interaction');
      else log.info(entry, 'interaction');
    } catch (error) {
      const command =
        'command' in interaction
          ? interaction.command
          : parseCustomId('customId' in interaction ? interaction.customId : '')?.command;
      log.error({ command, ...line, outcome: 'unanswered', ms: ms(), err: error }, 'interaction');
    }
  }

  return {
    dispatch(raw, respond) {
      const work = handle(raw, respond).finally(() => running.delete(work));
      running.add(work);
      return work;
    },
    async drain(ms) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer);
    },
  };
}
