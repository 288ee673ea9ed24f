import { expect, test } from 'vitest';
import { ANSWER } from '../../src/discord/request-owners.ts';
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

test('answers to interactions go on for longer than what the bot does by itself', () => {
  const { requests } = counting();
  for (let n = 0; n < 9499; n += 1) requests.note(403, { owner: ANSWER });
  expect(() => requests.check('server')).toThrow(ShedError);
  expect(() => requests.check(ANSWER)).not.toThrow();
  requests.note(403, { owner: ANSWER });
  expect(() => requests.check(ANSWER)).toThrow(ShedError);
});

test('what Discord does not count is not counted', () => {
  const { requests } = counting();
  for (const status of [200, 204, 400, 404, 500, 502]) requests.note(status);
  requests.note(429, { scope: 'shared' });
  expect(requests.count()).toBe(0);
  requests.note(429, { scope: 'user' });
  expect(requests.count()).toBe(1);
});

test('one server that is refused too often is held back alone, until the ten minutes are over', () => {
  const { clock, requests } = counting();
  for (let n = 0; n < 99; n += 1) requests.note(n % 2 ? 403 : 429, { owner: 'a', scope: 'user' });
  expect(() => requests.check('a')).not.toThrow();
  requests.note(403, { owner: 'a' });
  expect(() => requests.check('a')).toThrow(ShedError);
  for (const other of ['b', ANSWER, undefined]) expect(() => requests.check(other)).not.toThrow();
  clock.ms += 600_000;
  expect(() => requests.check('a')).not.toThrow();
});

test('a refused token and the limit of all requests are held against no server', () => {
  const { requests } = counting();
  for (let n = 0; n < 200; n += 1) {
    requests.note(401, { owner: 'a' });
    requests.note(429, { owner: 'a', scope: 'global' });
  }
  expect(requests.count()).toBe(400);
  expect(() => requests.check('a')).not.toThrow();
});
