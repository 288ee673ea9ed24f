import { expect, test } from 'vitest';
import { createPictures } from '../src/draw.ts';
import type { Picture } from '../src/pictures/painter.ts';
import { createWords } from '../src/words/words.ts';
import { silent } from './support/fakes.ts';

function studio() {
  const clock = { ms: 0 };
  const painted: Picture[] = [];
  const pictures = createPictures({
    painter: {
      paint(picture) {
        painted.push(picture);
        return Promise.resolve(Buffer.from('png'));
      },
    },
    fetchAvatar: () => Promise.resolve(undefined),
    now: () => clock.ms,
    log: silent,
  });
  const card = (name: string) =>
    pictures.card({ player: { id: '1', name }, rank: {}, form: [], t: createWords().in('en-US') });
  return { clock, painted, pictures, card };
}

test('a storm of cards is drawn for the first ones, and then five a second', () => {
  const { clock, pictures } = studio();
  const taken = () => Array.from({ length: 100 }, () => pictures.takeCard()).filter(Boolean).length;
  expect(taken()).toBe(20);
  clock.ms += 1000;
  expect(taken()).toBe(5);
  clock.ms += 60_000;
  expect(taken()).toBe(20);
});

test('what a picture shows is what it is kept by, and no SVG is made to find that out', async () => {
  const { painted, card } = studio();
  await card('Ana');
  await card('Ana');
  await card('Bao');
  const [first, again, other] = painted.map(({ subject }) => subject);
  expect(first).toBe(again);
  expect(first).not.toBe(other);
});
