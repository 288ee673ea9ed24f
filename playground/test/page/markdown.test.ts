import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInline, parseMarkdown, type Inline } from '../../page/client/markdown/parse.ts';
import { escapeMarkup } from '../../../src/words/plain.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

test.each<[string, Inline[]]>([
  ['**a** b', [{ kind: 'bold', children: [text('a')] }, text(' b')]],
  [
    '*a **b** c*',
    [{ kind: 'italic', children: [text('a '), { kind: 'bold', children: [text('b')] }, text(' c')] }],
  ],
  ['_a_ snake_case_name', [{ kind: 'italic', children: [text('a')] }, text(' snake_case_name')]],
  [
    '__u__ ~~s~~',
    [{ kind: 'underline', children: [text('u')] }, text(' '), { kind: 'struck', children: [text('s')] }],
  ],
  [
    '||**a** 1|| b\\|\\|',
    [{ kind: 'spoiler', children: [{ kind: 'bold', children: [text('a')] }, text(' 1')] }, text(' b||')],
  ],
  ['`**x**`', [{ kind: 'code', text: '**x**' }]],
  ['\\*\\*no\\*\\* \\<t:1>', [text('**no** <t:1>')]],
  ['2 * 3 * 4 and **open', [text('2 * 3 * 4 and **open')]],
  ['<t:1700000000:R>', [{ kind: 'time', at: 1_700_000_000, style: 'R' }]],
  ['<t:5>', [{ kind: 'time', at: 5, style: 'f' }]],
  ['<@200> <@!201>', [{ kind: 'member', id: '200' }, text(' '), { kind: 'member', id: '201' }]],
  ['<#400> <@&310>', [{ kind: 'channel', id: '400' }, text(' '), { kind: 'role', id: '310' }]],
  ['<http://127.0.0.1:1/a?b=1>', [{ kind: 'link', url: 'http://127.0.0.1:1/a?b=1' }]],
  ['<javascript:alert(1)> <http://>', [text('<javascript:alert(1)> <http://>')]],
  ['</rank show:3>', [{ kind: 'command', line: 'rank show' }]],
  ['[no](https://example.com) https://example.com', [text('[no](https://example.com) https://example.com')]],
  [
    '[See **it**](https://discord.com/channels/300/400/500)',
    [
      {
        kind: 'jump',
        channelId: '400',
        messageId: '500',
        children: [text('See '), { kind: 'bold', children: [text('it')] }],
      },
    ],
  ],
  [
    '[no](https://discord.com.evil.example/channels/1/2/3)',
    [text('[no](https://discord.com.evil.example/channels/1/2/3)')],
  ],
  [
    '[Grant it](http://127.0.0.1:1/oauth2/authorize?client_id=9)',
    [{ kind: 'link', url: 'http://127.0.0.1:1/oauth2/authorize?client_id=9', children: [text('Grant it')] }],
  ],
  [
    '[no](https://evil.example/oauth2/authorize?client_id=9)',
    [text('[no](https://evil.example/oauth2/authorize?client_id=9)')],
  ],
  ['a\nb', [text('a'), { kind: 'break' }, text('b')]],
])('%j is read', (source, expected) => {
  expect(parseInline(source)).toEqual(expected);
});

test('blocks: headings, lists, quotes, small print and fences', () => {
  const blocks = parseMarkdown(
    '# Big\nplain\nstill\n- one\n- two\n1. first\n> said\n-# small\n```js\nlet a;\n```\nend',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'small',
    'fence',
    'paragraph',
  ]);
  expect(blocks[6]).toEqual({ kind: 'fence', text: 'let a;' });
});

test('an unclosed mark is text, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('*', '_', '`', '~', '\\', '<', '>', 'a', ' ', '\n') }),
      (source) => {
        expect(Array.isArray(parseMarkdown(source))).toBe(true);
      },
    ),
  );
});

test('what the bot escapes is drawn as it was', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('*_~`[]()#-<>@:/t1 a')), maxLength: 30 }),
      (name) => {
        const kinds = parseMarkdown(`x${escapeMarkup(name)}`).flatMap((block) =>
          'children' in block ? block.children.map(({ kind }) => kind) : [block.kind],
        );
        expect(kinds.filter((kind) => kind !== 'text')).toEqual([]);
      },
    ),
  );
});
