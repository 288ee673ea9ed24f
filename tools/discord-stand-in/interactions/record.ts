import {
  InteractionResponseType as Answer,
  type APIApplicationCommandOptionChoice,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';
import type { ChatMessage } from '../chat/message.ts';
import type { Problem } from '../problems.ts';
import type { Member } from '../world.ts';
import type { RawInteraction } from './payload.ts';
import { UnansweredError, type Acknowledgement, type FinalAnswer, type SentInteraction } from './sent.ts';

interface Waiter {
  test: () => boolean;
  settle: (failure?: string) => void;
}

/** What the record reads from the rest of the stand-in. */
export interface RecordParts {
  openedBy: InteractionRecord | undefined;
  message: (id: string) => ChatMessage | undefined;
  problems: () => readonly Problem[];
  deliver: (raw: RawInteraction) => void;
}

/** The book-keeping behind a `SentInteraction`; only the desk changes it. */
export class InteractionRecord implements SentInteraction {
  readonly label: string;
  readonly member: Member;
  readonly raw: RawInteraction;
  readonly sentAt: number;
  /** Of a modal: the interaction that opened it. */
  readonly openedBy: InteractionRecord | undefined;
  readonly acknowledged: Promise<Acknowledgement>;
  readonly final: Promise<FinalAnswer>;
  acknowledgement: Acknowledgement | undefined;
  modal: APIModalInteractionResponseCallbackData | undefined;
  choices: readonly APIApplicationCommandOptionChoice[] | undefined;
  failure: string | undefined;
  originalId: string | undefined;
  followupIds: string[] = [];
  /** Whether `@original` says what the bot meant to say: set by the answer itself, or by what follows a deferral. */
  answered = false;
  readonly #parts: RecordParts;
  readonly #waiters = new Set<Waiter>();

  constructor(raw: RawInteraction, member: Member, label: string, sentAt: number, parts: RecordParts) {
    this.raw = raw;
    this.member = member;
    this.label = label;
    this.sentAt = sentAt;
    this.#parts = parts;
    this.openedBy = parts.openedBy;
    this.acknowledged = this.#promise(() => this.acknowledgement);
    this.final = this.#promise(() => this.#answer());
  }

  get id(): string {
    return this.raw.id;
  }

  get token(): string {
    return this.raw.token;
  }

  get deferred(): boolean {
    const type = this.acknowledgement?.type;
    return type === Answer.DeferredChannelMessageWithSource || type === Answer.DeferredMessageUpdate;
  }

  get thinking(): boolean {
    return this.message?.thinking ?? false;
  }

  get message(): ChatMessage | undefined {
    return this.originalId === undefined ? undefined : this.#parts.message(this.originalId);
  }

  get followups(): readonly ChatMessage[] {
    return this.followupIds.flatMap((id) => this.#parts.message(id) ?? []);
  }

  get problems(): readonly Problem[] {
    return this.#parts.problems().filter(({ interactionId }) => interactionId === this.id);
  }

  async answer(): Promise<ChatMessage> {
    const final = await this.final;
    if (final.kind === 'message') return final.message;
    throw new Error(`${this.label} was answered with ${final.kind}, not with a message`);
  }

  async opened(): Promise<APIModalInteractionResponseCallbackData> {
    const final = await this.final;
    if (final.kind === 'modal') return final.modal;
    throw new Error(`${this.label} was answered with ${final.kind}, not with a modal`);
  }

  async suggestions(): Promise<readonly APIApplicationCommandOptionChoice[]> {
    const final = await this.final;
    if (final.kind === 'choices') return final.choices;
    throw new Error(`${this.label} was answered with ${final.kind}, not with choices`);
  }

  async until(test: (sent: SentInteraction) => boolean, timeoutMs = 30_000): Promise<SentInteraction> {
    if (test(this)) return this;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        test: () => test(this),
        settle: (failure) => {
          clearTimeout(timer);
          if (failure === undefined) resolve(this);
          else reject(this.#unanswered(failure));
        },
      };
      const timer = setTimeout(
        () => this.#done(waiter, `what was waited for did not come in ${timeoutMs} ms`),
        timeoutMs,
      );
      this.#waiters.add(waiter);
    });
  }

  redeliver(): void {
    this.#parts.deliver(this.raw);
  }

  /** To be called after each change. */
  changed(): void {
    for (const waiter of this.#waiters) if (waiter.test()) this.#done(waiter);
  }

  fail(reason: string): void {
    this.failure ??= reason;
    for (const waiter of this.#waiters) this.#done(waiter, reason);
  }

  #done(waiter: Waiter, failure?: string): void {
    this.#waiters.delete(waiter);
    waiter.settle(failure);
  }

  #unanswered(reason: string): UnansweredError {
    return new UnansweredError(`${this.label}: ${reason}`);
  }

  #promise<T>(read: () => T | undefined): Promise<T> {
    const promise = new Promise<T>((resolve, reject) => {
      this.#waiters.add({
        test: () => read() !== undefined,
        settle: (failure) => {
          const value = read();
          if (value === undefined) reject(this.#unanswered(failure ?? 'nothing came'));
          else resolve(value);
        },
      });
    });
    // If no caller awaits it, its rejection must not end the process.
    promise.catch(() => {});
    return promise;
  }

  #answer(): FinalAnswer | undefined {
    if (this.modal) return { kind: 'modal', modal: this.modal };
    if (this.choices) return { kind: 'choices', choices: this.choices };
    const { message } = this;
    if (message && this.answered && !message.deleted) return { kind: 'message', message };
    // A placeholder that was taken away and followed up, or a press that was answered by a message of its own.
    const followup = this.followups.at(-1);
    const replaced = message?.deleted || this.acknowledgement?.type === Answer.DeferredMessageUpdate;
    return followup && replaced ? { kind: 'message', message: followup } : undefined;
  }
}
