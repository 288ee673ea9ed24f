/**
 * The part of Discord's markdown that bots write. Of links, only `<https://…>` and masked ones to messages and to the page that adds
 * a bot are among it: a bare address or another masked link may come from outside, and must not become one.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'underline' | 'struck' | 'spoiler'; children: Inline[] }
  /** `at`: seconds. `style`: t, T, d, D, f, F or R. */
  | { kind: 'time'; at: number; style: string }
  | { kind: 'member' | 'role' | 'channel'; id: string }
  | { kind: 'link'; url: string; children?: Inline[] }
  /** To a message, which is shown in its channel. */
  | { kind: 'jump'; channelId: string; messageId: string; children: Inline[] }
  | { kind: 'command'; line: string }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph' | 'quote' | 'small'; children: Inline[] }
  | { kind: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'fence'; text: string };

const PAIRS = [
  ['**', 'bold'],
  ['__', 'underline'],
  ['~~', 'struck'],
  ['||', 'spoiler'],
  ['*', 'italic'],
  ['_', 'italic'],
] as const;

/** What stands in angle brackets: `<t:1700000000:R>`, `<@200>`, `<#400>`, `</rank:300>`, `<https://…>`. */
function bracketed(text: string, at: number): { node: Inline; length: number } | undefined {
  const rest = text.slice(at, at + 2048);
  const time = /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/.exec(rest);
  if (time)
    return { node: { kind: 'time', at: Number(time[1]), style: time[2] ?? 'f' }, length: time[0].length };
  const member = /^<@!?(\d{1,20})>/.exec(rest);
  if (member?.[1] !== undefined) return { node: { kind: 'member', id: member[1] }, length: member[0].length };
  const mention = /^<(@&|#)(\d{1,20})>/.exec(rest);
  if (mention?.[2] !== undefined)
    return {
      node: { kind: mention[1] === '#' ? 'channel' : 'role', id: mention[2] },
      length: mention[0].length,
    };
  const link = /^<(https?:\/\/[^\s<>]+)>/.exec(rest);
  if (link?.[1] !== undefined && URL.canParse(link[1]))
    return { node: { kind: 'link', url: link[1] }, length: link[0].length };
  const command = /^<\/([-_ \p{L}\p{N}]{1,98}):\d{1,20}>/u.exec(rest);
  if (command?.[1] !== undefined)
    return { node: { kind: 'command', line: command[1] }, length: command[0].length };
  return undefined;
}

/** `[Grant it](https://discord.com/oauth2/authorize?client_id=900&permissions=0)` */
function invitation(text: string, at: number): { node: Inline; length: number } | undefined {
  const [whole, label, url] =
    /^\[([^\]\n]{1,200})\]\(((?:https:\/\/discord\.com|http:\/\/127\.0\.0\.1:\d+)\/oauth2\/authorize\?[^\s<>()]+)\)/.exec(
      text.slice(at, at + 800),
    ) ?? [];
  if (whole === undefined || label === undefined || url === undefined) return undefined;
  return { node: { kind: 'link', url, children: parseInline(label) }, length: whole.length };
}

/** `[See the bracket](https://discord.com/channels/300/400/500)` */
function jump(text: string, at: number): { node: Inline; length: number } | undefined {
  const [whole, label, channelId, messageId] =
    /^\[([^\]\n]{1,200})\]\(https:\/\/discord\.com\/channels\/\d{1,20}\/(\d{1,20})\/(\d{1,20})\)/.exec(
      text.slice(at, at + 400),
    ) ?? [];
  if (whole === undefined || label === undefined || channelId === undefined || messageId === undefined)
    return undefined;
  return {
    node: { kind: 'jump', channelId, messageId, children: parseInline(label) },
    length: whole.length,
  };
}

