import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tournament } from '../../src/reading/records.ts';
import { tournamentCard } from '../../src/replies/cards.ts';
import { calendarText, foldLine } from '../../src/web/calendar.ts';
import { cardPage } from '../../src/web/card-page.ts';
import type { CardSource } from '../../src/web/card-routes.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { anyText } from '../support/any-text.ts';
import { linkWorld } from '../support/link-world.ts';
import { english, pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

const NOW = Date.UTC(2027, 0, 1, 12);
const START = Date.UTC(2027, 0, 2, 18);
const at = (epochMs: number) => ({ epochMs, precision: 'second' }) as const;

const cardOf = (tournament: Tournament) =>
  tournamentCard({ tournament: { ...tournament, changedAt: NOW }, isCurrent: true, now: NOW }, english);

function webWith(
  tournaments: readonly Tournament[],
  over: Partial<CardSource> = {},
  now: () => number = Date.now,
) {
  const cards = tournaments.map(cardOf);
  return createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    cards: {
      upcoming: async () => cards,
      followedBy: async (serverId) => (serverId === '700' ? cards.slice(0, 1) : []),
      find: async (tournamentId) => cards.find(({ id }) => id === tournamentId),
      addressOf: (id) => `https://bot.test/mp/t/${encodeURIComponent(id)}`,
      ...over,
    },
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test/mp'),
    trustedProxies: [],
    log: recordingLog(),
    now,
  });
}

const calendarOf = async (tournaments: readonly Tournament[]) =>
  (await webWith(tournaments).inject('/calendar.ics')).body;
