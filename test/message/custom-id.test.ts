import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  directCustomId,
  encodeArgs,
  encodeCustomId,
  hasRequired,
  parseArgs,
  parseCustomId,
} from '../../src/message/custom-id.ts';
import { LIMITS } from '../../src/message/limits.ts';

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', '~', '~ticket', ':', '%3A', '%25', '%'),
);

it('what fits an id comes back as it was, and never reads as a ticket', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (args) => {
      const id = directCustomId('list:page', args);
      fc.pre(id !== undefined);
      expect(parseCustomId(id)).toEqual({ command: 'list', action: 'page', args });
    }),
  );
});

it('what does not fit goes to the store, and the id stays within its limit', async () => {
  const values: unknown[] = [];
  const keep = (value: unknown) => Promise.resolve(`t${values.push(value)}`);
  const long = ['x'.repeat(LIMITS.customId), '~'];
  const id = await encodeCustomId('list:page', long, { keep });
  expect(parseCustomId(id)).toEqual({ command: 'list', action: 'page', args: [], ticket: 't1' });
  expect(values).toEqual([long]);
});

it('declared arguments come back by name; what is empty, lacking or no whole number is absent', () => {
  const record = { page: 'integer', region: 'text', limit: 'integer' } as const;
  const args = encodeArgs(record, { page: 2, limit: undefined, region: 'ha-noi' });
  expect(args).toEqual([2, 'ha-noi']);
  expect(encodeArgs(record, { limit: 5 })).toEqual(['', '', 5]);
  expect(encodeArgs(record, {})).toEqual([]);
  expect(parseArgs(record, args.map(String))).toEqual({ page: 2, region: 'ha-noi' });
  expect(parseArgs(record, ['x', '', '1.5'])).toEqual({});
  expect(parseArgs(record, [])).toEqual({});
  for (const missing of [[], [''], ['', '2'], ['a', 'x']])
    expect(hasRequired({ match: 'text!', page: 'integer!', region: 'text' }, missing)).toBe(false);
  expect(hasRequired({ match: 'text!', page: 'integer!', region: 'text' }, ['a', '2'])).toBe(true);
  expect(hasRequired({ match: 'text', page: 'integer' }, [])).toBe(true);
});
