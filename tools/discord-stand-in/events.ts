import type { APIApplicationCommandOptionChoice, APIModalInteractionResponseCallbackData } from 'discord.js';
import type { ChatMessage } from './chat/message.ts';
import type { PublishedCommand } from './rest/command-book.ts';
import type { Problem } from './problems.ts';
import type { GuildEvent } from './rest/event-routes.ts';
import type { NickChange, RoleChange } from './rest/role-routes.ts';
import type { DiscordWireEntry } from './wire.ts';
import type { Channel } from './world.ts';

/** What a listener (the chat page over its event stream, a test) hears, in the order in which it happened. */
export type StandInEvent =
  | { type: 'message-created'; message: ChatMessage }
  /** A placeholder: "Matchpoint is thinking…". Its filling comes as `message-edited`. */
  | { type: 'thinking'; message: ChatMessage }
  | { type: 'message-edited'; message: ChatMessage }
  | { type: 'message-deleted'; message: ChatMessage }
  | { type: 'channel-deleted'; channel: Channel }
  | { type: 'interaction-sent'; interactionId: string; memberId: string; label: string }
  | { type: 'interaction-acknowledged'; interactionId: string; memberId: string; afterMs: number }
  /** Discord shows "The application did not respond". */
  | { type: 'interaction-failed'; interactionId: string; memberId: string; reason: string }
  | {
      type: 'modal-opened';
      interactionId: string;
      memberId: string;
      modal: APIModalInteractionResponseCallbackData;
    }
  | {
      type: 'choices-offered';
      interactionId: string;
      memberId: string;
      choices: readonly APIApplicationCommandOptionChoice[];
    }
  | { type: 'commands-published'; commands: readonly PublishedCommand[] }
  | { type: 'channel-changed'; channel: Channel }
  | { type: 'role-changed'; change: RoleChange | NickChange }
  | { type: 'event-changed'; event: GuildEvent }
  | { type: 'event-deleted'; event: GuildEvent }
  | { type: 'bot-connected'; sessionId: string }
  | { type: 'bot-disconnected'; sessionId: string; code: number }
  | { type: 'problem'; problem: Problem }
  | { type: 'wire'; entry: DiscordWireEntry };

export type StandInListener = (event: StandInEvent) => void;

export interface StandInEvents {
  emit(event: StandInEvent): void;
  /** Gives the function that ends the listening. */
  listen(listener: StandInListener): () => void;
}

export function createEvents(): StandInEvents {
  const listeners = new Set<StandInListener>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
