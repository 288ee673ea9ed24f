import { expect, it, test } from 'vitest';
import { faultOf, sqliteVersion } from '../../src/store/sqlite-faults.ts';

test.each([
  ['3.7.0', 'walReset'],
  ['3.44.5', 'walReset'],
  ['3.44.6', undefined],
  ['3.45.0', 'walReset'],
  ['3.46.1', 'walReset'],
  ['3.50.6', 'walReset'],
  ['3.50.7', undefined],
  ['3.51.2', 'walReset'],
  ['3.51.3', undefined],
  ['3.52.0', 'withdrawn'],
  ['3.52.1', undefined],
  ['3.53.4', undefined],
])('SQLite %s: %s', (version, fault) => expect(faultOf(version)).toBe(fault));

it('the SQLite that is installed does not damage the store', async () => {
  expect(await sqliteVersion()).toMatch(/^3\.\d+\.\d+$/);
  expect(faultOf(await sqliteVersion())).not.toBe('walReset');
});
