import { expect, test } from 'vitest';
import { ANSWER } from '../../src/discord/request-subjects.ts';
import { createInvalidRequests, ShedError } from '../../src/discord/send.ts';

function counting() {
  const clock = { ms: 0 };
  return { clock, requests: createInvalidRequests(() => clock.ms) };
}

test('requests are shed before Discord would ban the address, until the ten minutes are over', () => {
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

test('answers to interactions continue for longer than background requests', () => {
  const { requests } = counting();
  for (let n = 0; n < 9499; n += 1) requests.note(403, { subject: ANSWER });
  expect(() => requests.check('server')).toThrow(ShedError);
  expect(() => requests.check(ANSWER)).not.toThrow();
  requests.note(403, { subject: ANSWER });
  expect(() => requests.check(ANSWER)).toThrow(ShedError);
});

test('only the refusals that Discord counts are counted', () => {
  const { requests } = counting();
  for (const status of [200, 204, 400, 404, 500, 502]) requests.note(status);
  requests.note(429, { scope: 'shared' });
  expect(requests.count()).toBe(0);
  requests.note(429, { scope: 'user' });
  expect(requests.count()).toBe(1);
});

test('a server that is refused too often is blocked alone, until the ten minutes are over', () => {
  const { clock, requests } = counting();
  for (let n = 0; n < 99; n += 1) requests.note(n % 2 ? 403 : 429, { subject: 'a', scope: 'user' });
  expect(() => requests.check('a')).not.toThrow();
  requests.note(403, { subject: 'a' });
  expect(() => requests.check('a')).toThrow(ShedError);
  for (const other of ['b', ANSWER, undefined]) expect(() => requests.check(other)).not.toThrow();
  clock.ms += 600_000;
  expect(() => requests.check('a')).not.toThrow();
});

test('a refused token and the global limit count against no server', () => {
  const { requests } = counting();
  for (let n = 0; n < 200; n += 1) {
    requests.note(401, { subject: 'a' });
    requests.note(429, { subject: 'a', scope: 'global' });
  }
  expect(requests.count()).toBe(400);
  expect(() => requests.check('a')).not.toThrow();
});
