import { expect, test } from 'vitest';
import { fields } from '../../src/reading/fields.ts';
import { field, foldKey, type Field } from '../../src/reading/keys.ts';
import { asId } from '../../src/reading/values.ts';

/** Two fields that read the same names on purpose. */
const TOGETHER = new Set([
  'player.id and player.accountId',
  'tournament.entrants and tournament.entrantIds',
  'rankingEntry.regionalPlace and rankingEntry.place',
]);

/** A name that a field has twice, or that two fields of a record read as the same kind: which of them is meant? */
function declaredTwice(table: Record<string, Record<string, Field<unknown>>>): string[] {
  const faults: string[] = [];
  for (const [record, own] of Object.entries(table)) {
    const placeOfKey = new Map<string, string>();
    for (const [name, { fit, names }] of Object.entries(own)) {
      const place = `${record}.${name}`;
      for (const [at, accepted] of names.entries()) {
        if (names.indexOf(accepted) !== at) faults.push(`src/reading: ${place} has "${accepted}" twice.`);
        const key = `${accepted.split('.').map(foldKey).join('.')} ${fit.name}`;
        const other = placeOfKey.get(key) ?? place;
        if (other !== place && !TOGETHER.has(`${other} and ${place}`))
          faults.push(`src/reading: ${other} and ${place} both read "${accepted}".`);
        placeOfKey.set(key, other);
      }
    }
  }
  return faults;
}

test('no field name is declared twice', () => {
  const { envelope: _, state: _words, ...records } = fields;
  expect(declaredTwice(records)).toEqual([]);
});

test('a duplicate is reported with its place', () => {
  const twice = { cup: { id: field(asId)`id cup_id id`, hostId: field(asId)`host_id cupId` } };
  expect(declaredTwice(twice)).toEqual([
    'src/reading: cup.id has "id" twice.',
    'src/reading: cup.id and cup.hostId both read "cupId".',
  ]);
});
