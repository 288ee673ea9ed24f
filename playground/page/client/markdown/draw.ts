import { button, h } from '../dom.ts';
import { moment } from '../moments.ts';
import { withEmoji } from './emoji.ts';
import { parseInline, parseMarkdown, type Block, type Inline } from './parse.ts';

/** What the drawing needs to know of the world. */
export interface MarkdownWorld {
  locale: string;
  memberName: (id: string) => string | undefined;
  channelName: (id: string) => string | undefined;
  roleName: (id: string) => string | undefined;
  /** A clickable command was pressed. */
  useCommand: (line: string) => void;
  /** A link to a message was pressed. */
  showMessage: (channelId: string, messageId: string) => void;
}

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', struck: 's' } as const;

function inline(nodes: readonly Inline[], world: MarkdownWorld): Node[] {
  return nodes.flatMap((node): Node | Node[] => {
    switch (node.kind) {
      case 'text':
        return withEmoji(node.text);
      case 'code':
        return h('code', {}, node.text);
      case 'bold':
      case 'italic':
      case 'underline':
      case 'struck':
        return h(TAGS[node.kind], {}, ...inline(node.children, world));
      case 'spoiler':
        return spoiler(inline(node.children, world));
      case 'time':
        return drawTime(node.at * 1000, node.style, world.locale);
      case 'member': {
        const name = world.memberName(node.id);
        const memberId = name === undefined ? null : node.id;
        return h('span', { class: 'mention', 'data-member': memberId }, `@${name ?? 'unknown-user'}`);
      }
      case 'role':
        return h('span', { class: 'mention' }, `@${world.roleName(node.id) ?? 'unknown-role'}`);
      case 'channel':
        return h('span', { class: 'mention' }, `#${world.channelName(node.id) ?? 'unknown'}`);
      case 'link':
        return h(
          'a',
          { href: node.url, target: '_blank', rel: 'noopener' },
          ...(node.children === undefined ? [node.url] : inline(node.children, world)),
        );
      case 'jump': {
        const { channelId, messageId, children } = node;
        const show = (): void => world.showMessage(channelId, messageId);
        return button({ class: 'text-button' }, show, ...inline(children, world));
      }
      case 'command':
        return button({ class: 'mention' }, () => world.useCommand(node.line), `/${node.line}`);
      case 'break':
        return h('br');
    }
  });
}

/** Covered until it is pressed. */
function spoiler(children: readonly Node[]): HTMLElement {
  const hidden = h('span', { 'aria-hidden': 'true' }, ...children);
  const cover = button(
    { class: 'spoiler', 'aria-label': 'Show the spoiler' },
    () => cover.replaceWith(h('span', { class: 'spoiler-shown' }, ...hidden.childNodes)),
    hidden,
  );
  return cover;
}

/** A moment in one of Discord's styles; pointing at it shows it in full. */
export function drawTime(atMs: number, style: string, locale: string): HTMLElement {
  if (Math.abs(atMs) > 8.64e15) return h('span', {}, 'Invalid date');
  return h(
    'time',
    {
      class: 'moment',
      datetime: new Date(atMs).toISOString(),
      title: moment(atMs, 'F', locale),
      'data-style': style,
      'data-locale': locale,
    },
    moment(atMs, style, locale),
  );
}

/** Lets "in 3 minutes" go on counting. */
export function keepTimesFresh(): void {
  setInterval(() => {
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-style="R"]')) {
      const text = moment(Date.parse(element.dateTime), 'R', element.dataset['locale'] ?? 'en');
      // Writing the same text again would still be a change to those who listen for changes.
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

function block(node: Block, world: MarkdownWorld): Node {
  switch (node.kind) {
    case 'paragraph':
      return h('p', {}, ...inline(node.children, world));
    case 'quote':
      return h('blockquote', {}, ...inline(node.children, world));
    case 'small':
      return h('p', { class: 'subtext' }, ...inline(node.children, world));
    case 'heading':
      return h('p', { class: `heading heading-${node.level}` }, ...inline(node.children, world));
    case 'list':
      return h(
        node.ordered ? 'ol' : 'ul',
        {},
        ...node.items.map((item) => h('li', {}, ...inline(item, world))),
      );
    case 'fence':
      return h('pre', { tabindex: 0 }, h('code', {}, node.text));
  }
}

export const drawMarkdown = (text: string, world: MarkdownWorld): HTMLElement =>
  h('div', { class: 'markdown' }, ...parseMarkdown(text).map((node) => block(node, world)));

/** For titles and names of fields: marks, but no blocks. */
export const drawInline = (text: string, world: MarkdownWorld): Node[] => inline(parseInline(text), world);
