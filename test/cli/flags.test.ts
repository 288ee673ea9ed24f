import { expect, test } from 'vitest';
import { parseFlags } from '../../src/cli/flags.ts';

const usage = 'npm run thing -- [--loud]';
const options = { loud: { type: 'boolean', default: false }, size: { type: 'string' } } as const;

test('known flags are parsed', () => {
  const parsed = parseFlags(['--loud', '--size', '3'], { usage, options });
  expect('values' in parsed && { ...parsed.values }).toEqual({ loud: true, size: '3' });
});

test.each(['--help', '-h'])('%s prints only the usage, with exit code 0', (flag) => {
  const parsed = parseFlags(['--loud', flag], { usage, options });
  expect(parsed).toEqual({ exit: { text: usage, code: 0 } });
});

test.each([
  [['--laud'], "Unknown option '--laud'."],
  [['-l'], "Unknown option '-l'."],
  [['loud'], "Unexpected argument 'loud'."],
  [['--size'], "Option '--size <value>' argument missing."],
  [['--loud=no'], "Option '--loud' does not take an argument."],
])('%j prints the error above the usage', (args, fault) => {
  const parsed = parseFlags(args, { usage, options });
  expect(parsed).toEqual({ exit: { text: `${fault}\n\n${usage}`, code: 1 } });
});

test('arguments are parsed if the entry point takes any', () => {
  const parsed = parseFlags(['file', '--loud'], { usage, options, allowPositionals: true });
  expect('positionals' in parsed && parsed.positionals).toEqual(['file']);
});
