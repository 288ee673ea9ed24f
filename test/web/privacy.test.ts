import { describe, expect, test } from 'vitest';
import { createWeb } from '../../src/web/create-web.ts';
import { linkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

const webWith = (ownPages = {}) =>
  createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test/mp'),
    trustedProxies: [],
    ownPages,
    log: recordingLog(),
  });

describe('the privacy and terms pages', () => {
  test('say what is stored and which terms apply, and set no cookie', async () => {
    for (const [url, says] of [
      ['/privacy', /Discord ID[^]*30 days[^]*\/privacy/],
      ['/terms', /Arena[^]*\/unlink/],
    ] as const) {
      const { statusCode, headers, body } = await webWith().inject(url);
      expect(statusCode, url).toBe(200);
      expect(body, url).toMatch(says);
      expect(headers['set-cookie'], url).toBeUndefined();
    }
  });

  test('say who is responsible, which cookies there are, and whom to ask', async () => {
    const supportUrl = new URL('https://help.example/?a=1&b=<');
    for (const url of ['/privacy', '/terms']) {
      const { body } = await webWith().inject(url);
      expect(body, url).toContain('ask in a server where you use it');
      const withSupport = await webWith({ supportUrl }).inject(url);
      expect(withSupport.body, url).toContain(
        `Questions about this bot: <a href="https://help.example/?a=1&amp;b=%3C">help.example</a>`,
      );
    }
    const { body } = await webWith().inject('/privacy');
    for (const part of [
      'responsible for what it stores',
      'cookies',
      '30 minutes',
      'log',
      'Arena ended your sign-in',
    ])
      expect(body).toContain(part);
  });

  test('redirect to the operator’s pages', async () => {
    const web = webWith({
      privacyUrl: new URL('https://own.example/p'),
      termsUrl: new URL('https://own.example/t'),
    });
    for (const [url, to] of [
      ['/privacy', 'https://own.example/p'],
      ['/terms', 'https://own.example/t'],
    ] as const) {
      const { statusCode, headers } = await web.inject(url);
      expect({ url, statusCode, to: headers.location }).toEqual({ url, statusCode: 302, to });
    }
  });
});
