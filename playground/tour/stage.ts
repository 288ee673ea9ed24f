import { setTimeout as sleep } from 'node:timers/promises';
import type { Locale } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { SentInteraction } from '../../tools/discord-stand-in/interactions/sent.ts';
import type { ActingMember } from '../../tools/discord-stand-in/people/acts.ts';
import type { FieldValues } from '../../tools/discord-stand-in/people/modal.ts';
import type { TypedOptions } from '../../tools/discord-stand-in/people/options.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { roundNameText } from '../../src/brackets/usual-names.ts';
import { createWords } from '../../src/words/words.ts';
import type { Playground } from '../start.ts';
import { patternOf, sayIn, type Say } from '../wording.ts';
import { drawMessage } from './draw.ts';
import { drawMarkup, type MarkupSetting } from './markup.ts';

/** An answer is missing, or it is not what it has to be. */
export class TourError extends Error {
  override readonly name = 'TourError';
}

/** What a chapter of the tour needs of the world. */
export type TourWorld = Pick<Playground, 'discord' | 'platform'>;

type StageValue = FieldValues[string];

/** What has to be read in an answer, sentences of ours by `TourStage.say`, and who sees it. */
export interface ExpectedAnswer {
  says?: readonly string[];
  never?: readonly string[];
  sees: 'everybody' | 'alone';
}

