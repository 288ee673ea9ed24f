import { expect, it } from 'vitest';
import { jsonOf, objectOf, objectsOf, textOf, textsOf } from '../src/json.ts';

it('a field of untrusted JSON is what it should be, or empty', () => {
  const odd = [null, undefined, 0, true, 'text', [], ['a', 1, {}], { a: 1 }];
  const object = { a: 1 };
  expect(odd.map(objectOf)).toEqual([...Array.from({ length: 7 }, () => ({})), object]);
  expect(odd.map(textOf)).toEqual(odd.map((value) => (value === 'text' ? value : undefined)));
  expect(odd.map(textsOf)).toEqual([[], [], [], [], [], [], ['a'], []]);
  expect(objectsOf([null, [], 'a', object])).toEqual([object]);
  expect(objectsOf(object)).toEqual([]);
});

it('a text that is not JSON is nothing', () => {
  expect(jsonOf('{"a":1}')).toEqual({ a: 1 });
  for (const text of ['', '{', 'undefined', "{'a':1}"]) expect(jsonOf(text)).toBeUndefined();
});
