import { expect, test } from 'vitest';
import { createInvalidRequests, ShedError } from '../../src/discord/send.ts';

function counting() {
  const clock = { ms: 0 };
  return { clock, requests: createInvalidRequests(() => clock.ms) };
}

test('work is shed before Discord would ban the address, until its ten minutes are over', () => {
  const { clock, requests } = counting();
  for (let n = 0; n < 7999; n += 1) requests.note(n % 2 ? 403 : 401);
  clock.ms += 599_000;
  expect(() => requests.check()).not.toThrow();
  requests.note(429);
  expect(requests.count()).toBe(8000);
  expect(() => requests.check()).toThrow(ShedError);
  clock.ms += 1000;
  expect(() => requests.check()).not.toThrow();
  expect(requests.count()).toBe(0);
});

test('what Discord does not count is not counted', () => {
  const { requests } = counting();
  for (const status of [200, 204, 400, 404, 500, 502]) requests.note(status);
  requests.note(429, 'shared');
  expect(requests.count()).toBe(0);
  requests.note(429, 'user');
  expect(requests.count()).toBe(1);
});