/** The lines of a calendar, unfolded. */
const linesOf = (body: string) => body.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar', () => {
  test('has every upcoming tournament with a start, in UTC, under the same id after any change', async () => {
    const cup: Tournament = {
      id: 't 1',
      name: 'Spring Cup',
      startsAt: at(START),
      endsAt: at(START + 3_600_000),
    };
    const day: Tournament = { id: 't2', startsAt: { epochMs: START, precision: 'day' } };
    const first = linesOf(await calendarOf([cup, day, { id: 't3', name: 'No start' }]));
    expect(first.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    expect(first).toContain('DTSTART:20270102T180000Z');
    expect(first).toContain('DTEND:20270102T190000Z');
    expect(first).toContain('DTSTART;VALUE=DATE:20270102');
    expect(first).toContain('URL:https://bot.test/mp/t/t%201');
    const uids = (all: string[]) => all.filter((line) => line.startsWith('UID:'));
    const later = linesOf(await calendarOf([{ ...cup, name: 'Renamed', startsAt: at(START + 1) }]));
    expect(uids(later)).toEqual([uids(first)[0]]);
    expect(new Set(uids(first)).size).toBe(2);
    expect(uids(first)[0]).toMatch(/^UID:[0-9a-f]{32}@bot\.test$/);
  });

  test('of one server has what that server follows, and is empty for another', async () => {
    const web = webWith([
      { id: 'a', name: 'Ours', startsAt: at(START) },
      { id: 'b', name: 'Theirs', startsAt: at(START) },
    ]);
    const titles = async (query: string) => {
      const { body, statusCode } = await web.inject(`/calendar.ics${query}`);
      expect(statusCode, query).toBe(200);
      return linesOf(body).filter((line) => line.startsWith('SUMMARY:'));
    };
    expect(await titles('?server=700')).toEqual(['SUMMARY:Ours']);
    expect(await titles('')).toEqual(['SUMMARY:Ours', 'SUMMARY:Theirs']);
    for (const query of ['?server=701', '?server=', '?server=all:700', '?server=700&server=700'])
      expect(await titles(query), query).toEqual([]);
  });

  test('is well formed for any record: escaped, folded at 75 octets, nothing injected', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (name, description) => {
        const events = [cardOf({ id: 'x', name, description, startsAt: at(START) })];
        const body = calendarText({ name, host: 'bot.test', events, addressOf: (id) => id });
        expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
        for (const line of body.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          // oxlint-disable-next-line no-control-regex
          expect(line).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
        }
        const lines = linesOf(body);
        expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
          'BEGIN:VCALENDAR',
          'BEGIN:VEVENT',
          'END:VEVENT',
          'END:VCALENDAR',
        ]);
        for (const line of lines.filter((one) => /^(SUMMARY|DESCRIPTION):/.test(one)))
          expect(line.replace(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,]/);
      }),
    );
    expect(foldLine('é'.repeat(80)).replaceAll('\r\n ', '')).toBe('é'.repeat(80));
  });

  test('is built once a minute and language, however many strangers request it', async () => {
    let time = NOW;
    let reads = 0;
    const upcoming = async () => (reads++, [cardOf({ id: 'a', startsAt: at(START) })]);
    const web = webWith([], { upcoming }, () => time);
    const open = (language: string) =>
      web.inject({ url: '/calendar.ics', headers: { 'accept-language': language } });
    await Promise.all(['en', 'en-GB', 'fr', 'fr', 'en', 'fr-CA'].map(open));
    for (const language of ['en', 'fr', 'zz']) await open(language);
    expect(reads).toBe(3);
    time += 60_000;
    await open('fr');
    expect(reads).toBe(4);
  });

  test('does not keep a failure', async () => {
    let isDown = true;
    const upcoming = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve([]));
    const web = webWith([], { upcoming });
    expect((await web.inject('/calendar.ics')).statusCode).toBe(503);
    isDown = false;
    expect((await web.inject('/calendar.ics')).statusCode).toBe(200);
  });

  test('may be cached, and is not sent again to who has it', async () => {
    const web = webWith([{ id: 'a', startsAt: at(START) }]);
    const { headers, statusCode } = await web.inject('/calendar.ics');
    expect(headers['vary']).toContain('accept-language');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await web.inject({
      url: '/calendar.ics',
      headers: { 'if-none-match': `W/"other", ${String(headers.etag)}` },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

const PAGE = {
  t: english,
  platformName: 'Arena',
  address: (path: string) => path,
  discord: (path: string) => path,
};

const NASTY = `</script><img src=x onerror="1"> [x](https://evil.example) @everyone <@1> & "q"`;

describe('the page of a tournament', () => {
  test('invents no time of day', async () => {
    const startsAt = { epochMs: START, precision: 'day' } as const;
    const { body } = await webWith([{ id: 'a', startsAt }]).inject('/t/a');
    expect(body).toContain('og:description" content="Starts: Saturday, January 2, 2027"');
  });

  test('has Open Graph tags and Discord’s component embed, in its limits, and escapes what a record says', async () => {
    const tournament: Tournament = {
      id: 'a/b',
      name: NASTY,
      description: NASTY.repeat(20),
      game: NASTY,
      startsAt: at(START),
      entrants: 3,
      capacity: 16,
      phase: 'open',
      imageUrl: 'https://img.example/a.png',
      url: 'https://arena.example/t/1',
    };
    const { body, headers, statusCode } = await webWith([tournament]).inject('/t/a%2Fb');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers['vary']).toContain('accept-language');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<meta property="og:url" content="https://bot.test/mp/t/a%2Fb" />');
    expect(body).toContain('<meta property="og:image" content="https://img.example/a.png" />');
    expect(body).toMatch(/og:description" content="Starts: Saturday, January 2, 2027 at 6:00.PM UTC/);
    expect(body).not.toContain('<img src=x');
    const [, json = ''] =
      /<script id="discord:component-embed" type="application\/json">([^<]*)<\/script>/.exec(body) ?? [];
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(3000);
    const { component } = JSON.parse(json) as { component: Record<string, never> };
    expect(component).toMatchObject({
      type: 17,
      components: [
        { type: 9, accessory: { type: 11, media: { url: 'https://img.example/a.png' } } },
        {
          type: 1,
          components: [{ type: 2, style: 5, label: 'Open in browser', url: 'https://arena.example/t/1' }],
        },
      ],
    });
    expect(json).toContain('\\u003ct:1798912800:f\\u003e');
    expect(json).not.toMatch(/[^\\]@everyone|\]\(https:\/\/evil/);
  });

  test('fits the embed’s limit for any record', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (name, game) => {
        const card = cardOf({ id: 'x', name, game, description: game, prize: name });
        const body = cardPage({ card, url: 'https://bot.test/t/x' }, PAGE);
        const [, json] = /component-embed" type="application\/json">([^<]*)<\/script>/.exec(body) ?? [];
        expect(Buffer.byteLength(json ?? '{}')).toBeLessThanOrEqual(3000);
        expect(() => JSON.parse(json ?? '{}')).not.toThrow();
      }),
    );
  });

  test('that is unknown is a page with 404; a store that is down is named as the cause', async () => {
    const unknown = await webWith([]).inject('/t/nothing');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.headers['cache-control']).toBe('public, max-age=60');
    expect(unknown.body).toContain('No tournament here');
    const down = webWith([], {
      upcoming: () => Promise.reject(new Error('down')),
      find: () => Promise.reject(new Error('down')),
    });
    for (const url of ['/t/x', '/calendar.ics']) {
      const { statusCode, headers } = await down.inject(url);
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store']);
    }
  });

  test('claims nothing that may have changed since it left the list', () => {
    const tournament = { id: 'a', changedAt: NOW, phase: 'open', entrants: 3, startsAt: at(START) } as const;
    const names = (isCurrent: boolean, now: number) =>
      tournamentCard({ tournament, isCurrent, now }, english).facts.map(([name]) => name);
    expect(names(true, NOW)).toEqual(['Starts', 'Status', 'Players']);
    expect(names(false, NOW)).toEqual(['Starts']);
    expect(names(true, START + 1)).not.toContain('Status');
  });
});
