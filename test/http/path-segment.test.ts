import { expect, test } from 'vitest';
import { pathSegment } from '../../src/http/path-segment.ts';

test('an id is one segment of a path, with any characters', () => {
  const cases: [id: string, segment: string | undefined][] = [
    ['t1', 't1'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['bad\ud800', `bad${encodeURIComponent('\uFFFD')}`],
    ['...', '...'],
    ['', undefined],
    ['.', undefined],
    ['..', undefined],
    ['__proto__', undefined],
    ['constructor', 'constructor'],
  ];
  for (const [id, segment] of cases) expect(pathSegment(id), id).toBe(segment);
});
