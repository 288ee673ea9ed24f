import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  InteractionResponseType,
} from 'discord.js';
import type { ChatMessage } from '../chat/message.ts';
import type { Problem } from '../problems.ts';
import type { Member } from '../world.ts';
import type { RawInteraction } from './payload.ts';

export interface Acknowledgement {
  type: InteractionResponseType;
  at: number;
  afterMs: number;
}

/** What a person has in front of them once no "thinking" remains. */
export type FinalAnswer =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'modal'; modal: APIModalInteractionResponseCallbackData }
  | { kind: 'choices'; choices: readonly APIApplicationCommandOptionChoice[] };

/** One thing that a member did (typed a command, pressed a button), and its outcome. Its fields change as the bot answers. */
export interface SentInteraction {
  readonly id: string;
  readonly token: string;
  /** `/rank`, `press register:confirm`: for listings. */
  readonly label: string;
  readonly member: Member;
  readonly raw: RawInteraction;
  readonly acknowledgement: Acknowledgement | undefined;
  /** Whether the first answer was a deferral (type 5 or 6). */
  readonly deferred: boolean;
  /** Whether "thinking…" is shown now. */
  readonly thinking: boolean;
  /** `@original` as it stands now; of a press that was answered by an update, the message that was pressed on. */
  readonly message: ChatMessage | undefined;
  readonly followups: readonly ChatMessage[];
  readonly modal: APIModalInteractionResponseCallbackData | undefined;
  readonly choices: readonly APIApplicationCommandOptionChoice[] | undefined;
  /** Why there was no answer, once that is certain. */
  readonly failure: string | undefined;
  /** What Discord refused of the bot's answers to this interaction. */
  readonly problems: readonly Problem[];
  /** Rejects with an `UnansweredError` when the deadline passes. */
  readonly acknowledged: Promise<Acknowledgement>;
  /** Rejects with an `UnansweredError` when the deadline passes, or the token dies, without an answer. */
  readonly final: Promise<FinalAnswer>;
  /** `final`, where it has to be a message. */
  answer(): Promise<ChatMessage>;
  /** `final`, where it has to be a modal. */
  opened(): Promise<APIModalInteractionResponseCallbackData>;
  /** `final`, where it has to be suggestions. */
  suggestions(): Promise<readonly APIApplicationCommandOptionChoice[]>;
  /** Waits until the test holds; rejects with an `UnansweredError` after `timeoutMs` (30 s unless told). */
  until(test: (sent: SentInteraction) => boolean, timeoutMs?: number): Promise<SentInteraction>;
  /** Delivers the same interaction once more, to every session that is connected. */
  redeliver(): void;
}

/** Discord would show "The application did not respond". */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}
