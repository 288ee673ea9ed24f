import { expect, test } from 'vitest';
import { csv } from '../../src/replies/csv.ts';

test('no cell of a file is a formula, with any separator of a spreadsheet', () => {
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@a',
    'Ana;=1+1',
    'Ana; "=1+1"',
    'a;b',
    'Ana, Bo',
    '3-1 = 2',
    '＝1+1',
    '＠a',
    'x;－1',
  ];
  expect(csv([names]).toString().trimEnd()).toBe(
    `\ufeff'=1+1,'+1,'-1,'@a,Ana;'=1+1,"Ana;' ""=1+1""",a;b,"Ana, Bo",3-1 = 2,'＝1+1,'＠a,x;'－1`,
  );
});
