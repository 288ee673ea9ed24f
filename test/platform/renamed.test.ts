import { expect, test } from 'vitest';
import { json, member, standIn } from './stand-in.ts';

const ID = { kind: 'player', id: '1' } as const;

/** A platform that answers reads one by one, when told to, and writes at once. */
async function world() {
  const reads: (() => void)[] = [];
  const { platform } = await standIn(({ method }, response) =>
    method === 'GET'
      ? reads.push(() => json(response, 200, { id: '1', name: 'Anna' }))
      : json(response, 200, { ok: true }),
  );
  const arrived = async (count: number) => {
    while (reads.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { platform, arrived, answer: (at: number) => reads[at]?.() };
}

test('a member who renames themselves has no cached name until the next read', async () => {
  const { platform, arrived, answer } = await world();
  platform.names.note('player', { id: '1', name: 'Ana' });
  const update = platform.as(member('ana', '1')).updateMe({ name: 'Anna' });
  await arrived(1);
  answer(0);
  await update;
  expect(platform.names.of(ID)).toBeUndefined();
  const reading = platform.user('1');
  await arrived(2);
  answer(1);
  await reading;
  expect(platform.names.of(ID)).toBe('Anna');
});

test('a record from before a rename does not set the name', async () => {
  const { platform, arrived, answer } = await world();
  const before = platform.user('1');
  await arrived(1);
  const update = platform.as(member('ana', '1')).updateMe({ name: 'Ana' });
  await arrived(2);
  answer(1);
  await update;
  answer(0);
  expect((await before).value.name).toBe('Anna');
  expect(platform.names.of(ID)).toBeUndefined();
});
