import { expect, test } from 'vitest';
import { parseFlags } from '../../src/cli/flags.ts';

const usage = 'npm run thing -- [--loud]';
const options = { loud: { type: 'boolean', default: false }, size: { type: 'string' } } as const;

test('known flags are read', () => {
  const parsed = parseFlags(['--loud', '--size', '3'], { usage, options });
  expect('values' in parsed && { ...parsed.values }).toEqual({ loud: true, size: '3' });
});

test.each(['--help', '-h'])('%s gives the usage alone, and is no failure', (flag) => {
  const parsed = parseFlags(['--loud', flag], { usage, options });
  expect(parsed).toEqual({ exit: { text: usage, code: 0 } });
});

test.each([
  [['--laud'], "Unknown option '--laud'."],
  [['-l'], "Unknown option '-l'."],
  [['loud'], "Unexpected argument 'loud'."],
  [['--size'], "Option '--size <value>' argument missing."],
  [['--loud=no'], "Option '--loud' does not take an argument."],
])('%j names the fault in a sentence above the usage', (args, fault) => {
  const parsed = parseFlags(args, { usage, options });
  expect(parsed).toEqual({ exit: { text: `${fault}\n\n${usage}`, code: 1 } });
});

test('other words are taken where an entry has some', () => {
  const parsed = parseFlags(['file', '--loud'], { usage, options, allowPositionals: true });
  expect('positionals' in parsed && parsed.positionals).toEqual(['file']);
});
