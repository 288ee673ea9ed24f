import { expect, test } from 'vitest';
import { parseStoreUrl } from '../../src/store/store-url.ts';

const plain = { kind: 'redis', host: 'h', port: 6379, tls: false, database: 0, prefix: 'matchpoint' };
const login = { username: 'u', password: 'p@/#%' };

test.each([
  ['sqlite://data/x.sqlite', { kind: 'sqlite', path: 'data/x.sqlite' }],
  ['sqlite:///data/x.sqlite', { kind: 'sqlite', path: '/data/x.sqlite' }],
  ['redis://h', plain],
  ['redis://h/', plain],
  ['redis://h:7000/2', { ...plain, port: 7000, database: 2 }],
  ['rediss://h', { ...plain, tls: true }],
  ['redis://:p@h', { ...plain, login: { password: 'p' } }],
  ['redis://u:p%40%2F%23%25@h?prefix=my-bot_2', { ...plain, login, prefix: 'my-bot_2' }],
  ['redis://[::1]:1', { ...plain, host: '::1', port: 1 }],
])('%s is read', (url, place) => {
  expect(parseStoreUrl(url)).toEqual(place);
});

const REFUSED = `sqlite:// sqlite://data/ sqlite://a?b mysql://h/db data/x.sqlite /data/x.sqlite http://h
  redis:// redis:///1 redis:h redis://h/x redis://h/1/2 redis://h/-1 redis://h:99999 redis://u@h
  redis://:p#q@h redis://:p/q@h redis://:p?q@h redis://:%zz@h redis://h#x
  redis://h?prefix= redis://h?prefix=a* redis://h?prefix=a&prefix=b redis://h?ca=x`;

test.each(['', ...REFUSED.split(/\s+/)])('%s is refused', (url) => {
  expect(parseStoreUrl(url)).toBeUndefined();
});
