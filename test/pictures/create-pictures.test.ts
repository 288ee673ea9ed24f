import { expect, test } from 'vitest';
import { CARD_RATE, createTokenBucket } from '../../src/bot/admission.ts';
import { createPictures } from '../../src/pictures/create-pictures.ts';
import type { PictureSource } from '../../src/pictures/painter.ts';
import { createWords } from '../../src/words/words.ts';
import { silent } from '../support/fakes.ts';
import { singleElimination } from './brackets.ts';

function studio() {
  const painted: PictureSource[] = [];
  const pictures = createPictures({
    paint(picture) {
      painted.push(picture);
      return Promise.resolve({ bytes: Buffer.from('png'), description: '' });
    },
    fetchAvatar: () => Promise.resolve(undefined),
    log: silent,
  });
  const card = (name: string) =>
    pictures.card({ player: { id: '1', name }, rank: {}, form: [], t: createWords().in('en-US') });
  return { painted, card, pictures };
}

test('a burst of cards is limited to the first twenty, and then five a second', () => {
  let ms = 0;
  const takeCard = createTokenBucket(CARD_RATE, () => ms);
  const drawCount = () => Array.from({ length: 100 }, takeCard).filter(Boolean).length;
  expect(drawCount()).toBe(20);
  ms += 1000;
  expect(drawCount()).toBe(5);
  ms += 60_000;
  expect(drawCount()).toBe(20);
});

test('the cache key is the content of a picture, without rendering the SVG', async () => {
  const { painted, card } = studio();
  await card('Ana');
  await card('Ana');
  await card('Bao');
  const [first, again, other] = painted.map(({ subject }) => subject);
  expect(first).toBe(again);
  expect(first).not.toBe(other);
});

test('the pictures of one message have names of their own', async () => {
  const { pictures } = studio();
  const t = createWords().in('en-US');
  const names = [0, 1, 2].map(async (sheet) => {
    const window = { kind: 'whole', page: 0, sheet } as const;
    return (await pictures.bracket({ bracket: singleElimination(16), name: 'Cup', window, t }))?.name;
  });
  expect(await Promise.all(names)).toEqual(['bracket.png', 'bracket-2.png', 'bracket-3.png']);
});
