import { expect, test } from 'vitest';
import { freePort } from '../bot.ts';

test('no port is given out twice', async () => {
  const ports: number[] = [];
  // Of 10,000: drawn at random alone, some 8 would come twice.
  for (let i = 0; i < 400; i += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
