import type { APIInteractionResponse } from 'discord-api-types/v10';
import type { Message } from './render.ts';
import type { ReplyFile } from '../words/reply.ts';

/** The first answer to an interaction, as Discord's callback takes it. */
export interface FirstAnswer {
  body: APIInteractionResponse;
  files: readonly ReplyFile[];
  /** Discord has to say that this was the first answer: it goes over the callback route, whatever the transport. */
  claims?: boolean;
}

/**
 * What became of a first answer: `ours`, Discord took it; `theirs`, another process had answered already (40060 on a first
 * try); `expired`, too late (10062); `failed`, no clear answer or a refusal.
 */
export type AckResult = 'ours' | 'theirs' | 'expired' | 'failed';

/** Gives the first answer of one interaction, whatever the transport. */
export type Respond = (answer: FirstAnswer) => Promise<AckResult>;

/** The HTTP request by which Discord delivered an interaction. Each is answered once, by one of these. */
export interface OpenRequest {
  /** The first answer as the response; resolves once it has left, or cannot any more. */
  answer(body: APIInteractionResponse): Promise<AckResult>;
  /** No body: the first answer goes over the callback route. */
  leave(): void;
}

/** Discord's routes for what one interaction may say. `callback` never rejects; the others throw what REST throws. */
export interface ResponseRoutes {
  callback(interaction: { id: string; token: string }, answer: FirstAnswer): Promise<AckResult>;
  editOriginal(interactionToken: string, message: Message): Promise<void>;
  /** Gives the id of the message. */
  followUp(interactionToken: string, message: Message): Promise<string | undefined>;
  editFollowUp(interactionToken: string, messageId: string, message: Message): Promise<void>;
  deleteOriginal(interactionToken: string): Promise<void>;
  /** A message of the bot's own, which answers no interaction. Gives its id. */
  post(channelId: string, message: Message): Promise<string | undefined>;
  editPost(channelId: string, messageId: string, message: Message): Promise<void>;
}
