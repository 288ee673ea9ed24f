import { expect, test } from 'vitest';
import { withoutDoubledName } from '../../../playground/page/client/composer/edits.ts';
import { fillLine, optionAt, type KnownValues } from '../../../playground/page/client/composer/fill.ts';
import { readLine, type CommandLine } from '../../../playground/page/client/composer/line.ts';
import type { PageChannel, PageCommand, PageMember, PageOption } from '../../../playground/page/protocol.ts';

const option = (name: string, more: Partial<PageOption> = {}): PageOption => ({
  name,
  descriptions: { default: name },
  kind: 'text',
  required: false,
  suggested: false,
  choices: [],
  min: null,
  max: null,
  ...more,
});

const command = (line: string, options: PageOption[] = []): PageCommand => ({
  line,
  kind: 'slash',
  descriptions: { default: line },
  places: ['server'],
  options,
});

const SCORE = command('score', [
  option('match', { required: true, suggested: true }),
  option('first', { required: true, kind: 'integer', min: 0, max: 20 }),
  option('who', { kind: 'user' }),
  option('where', { kind: 'channel' }),
  option('mode', { choices: [{ name: 'Best of 3', value: 'bo3' }] }),
]);
const COMMANDS = [SCORE, command('scores'), command('score more')];
const ANA: PageMember = {
  id: '200',
  name: 'Ana',
  username: 'ana_',
  avatarUrl: null,
  locale: 'en-US',
  bot: false,
};
const RESULTS: PageChannel = {
  id: '400',
  name: 'results',
  place: 'server',
  memberId: null,
  serverName: 'Arena',
  seenBy: ['200'],
  isThread: false,
};
const KNOWN: KnownValues = { taken: new Map(), members: [ANA], channels: [RESULTS] };

function commandLine(text: string): CommandLine {
  const read = readLine(text, COMMANDS);
  if (read.kind !== 'command') throw new Error(`${text} is no command`);
  return read;
}

test('a text is a command once a space follows the name', () => {
  expect(readLine('hello /score ', COMMANDS).kind).toBe('text');
  expect(readLine('/score', COMMANDS)).toEqual({ kind: 'naming', word: 'score' });
  expect(readLine('/scores ', COMMANDS)).toMatchObject({ command: { line: 'scores' } });
  expect(readLine('/score more ', COMMANDS)).toMatchObject({ command: { line: 'score more' } });
});

test.each([
  ['/score match:a b c first:3', { match: 'a b c', first: '3' }],
  ['/score first:3 match: 12:30 – a: b ', { first: '3', match: '12:30 – a: b' }],
  ['/score match:match:x first:1', { match: 'match:x', first: '1' }],
  ['/score match:x\nfirst:2', { match: 'x', first: '2' }],
])('options are read from %j', (text, expected) => {
  const { options } = commandLine(text);
  expect(Object.fromEntries(options.map(({ option: { name }, value }) => [name, value]))).toEqual(expected);
});

test.each([
  ['/score match:x first:3', { match: 'x', first: 3 }],
  ['/score match:x first:3 who:@ANA mode:best of 3', { match: 'x', first: 3, who: '200', mode: 'bo3' }],
  ['/score match:x first:3 who:<@200>', { match: 'x', first: 3, who: '200' }],
  ['/score match:x first:3 where:#Results', { match: 'x', first: 3, where: '400' }],
  ['/score match:x first:3 where:<#400>', { match: 'x', first: 3, where: '400' }],
  ['/score match:x first:3 mode:', { match: 'x', first: 3 }],
])('%j is filled', (text, values) => {
  expect(fillLine(commandLine(text), KNOWN)).toEqual({ kind: 'filled', values });
});

test.each([
  ['/score first:3', 'match: this option is required. Specify a value.'],
  ['/score match:x first:3.5', 'first: type a whole number between 0 and 20.'],
  ['/score match:x first:21', 'first: type a whole number between 0 and 20.'],
  ['/score match:x first:1 who:Zoe', 'who: choose a member: Ana.'],
  ['/score match:x first:1 where:attic', 'where: choose a channel: results.'],
  ['/score match:x first:1 mode:long', 'mode: choose one of Best of 3.'],
  ['/score what match:x first:1', '“what” belongs to no option. There are: match, first, who, where, mode.'],
  ['/scores now ', '/scores takes no options.'],
])('%j is refused with words', (text, message) => {
  expect(fillLine(commandLine(text), KNOWN)).toMatchObject({ kind: 'fault', message });
});

test('a taken suggestion sends its value as long as its text stands', () => {
  const taken = new Map([['match', { text: 'Ana vs Bo', value: 'm-1' }]]);
  expect(fillLine(commandLine('/score match:Ana vs Bo first:1'), { ...KNOWN, taken })).toMatchObject({
    values: { match: 'm-1' },
  });
  expect(fillLine(commandLine('/score match:Ana vs B first:1'), { ...KNOWN, taken })).toMatchObject({
    values: { match: 'Ana vs B' },
  });
});

test.each([
  ['/score match:Ana', 15, 'match'],
  ['/score match:Ana first:1', 13, 'match'],
  ['/score first:1 ', 15, undefined],
  ['/score first:x ', 15, 'first'],
  ['/score ', 7, undefined],
])('in %j the caret at %i is in %s', (text, caret, name) => {
  expect(optionAt(text, commandLine(text), caret, KNOWN)?.option.name).toBe(name);
});

test.each([
  ['/score match:match:', '/score match:'],
  ['/score match:first:', '/score first:'],
  ['/score match:Ana first:first:', '/score match:Ana first:'],
  ['/score match:12:', undefined],
  ['/score match:', undefined],
])('a name that was put in and then typed counts once: %j', (text, mended) => {
  expect(withoutDoubledName(text, text.length, commandLine(text))?.text).toBe(mended);
});