/** As fast as it can, and from then on at a pace at which the bot still answers one member. */
const QUICK_ANSWERS = 15;
const PAUSE_MS = 150;
/** What no answer may say. */
const RAW = /undefined|\[object|\bNaN\b|\bnull\b|\{\{/;

export interface StageOptions {
  discord: DiscordStandIn;
  write: (line: string) => void;
  /** Everybody's language. */
  locale: Locale;
}

/** A text as it is compared: labels and messages have their spaces in different ways. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** All texts in a part of a message or form. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

/** Where members act: shows what they do and what they get to see, and stops the tour at what is not right. */
export class TourStage {
  readonly #discord: DiscordStandIn;
  readonly #write: (line: string) => void;
  readonly #setting: MarkupSetting;
  /** Everybody's words. */
  readonly say: Say;
  /** The platform's name for a round as everybody reads it. */
  readonly roundName: (name: string) => string;
  answers = 0;

  constructor({ discord, write, locale }: StageOptions) {
    this.#discord = discord;
    this.#write = write;
    this.say = sayIn(locale);
    const t = createWords().in(locale);
    this.roundName = (name) => roundNameText(name, t);
    this.#setting = {
      locale,
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
    wanted: ExpectedAnswer,
    shown: TypedOptions = {},
  ): Promise<ChatMessage> {
    const typed = Object.entries({ ...values, ...shown }).map(([name, value]) => `${name}: ${String(value)}`);
    this.#act(who, 'types', [`/${line}`, ...typed].join('  '));
    return this.#answer(this.#member(who).slash(line, values), wanted);
  }

  async press(
    who: string,
    message: ChatMessage,
    label: string,
    wanted: ExpectedAnswer,
  ): Promise<ChatMessage> {
    const own = this.#label(label, message.components);
    this.#act(who, 'presses', `[ ${own} ]`);
    return this.#answer(this.#member(who).press(message, own), wanted);
  }

  /** Presses a button that opens a form, changes fields of it by name, and sends it. */
  async fill(
    who: string,
    message: ChatMessage,
    label: string,
    values: FieldValues,
    wanted: ExpectedAnswer,
  ): Promise<ChatMessage> {
    const own = this.#label(label, message.components);
    this.#act(who, 'presses', `[ ${own} ]`);
    const opened = this.#member(who).press(message, own);
    const form = await opened.opened();
    this.#write(`  ${form.title}`);
    const choices = Object.entries(values).map(
      ([name, value]) => [name, this.#chosen(value, form.components)] as const,
    );
    for (const [name, value] of choices) {
      const parts = typeof value === 'string' ? [value] : value;
      const shown = parts.map((part) => (typeof part === 'string' ? part : part.filename));
      this.#act(who, 'fills in', `${name}: ${shown.join(', ')}`);
    }
    return this.#answer(this.#member(who).submitModal(opened, Object.fromEntries(choices)), wanted);
  }

  /** From the menu of another member. */
  async menu(who: string, command: string, target: string, wanted: ExpectedAnswer): Promise<ChatMessage> {
    this.#act(who, `opens the menu of ${target}:`, command);
    return this.#answer(this.#member(who).userCommand(command, target), wanted);
  }

  async choose(
    who: string,
    message: ChatMessage,
    menu: string,
    option: string | readonly string[],
    wanted: ExpectedAnswer,
  ): Promise<ChatMessage> {
    const own = this.#label(menu, message.components);
    const options = [option].flat().map((one) => this.#label(one, message.components));
    if (options.length === 0) this.#act(who, 'clears', own);
    else this.#act(who, 'chooses', options.join(', '));
    return this.#answer(this.#member(who).select(message, own, options), wanted);
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

  /** Shows a message that no command caused, or that has changed on its own. */
  show(message: ChatMessage | undefined, what: string, wanted: ExpectedAnswer): ChatMessage {
    if (message === undefined) throw new TourError(`${what}: there is no such message`);
    this.#check(message, what, wanted);
    this.#draw(message);
    return message;
  }

  /** A label as it stands in one of these parts. */
  #label(label: string, parts: unknown): string {
    const pattern = new RegExp(`^(?:${this.#pattern(label).source})$`);
    return textsIn(parts).find((text) => pattern.test(inOneLine(text))) ?? label;
  }

  /** In a form: the labels of chosen options; anything else as it is. */
  #chosen(value: StageValue, parts: unknown): StageValue {
    if (typeof value === 'string') return value;
    const texts = value.filter((one) => typeof one === 'string');
    return texts.length === value.length ? texts.map((one) => this.#label(one, parts)) : value;
  }

  #member(name: string): ActingMember {
    return this.#discord.member(name);
  }

  #act(who: string, does: string, what: string): void {
    this.#write(`\n${who} ${does} ${what}`);
  }

  async #answer(sent: SentInteraction, wanted: ExpectedAnswer): Promise<ChatMessage> {
    const message = await sent.answer();
    this.#check(message, sent.label, wanted);
    this.#draw(message);
    if (this.answers > QUICK_ANSWERS) await sleep(PAUSE_MS);
    return message;
  }

  #pattern = (text: string): RegExp => patternOf(inOneLine(drawMarkup(text, this.#setting)));

  #draw(message: ChatMessage): void {
    const alone = message.visibleTo === null ? '' : ' · only you can see this';
    this.#write(`  ${message.author.global_name ?? message.author.username}${alone}`);
    for (const line of drawMessage(message, this.#setting)) this.#write(`  ${line}`.trimEnd());
  }

  #check(message: ChatMessage, what: string, { says = [], never = [], sees }: ExpectedAnswer): void {
    this.answers += 1;
    this.read(drawMessage(message, this.#setting).join(' '), what, says, never);
    if ((sees === 'everybody') !== (message.visibleTo === null))
      throw new TourError(`${what}: it should be seen by ${sees === 'alone' ? 'one member alone' : sees}`);
  }

  /** Checks what is read in a message or on a page. */
  read(drawn: string, what: string, says: readonly string[], never: readonly string[] = []): void {
    const text = inOneLine(drawn);
    const wrong = (why: string): never => {
      throw new TourError(`${what}: ${why}, but the answer was: ${text}`);
    };
    for (const pattern of says.map(this.#pattern))
      if (!pattern.test(text)) wrong(`it should say ${pattern.source}`);
    for (const pattern of [RAW, ...never.map(this.#pattern)])
      if (pattern.test(text)) wrong(`it should not say ${pattern.source}`);
  }
}
