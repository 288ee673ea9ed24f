import type { APIInteractionResponse } from 'discord-api-types/v10';
import type { Message } from '../message/render.ts';
import type { ReplyFile } from '../message/reply.ts';

/** The first answer to an interaction, in the format of Discord's callback route. */
export interface FirstAnswer {
  body: APIInteractionResponse;
  files: readonly ReplyFile[];
  /** Discord has to confirm that this was the first answer: so it uses the callback route in HTTP mode, too. */
  claims?: boolean;
}

/**
 * Whose first answer it was: `ours`, Discord took it; `theirs`, another process had answered already (40060 on a first
 * try); `expired`, too late (10062); `failed`, no clear answer or a refusal.
 */
export type AckResult = 'ours' | 'theirs' | 'expired' | 'failed';

/** Sends the first answer to one interaction. */
export type Respond = (answer: FirstAnswer) => Promise<AckResult>;

/** The HTTP request by which Discord delivered an interaction. Each is answered once, by one of these. */
export interface OpenRequest {
  /** The first answer as the response; resolves once it has left, or cannot any more. */
  answer(body: APIInteractionResponse): Promise<AckResult>;
  /** No body: the first answer goes over the callback route. */
  leave(): void;
}

/** Discord's routes for answering one interaction. `callback` never rejects; the others throw what REST throws. */
export interface ResponseRoutes {
  callback(interaction: { id: string; token: string }, answer: FirstAnswer): Promise<AckResult>;
  editOriginal(interactionToken: string, message: Message): Promise<void>;
  /** Returns the id of the message. */
  followUp(interactionToken: string, message: Message): Promise<string | undefined>;
  editFollowUp(interactionToken: string, messageId: string, message: Message): Promise<void>;
  deleteOriginal(interactionToken: string): Promise<void>;
}

/**
 * The first answer to one interaction, through the HTTP request if it is open; files, claims, and everything in gateway mode
 * use the callback route. `answeredAt`: when that was done, by `performance.now`.
 */
export function createResponder(
  routes: Pick<ResponseRoutes, 'callback'>,
  interaction: { id: string; token: string },
  request: OpenRequest | undefined,
): { respond: Respond; answeredAt: () => number | undefined } {
  let answeredAt: number | undefined;

  async function send(answer: FirstAnswer): Promise<AckResult> {
    if (request === undefined) return routes.callback(interaction, answer);
    if (answer.claims !== true && answer.files.length === 0) return request.answer(answer.body);
    request.leave();
    return routes.callback(interaction, answer);
  }

  return {
    async respond(answer) {
      const ack = await send(answer);
      answeredAt ??= performance.now();
      return ack;
    },
    answeredAt: () => answeredAt,
  };
}
