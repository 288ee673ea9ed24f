import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatMessage } from '../discord/chat/message.ts';
import type { SentInteraction } from '../discord/interactions/sent.ts';
import type { ActingMember } from '../discord/people/acts.ts';
import type { FieldValues } from '../discord/people/modal.ts';
import type { TypedOptions } from '../discord/people/options.ts';
import type { PlaygroundDiscord } from '../discord/server.ts';
import { drawMessage } from './draw.ts';
import type { MarkupSetting } from './markup.ts';

/** An answer is missing, or it is not what it has to be. */
export class TourError extends Error {
  override readonly name = 'TourError';
}

/** What has to be read in an answer, and who sees it. */
export interface Wanted {
  says?: readonly (string | RegExp)[];
  never?: readonly (string | RegExp)[];
  sees: 'everybody' | 'alone';
}

/** As fast as it can, and from then on at a pace at which the bot still answers one member. */
const QUICK_ANSWERS = 15;
const PAUSE_MS = 150;
/** What nobody should ever read, whatever was asked. */
const RAW = /undefined|\[object|\bNaN\b|\bnull\b|\{\{/;

export interface StageOptions {
  discord: PlaygroundDiscord;
  write: (line: string) => void;
}

/** Where members act: shows what they do and what they get to see, and stops the tour at what is not right. */
export class Stage {
  readonly #discord: PlaygroundDiscord;
  readonly #write: (line: string) => void;
  readonly #setting: MarkupSetting;
  answers = 0;

  constructor({ discord, write }: StageOptions) {
    this.#discord = discord;
    this.#write = write;
    this.#setting = {
      now: Date.now,
      memberName: (id) => discord.world.members.find((member) => member.id === id)?.name,
      placeName: (id) =>
        [...discord.world.channels, ...discord.world.guilds.flatMap(({ roles }) => roles)].find(
          (place) => place.id === id,
        )?.name,
    };
  }

  chapter(title: string): void {
    this.#write(`\n── ${title} ──`);
  }

  tell(text: string): void {
    this.#write(`\n${text}`);
  }

  /** A page of the browser, and what is pressed on it. */
  page(where: string, heading: string, pressed?: string): void {
    const button = pressed === undefined ? '' : `  [ ${pressed} ]`;
    this.#write(`  ${where.padEnd(11)} ${heading}${button}`);
  }

  /** `shown`: what stands in the options, where that is not what is sent (a choice shows its name and sends an id). */
  async type(
    who: string,
    line: string,
    values: TypedOptions,
    wanted: Wanted,
    shown: TypedOptions = {},
  ): Promise<ChatMessage> {
    const typed = Object.entries({ ...values, ...shown }).map(([name, value]) => `${name}: ${String(value)}`);
    this.#act(who, 'types', [`/${line}`, ...typed].join('  '));
    return this.#answer(this.#member(who).slash(line, values), wanted);
  }

  async press(who: string, message: ChatMessage, label: string, wanted: Wanted): Promise<ChatMessage> {
    this.#act(who, 'presses', `[ ${label} ]`);
    return this.#answer(this.#member(who).press(message, label), wanted);
  }

  /** Presses a button that opens a form, changes fields of it by name, and sends it. */
  async fill(
    who: string,
    message: ChatMessage,
    label: string,
    values: FieldValues,
    wanted: Wanted,
  ): Promise<ChatMessage> {
    this.#act(who, 'presses', `[ ${label} ]`);
    const opened = this.#member(who).press(message, label);
    const form = await opened.opened();
    this.#write(`  ${form.title}`);
    for (const [name, value] of Object.entries(values)) {
      const parts = typeof value === 'string' ? [value] : value;
      const shown = parts.map((part) => (typeof part === 'string' ? part : part.filename));
      this.#act(who, 'fills in', `${name}: ${shown.join(', ')}`);
    }
    return this.#answer(this.#member(who).submitModal(opened, values), wanted);
  }

  /** From the menu of another member. */
  async menu(who: string, command: string, target: string, wanted: Wanted): Promise<ChatMessage> {
    this.#act(who, `opens the menu of ${target}:`, command);
    return this.#answer(this.#member(who).userCommand(command, target), wanted);
  }

  async choose(
    who: string,
    message: ChatMessage,
    menu: string,
    option: string | readonly string[],
    wanted: Wanted,
  ): Promise<ChatMessage> {
    const chosen = typeof option === 'string' ? option : option.join(', ');
    if (chosen === '') this.#act(who, 'clears', menu);
    else this.#act(who, 'chooses', chosen);
    return this.#answer(this.#member(who).select(message, menu, option), wanted);
  }

  /** Types into an option and takes the first suggestion that fits. */
  async suggest(
    who: string,
    command: string,
    option: string,
    typed: string,
    pattern: RegExp,
  ): Promise<{ name: string; value: string }> {
    const sent = this.#member(who).autocomplete(command, option, { [option]: typed });
    const choices = await sent.suggestions();
    this.#act(who, 'types', `/${command}  ${option}: ${typed}▏`);
    for (const { name } of choices.slice(0, 4)) this.#write(`    ${name}`);
    if (choices.length > 4) this.#write(`    and ${choices.length - 4} more`);
    const first = choices.find(({ name }) => pattern.test(name));
    if (first === undefined)
      throw new TourError(`/${command} suggests nothing like ${pattern} for "${typed}"`);
    return { name: first.name, value: String(first.value) };
  }

  /** Shows a message that nobody asked for just now, or that has changed by itself. */
  show(message: ChatMessage | undefined, what: string, wanted: Wanted): ChatMessage {
    if (message === undefined) throw new TourError(`${what}: there is no such message`);
    this.#check(message, what, wanted);
    this.#draw(message);
    return message;
  }

  #member(name: string): ActingMember {
    return this.#discord.member(name);
  }

  #act(who: string, does: string, what: string): void {
    this.#write(`\n${who} ${does} ${what}`);
  }

  async #answer(sent: SentInteraction, wanted: Wanted): Promise<ChatMessage> {
    const message = await sent.answer();
    this.#check(message, sent.label, wanted);
    this.#draw(message);
    if (this.answers > QUICK_ANSWERS) await sleep(PAUSE_MS);
    return message;
  }

  #draw(message: ChatMessage): void {
    const alone = message.visibleTo === null ? '' : ' · only you can see this';
    this.#write(`  ${message.author.global_name ?? message.author.username}${alone}`);
    for (const line of drawMessage(message, this.#setting)) this.#write(`  ${line}`.trimEnd());
  }

  #check(message: ChatMessage, what: string, { says = [], never = [], sees }: Wanted): void {
    this.answers += 1;
    const text = drawMessage(message, this.#setting).join(' ').replaceAll(/\s+/g, ' ');
    const fits = (pattern: string | RegExp) =>
      typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
    const wrong = (why: string): never => {
      throw new TourError(`${what}: ${why}, but the answer was: ${text}`);
    };
    for (const pattern of says) if (!fits(pattern)) wrong(`it should say ${String(pattern)}`);
    for (const pattern of [RAW, ...never]) if (fits(pattern)) wrong(`it should not say ${String(pattern)}`);
    if ((sees === 'everybody') !== (message.visibleTo === null))
      wrong(`it should be seen by ${sees === 'alone' ? 'one member alone' : sees}`);
  }
}