function code(text: string, at: number): { node: Inline; length: number } | undefined {
  const fence = /^`+/.exec(text.slice(at))?.[0] ?? '';
  const end = text.indexOf(fence, at + fence.length);
  if (fence === '' || end < 0) return undefined;
  const inner = text.slice(at + fence.length, end);
  return {
    node: { kind: 'code', text: inner.trim() === '' ? inner : inner.trim() },
    length: end - at + fence.length,
  };
}

/** Where a mark is closed: past escapes and code, with something in between. */
function closing(text: string, mark: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') at += (code(text, at)?.length ?? 1) - 1;
    else if (text.startsWith(mark, at) && at > from) {
      // The first star of `**` does not close an italic.
      if (mark.length === 1 && text[at + 1] === mark) at += 1;
      else return at;
    }
  }
  return -1;
}

function marked(text: string, at: number): { node: Inline; length: number } | undefined {
  for (const [mark, kind] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    if (mark === '*' && /^\s/.test(text.slice(from, from + 1))) continue;
    // snake_case is no italic.
    if (mark === '_' && /\w/.test(text[at - 1] ?? '')) continue;
    const end = closing(text, mark, from);
    if (end < 0 || (mark === '_' && /\w/.test(text[end + 1] ?? ''))) continue;
    return { node: { kind, children: parseInline(text.slice(from, end)) }, length: end + mark.length - at };
  }
  return undefined;
}

export function parseInline(text: string): Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') nodes.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '\\' && /[^\p{L}\p{N}\s]/u.test(text[at + 1] ?? '')) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const parsed =
      character === '\n'
        ? { node: { kind: 'break' as const }, length: 1 }
        : character === '<'
          ? bracketed(text, at)
          : character === '`'
            ? code(text, at)
            : character === '['
              ? (jump(text, at) ?? invitation(text, at))
              : marked(text, at);
    if (parsed) {
      flush();
      nodes.push(parsed.node);
      at += parsed.length;
    } else {
      plain += character;
      at += 1;
    }
  }
  flush();
  return nodes;
}

const ITEM = /^ {0,4}(?:[-*]|(\d{1,4})\.) +(?=\S)/;
const HEADING = /^(#{1,3}) +(?=\S)/;

type MarkdownLine =
  | { kind: 'item'; ordered: boolean }
  | { kind: 'heading'; level: 1 | 2 | 3 }
  | { kind: 'quote' | 'small' | 'plain' };

function lineKind(line: string): { as: MarkdownLine; text: string } {
  const heading = HEADING.exec(line)?.[1]?.length;
  if (heading === 1 || heading === 2 || heading === 3)
    return { as: { kind: 'heading', level: heading }, text: line.replace(HEADING, '') };
  const item = ITEM.exec(line);
  if (item) return { as: { kind: 'item', ordered: item[1] !== undefined }, text: line.slice(item[0].length) };
  if (line.startsWith('> ')) return { as: { kind: 'quote' }, text: line.slice(2) };
  if (line.startsWith('-# ')) return { as: { kind: 'small' }, text: line.slice(3) };
  return { as: { kind: 'plain' }, text: line };
}

/** A message's or an embed's text. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  // Odd pieces are inside of a fence; one that is never closed is text.
  const pieces = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)\n?```/);
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) blocks.push({ kind: 'fence', text: piece });
    else if (piece.trim() !== '') blocks.push(...parseLines(piece.replace(/^\n|\n$/g, '')));
  });
  return blocks;
}

function parseLines(text: string): Block[] {
  const blocks: Block[] = [];
  let run: { kind: 'paragraph' | 'quote'; lines: string[] } | undefined;
  const flush = (): void => {
    if (run) blocks.push({ kind: run.kind, children: parseInline(run.lines.join('\n')) });
    run = undefined;
  };
  for (const line of text.split('\n')) {
    const { as, text: rest } = lineKind(line);
    if (as.kind === 'plain' || as.kind === 'quote') {
      const kind = as.kind === 'quote' ? 'quote' : 'paragraph';
      if (run?.kind !== kind) flush();
      run ??= { kind, lines: [] };
      run.lines.push(rest);
      continue;
    }
    flush();
    const last = blocks.at(-1);
    if (as.kind !== 'item')
      blocks.push(
        as.kind === 'heading'
          ? { kind: 'heading', level: as.level, children: parseInline(rest) }
          : { kind: 'small', children: parseInline(rest) },
      );
    else if (last?.kind === 'list' && last.ordered === as.ordered) last.items.push(parseInline(rest));
    else blocks.push({ kind: 'list', ordered: as.ordered, items: [parseInline(rest)] });
  }
  flush();
  return blocks;
}
