import type { APIInteractionResponse } from 'discord.js';
import type { Message } from './render.ts';
import type { ReplyFile } from './reply.ts';

/** The first answer to an interaction, as Discord's callback takes it. */
export interface FirstAnswer {
  body: APIInteractionResponse;
  files: readonly ReplyFile[];
}

/**
 * What became of a first answer: `ours`, Discord took it; `theirs`, another process had answered already (40060 on a first
 * try); `expired`, too late (10062); `failed`, no clear answer or a refusal.
 */
export type Taken = 'ours' | 'theirs' | 'expired' | 'failed';

/** Gives the first answer of one interaction, whatever the transport. */
export type Respond = (answer: FirstAnswer) => Promise<Taken>;

/** Discord's routes for what one interaction may say. `callback` never rejects; the others throw what REST throws. */
export interface ResponseRoutes {
  callback(interaction: { id: string; token: string }, answer: FirstAnswer): Promise<Taken>;
  editOriginal(interactionToken: string, message: Message): Promise<void>;
  followUp(interactionToken: string, message: Message): Promise<void>;
  deleteOriginal(interactionToken: string): Promise<void>;
}
