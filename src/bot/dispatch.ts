import { InteractionResponseType as Response } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { within } from '../async/within.ts';
import { present } from '../present.ts';
import { actOf, sentenceAct } from './acts.ts';
import { createAdmission } from './admission.ts';
import { answerAct, type AnswerResult } from './answer.ts';
import { createAudience } from './audience.ts';
import { answerAutocomplete } from './autocomplete.ts';
import type { Command, CommandFor, Services } from './command.ts';
import { contextFor } from './context.ts';
import { parseCustomId } from '../message/custom-id.ts';
import { parseInteraction, referenceOf, type ParsedInteraction } from './interaction.ts';
import { createResponder, type OpenRequest, type Respond, type ResponseRoutes } from './respond.ts';

/** Each may buffer one platform response of up to 2 MiB; even if all are slow, this many still finish within Discord's time limit. */
const MAX_RUNNING = 1000;

export type Dispatcher = ReturnType<typeof createDispatcher>;

/** A finished interaction. Durations in milliseconds; `firstMs`: until the first answer, if there was one. */
export interface HandledInteraction {
  /** "rank", "score:confirm", "gone" */
  command: string;
  kind: ParsedInteraction['kind'] | 'unknown';
  outcome: string;
  ms: number;
  firstMs: number | undefined;
}

export interface DispatcherOptions<S extends object = object> extends Services {
  commands: readonly CommandFor<S>[];
  /** What handlers get of rooms that the dispatcher does not know. */
  rooms: S;
  routes: ResponseRoutes;
  log: Logger;
  onHandled?: (handled: HandledInteraction) => void;
  /** Interactions answered at once; above, the bot answers that it is busy. */
  maxRunning?: number;
  deferAfterMs?: number;
  suggestWithinMs?: number;
}

/** The result, with the command's or action's name for the log. */
type LoggedResult = AnswerResult & { name: string };

/** Answers interactions from either transport: it takes Discord's payload and, in HTTP mode, the open request. */
export function createDispatcher<S extends object>(options: DispatcherOptions<S>) {
  const { guilds, log, routes, now, words, onHandled = () => undefined } = options;
  const running = new Set<Promise<string>>();
  const admission = createAdmission({ now, maxRunning: options.maxRunning ?? MAX_RUNNING });

  async function answer(interaction: ParsedInteraction, respond: Respond): Promise<LoggedResult> {
    if (interaction.kind === 'ping') {
      return { name: 'ping', outcome: await respond({ body: { type: Response.Pong }, files: [] }) };
    }
    // `running` does not include this interaction yet.
    const admitted = admission.admit(interaction, running.size);
    if (admitted === 'silenced') return { name: 'spam', outcome: admitted };
    recordSightings(options, interaction);
    if (interaction.kind === 'autocomplete') {
      if (admitted === 'busy') return { name: 'spam', outcome: admitted };
      return { name: interaction.command, ...(await answerAutocomplete(options, interaction, respond)) };
    }
    const act =
      admitted === 'admitted' ? actOf(options.commands, interaction) : sentenceAct(interaction, admitted);
    const audience = createAudience(act.visibleTo, interaction.place, {
      guilds,
      callerT: words.in(interaction.locale),
    });
    const result = await answerAct({
      act,
      audience,
      context: contextFor(options, act, audience),
      token: interaction.token,
      respond,
      routes,
      claim: () => options.claimWrite(interaction.id),
      deferAfterMs: options.deferAfterMs ?? 1500,
    });
    return { name: act.name, ...result };
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
    const { respond, answeredAt } = createResponder(routes, interaction, request);
    const { name, outcome, error, platform } = await answer(interaction, respond).catch(
      (cause: unknown): LoggedResult => ({
        // A made-up name from a request must not become a label.
        name: commandOf(options, interaction)?.name ?? 'unknown',
        outcome: 'unanswered',
        error: cause,
      }),
    );
    const ms = performance.now() - started;
    const firstAt = answeredAt();
    const firstMs = firstAt === undefined ? undefined : firstAt - started;
    onHandled({ command: name, kind, outcome, ms, firstMs });
    const fields = {
      command: name,
      kind,
      reference: referenceOf(interaction),
      outcome,
      ms: Math.round(ms),
      ...present({ firstMs: firstMs === undefined ? undefined : Math.round(firstMs) }),
      ...platform,
    };
    if (error !== undefined) log.error({ ...fields, err: error }, 'interaction');
    else if (outcome === 'expired' || outcome === 'failed') log.warn(fields, 'interaction');
    else log.info(fields, 'interaction');
    return outcome;
  }

  return {
    /**
     * Answers one interaction as Discord delivered it (an `APIInteraction`, not yet validated), through `request` in HTTP mode,
     * and resolves with its outcome. Never rejects: failures are logged and, where possible, answered.
     */
    dispatch: (raw: unknown, request?: OpenRequest): Promise<string> => {
      const work = handle(raw, request).finally(() => running.delete(work));
      running.add(work);
      return work;
    },
    /** How many interactions are being answered. */
    running: () => running.size,
    /** Waits until the running interactions are answered, `ms` at most. */
    async drain(ms: number): Promise<void> {
      await within(Promise.all(running), ms, () => undefined);
    },
  };
}

/** Records who was seen in the server, and its language, unless the command leaves no trace. */
function recordSightings(services: Services, interaction: ParsedInteraction): void {
  if (commandOf(services, interaction)?.traceless === true) return;
  const members = 'resolved' in interaction ? interaction.resolved.memberIds : [];
  const { guildLocale, serverId } = interaction.place;
  void services.naming.recordInteraction(serverId, interaction.callerId, members);
  if (serverId !== undefined && guildLocale !== undefined)
    void services.guilds.settings.noteLocale(serverId, guildLocale);
}

function commandOf({ commands }: Services, interaction: ParsedInteraction): Command | undefined {
  const name =
    'command' in interaction
      ? interaction.command
      : parseCustomId('customId' in interaction ? interaction.customId : '')?.command;
  return commands.find((command) => command.name === name);
}
