import { describe, expect, test } from 'vitest';
import { directionOf } from '../../src/web/language.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { createWords } from '../../src/words/words.ts';
import { asEve, linkWorld } from '../support/link-world.ts';
import { recordingLog } from '../support/recording-log.ts';

const words = createWords({ strict: true });
const title = (locale: string): string =>
  words.in(locale)('pages.refusals.notFound.title').replaceAll("'", '&#39;');

describe('a page', () => {
  test.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['zh-CN,vi;q=0.5', 'vi'],
    ['en;q=0.3, pt-PT', 'pt-BR'],
    ['fr;q=0, ja;q=0.1', 'ja'],
    ['*', 'en-US'],
    ['', 'en-US'],
    ['<script>, ../../etc;q=x', 'en-US'],
  ])('for a browser that accepts %s is in %s', async (accepted, locale) => {
    const { web } = linkWorld();
    const answer = await web.inject({ url: '/nowhere', headers: { 'accept-language': accepted } });
    expect(answer.body).toContain(`<html lang="${locale}" dir="ltr">`);
    expect(answer.body).toContain(title(locale));
    expect(answer.headers['vary']).toContain('accept-language');
  });

  test('looks at ten languages and 200 characters of a header, however long it is', async () => {
    const counts: number[] = [];
    const web = createWeb({
      linking: linkWorld().linking,
      readiness: async () => ({ ready: true }),
      words: { ...words, in: (...locales) => (counts.push(locales.length), words.in(...locales)) },
      platformName: 'Arena',
      publicUrl: new URL('https://bot.test'),
      trustedProxies: [],
      log: recordingLog(),
    });
    const many = Array.from({ length: 8000 }, () => 'xx').join(',');
    for (const accepted of [many, `${many},vi`, `${'xx;q=0.1,'.repeat(30)}vi`, 'a'.repeat(15_000)]) {
      const answer = await web.inject({ url: '/nowhere', headers: { 'accept-language': accepted } });
      expect(answer.body).toContain('<html lang="en-US"');
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(11);
  });

  test('of linking is in the language of the member’s Discord, not the browser’s', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await w.linking.begin({ ...w.request(), locale: 'ja' });
    const confirmPage = await browser.open(url);
    expect(confirmPage.html).toContain('<html lang="ja"');
    expect((await browser.press(confirmPage)).html).toContain('<html lang="ja"');
    expect((await browser.request('/link/refused/denied-at-platform')).html).toContain('<html lang="ja"');
  });

  test('that warns of another member’s link is in the language of the person who opened it', async () => {
    const w = linkWorld();
    const browser = w.browser(asEve);
    const { url } = await w.linking.begin({ ...w.request(), locale: 'ja' });
    const warning = await browser.open(url);
    expect(warning.html).toContain(words.in('en-US')('pages.refusals.otherUser.title'));
  });
});

test('a language that is written from right to left says so', () => {
  expect(directionOf('he')).toBe('rtl');
  expect(directionOf('ar-EG')).toBe('rtl');
  expect(directionOf('ja')).toBe('ltr');
});
