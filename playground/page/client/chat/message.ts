import type { PageMember, PageMessage } from '../../protocol.ts';
import { discordWords, type DiscordWords } from '../discord-words.ts';
import { button, h, icon } from '../dom.ts';
import { drawMarkdown, type MarkdownWorld } from '../markdown/draw.ts';
import { messageMenu } from '../moderation.ts';
import { moment, stamp } from '../moments.ts';
import { avatar, botTag } from '../people.ts';
import type { Room } from '../room.ts';
import type { LocalNote } from '../store.ts';
import { drawRows } from './components.ts';
import { drawEmbed } from './embed.ts';
import { drawFiles } from './files.ts';

/** What stands above a message: the command that it answers, or the message. */
function context(message: PageMessage, room: Room): HTMLElement | null {
  const { used } = message;
  if (used) {
    const isSlash = room.store.state.commands.some(
      ({ kind, line }) => kind === 'slash' && line === used.command,
    );
    return usedLine(
      room.store.person(used.memberId),
      h('span', { class: 'context-name', 'data-member': used.memberId }, used.memberName),
      isSlash ? `/${used.command}` : used.command,
      discordWords(room.store.me.locale).used,
    );
  }
  if (message.repliesTo === null) return null;
  const above = room.store.state.messages.find(({ id }) => id === message.repliesTo);
  const text =
    above && room.store.sees(above)
      ? above.content || above.embeds[0]?.title || above.embeds[0]?.description
      : undefined;
  return h(
    'p',
    { class: 'context' },
    icon('reply'),
    h('span', { class: 'context-name' }, above?.author.name ?? room.store.state.bot.name),
    h(
      'span',
      { class: 'context-text' },
      ` ${preview(text, room) ?? (above ? 'a message that only one person sees' : 'a message that is gone')}`,
    ),
  );
}

const usedLine = (
  person: PageMember | undefined,
  name: HTMLElement,
  command: string,
  verb: string,
): HTMLElement =>
  h('p', { class: 'context' }, avatar(person), name, verb, h('span', { class: 'context-command' }, command));

const PREVIEW_CHARACTERS = 80;
const GROUP_MS = 7 * 60_000;

/** A text on a single line, without markup. */
function preview(text: string | undefined, room: Room): string | undefined {
  const line = text && drawMarkdown(text.replaceAll('\n', ' '), room.markdown()).textContent?.trim();
  return line ? Array.from(line).slice(0, PREVIEW_CHARACTERS).join('') : undefined;
}

const thinking = (text: string): HTMLElement =>
  h(
    'p',
    { class: 'thinking' },
    h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
    text,
  );

/** A name for the article: who, when, to what, and who sees it. */
function articleName(message: PageMessage, locale: string): string {
  const { author, used, visibleTo } = message;
  return [
    author.name,
    moment(message.createdAt, 'f', locale),
    used && `answering ${used.memberName}`,
    visibleTo !== null && discordWords(locale).onlyYou,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
}

const edited = ({ editedAt }: PageMessage, { locale }: MarkdownWorld): HTMLElement | null =>
  editedAt === null
    ? null
    : h('span', { class: 'edited', title: moment(editedAt, 'F', locale) }, discordWords(locale).edited);

/** The text, with "(edited)" behind its last word. */
function drawContent(message: PageMessage, world: MarkdownWorld): HTMLElement {
  const content = drawMarkdown(message.content, world);
  const mark = edited(message, world);
  if (mark === null) return content;
  const last = content.lastElementChild;
  if (last instanceof HTMLParagraphElement) last.append(' ', mark);
  else content.append(mark);
  return content;
}

/** Of the same author, soon after: Discord shows such a message without its head. */
export const isGrouped = (message: PageMessage, before: PageMessage | undefined): boolean =>
  before !== undefined &&
  message.author.id === before.author.id &&
  message.visibleTo === before.visibleTo &&
  message.used === null &&
  message.repliesTo === null &&
  message.createdAt - before.createdAt < GROUP_MS;

export function drawMessage(message: PageMessage, room: Room): HTMLElement {
  const { store } = room;
  const world = room.markdown();
  const { author } = message;
  const isPrivate = message.visibleTo !== null;
  const isMentioned = message.pings.includes(store.me.id);
  return h(
    'article',
    {
      class: ['message', isPrivate && 'private', isMentioned && 'mentioned'].filter(Boolean).join(' '),
      'aria-label': articleName(message, world.locale),
      'aria-busy': message.thinking,
      'data-message': message.id,
      tabindex: -1,
    },
    context(message, room),
    avatar(store.person(author.id)),
    h(
      'div',
      { class: 'message-main' },
      h(
        'p',
        { class: 'message-head' },
        h('span', { class: 'author', 'data-member': author.bot ? null : author.id }, author.name),
        author.bot && botTag(),
        h(
          'time',
          {
            class: 'stamp',
            datetime: new Date(message.createdAt).toISOString(),
            title: moment(message.createdAt, 'F', world.locale),
          },
          stamp(message.createdAt, world.locale),
        ),
      ),
      message.thinking && thinking(discordWords(world.locale).thinking(author.name)),
      message.content !== '' && drawContent(message, world),
      ...message.embeds.map((embed) => drawEmbed(embed, message.pictures, world)),
      ...drawFiles(message.files),
      drawRows(message, room),
      message.content === '' && edited(message, world),
      isPrivate && onlyYou(discordWords(world.locale), () => store.dismiss(message.id)),
    ),
    messageMenu(message, room),
  );
}

const onlyYou = (words: DiscordWords, dismiss: () => void) =>
  h(
    'p',
    { class: 'only-you' },
    icon('eye'),
    `${words.onlyYou} · `,
    button({ class: 'text-button' }, dismiss, words.dismiss),
  );

/** A command that is on its way or got no answer. */
export function drawNote(note: LocalNote, room: Room): HTMLElement {
  const { me, state } = room.store;
  const { bot } = state;
  const words = discordWords(me.locale);
  const failed = note.failure !== null;
  return h(
    'article',
    {
      class: 'message private',
      'aria-label': `${bot.name}, ${moment(note.at, 'f', me.locale)}, ${words.onlyYou}`,
      'data-note': note.id,
      tabindex: -1,
    },
    usedLine(me, h('span', { class: 'context-name' }, me.name), note.label, words.used),
    avatar(bot),
    h(
      'div',
      { class: 'message-main' },
      h('p', { class: 'message-head' }, h('span', { class: 'author' }, bot.name), botTag()),
      failed
        ? h('p', { class: 'failure', title: note.failure ?? '' }, words.silent)
        : h('p', { class: 'thinking' }, words.sending),
      failed && onlyYou(words, () => room.store.forgetNote(note.id)),
    ),
  );
}
