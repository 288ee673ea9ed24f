import { describe, expect, test } from 'vitest';
import { callerNetwork } from '../../src/web/caller-network.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { linkWorld } from '../support/link-world.ts';
import { textOf } from '../support/page-browser.ts';
import { english } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

function web(trustedProxies: string[] = []) {
  return createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    chooseLanguage: english,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies,
    log: recordingLog(),
  });
}

const refused = (answers: { statusCode: number }[]) =>
  answers.filter(({ statusCode }) => statusCode === 429).length;

describe('the linking pages', () => {
  test('end one address’s flood with a page that says when to come again, and serve the others', async () => {
    const app = web();
    const answers = [];
    for (let n = 0; n < 700; n += 1)
      answers.push(await app.inject({ url: '/link/device', remoteAddress: '192.0.2.1' }));
    expect(refused(answers)).toBe(100);
    const last = answers.at(-1)!;
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.headers['content-security-policy']).toContain("default-src 'none'");
    expect(textOf(last)).toContain('A little slower');
    expect((await app.inject({ url: '/link/device', remoteAddress: '192.0.2.2' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/healthz', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  });

  test('believe X-Forwarded-For only of a proxy that the settings name', async () => {
    const hops = async (app: ReturnType<typeof web>) => {
      const answers = [];
      for (let n = 0; n < 700; n += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${n % 200}` };
        answers.push(await app.inject({ url: '/link/device', remoteAddress: '10.0.0.7', headers }));
      }
      return answers;
    };
    expect(refused(await hops(web()))).toBe(100);
    expect(refused(await hops(web(['10.0.0.0/8'])))).toBe(0);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
