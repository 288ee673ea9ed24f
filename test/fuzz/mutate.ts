import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

type Json = unknown;

/** One change: at the place that `at` leads to, `how` replaces, drops or doubles what is there. */
interface Mutation {
  at: number[];
  how: 'replace' | 'drop' | 'double' | 'rename';
  by: Json;
}

const odd = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1e308, 2 ** 53, '', '__proto__', [], {}, [[]], 'x'.repeat(5000)),
  anyText({ maxLength: 40 }),
  fc.integer(),
  fc.constantFrom(
    '2027-01-01T00:00:00Z',
    'upcoming',
    '3-1',
    'null',
    '900000000000000001',
    '\u202e\u0000',
    '@everyone',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

export const mutations = (most: number): fc.Arbitrary<Mutation[]> =>
  fc.array(
    fc.record({
      at: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 7 }),
      how: fc.constantFrom('replace', 'replace', 'drop', 'double', 'rename'),
      by: odd,
    }),
    { maxLength: most },
  );

/** A JSON value with changes made to it; the value given stays as it is. */
export function mutated(value: Json, changes: readonly Mutation[]): Json {
  const root = { value: structuredClone(value) };
  for (const { at, how, by } of changes) {
    let parent: Record<string, Json> = root;
    let key = 'value';
    for (const step of at) {
      const here = parent[key];
      if (typeof here !== 'object' || here === null) break;
      const keys = Object.keys(here);
      if (keys.length === 0) break;
      parent = here as Record<string, Json>;
      key = keys[step % keys.length] ?? key;
    }
    const before = parent[key];
    if (how === 'replace') parent[key] = by;
    else if (how === 'drop') delete parent[key];
    else if (how === 'double') parent[key] = [before, before];
    else parent[`${key}_`] = before;
  }
  return root.value;
}
