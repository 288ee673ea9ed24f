import { Locale } from 'discord.js';
import { expect, test, vi } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { runTour } from '../../../playground/tour.ts';

/** What a channel follows is posted with its readings. */
const LONG = { timeout: 240_000 };

test.concurrent('the tour shows every command and ends with code 0', LONG, async () => {
  const lines: string[] = [];
  expect(await runTour({ write: (line) => lines.push(...line.split('\n')) })).toBe(0);
  const text = lines.join('\n');
  for (const { name, kind } of commands)
    expect(text).toMatch(kind === 'user' ? `menu of Ana: ${name}` : new RegExp(`types /${name}\\b`));
});

test.concurrent.each([Locale.German, Locale.Japanese])(
  'the tour is right in %s too',
  LONG,
  async (locale) => {
    expect(await runTour({ locale, write: () => {} })).toBe(0);
  },
);

test('a wrong answer ends the tour with code 1 and says what was wrong', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await runTour({ write: () => {}, env: { PLATFORM_API_KEY: 'wrong' } })).toBe(1);
  expect(errorLog.mock.lastCall?.join(' ')).toMatch(
    /The tour in en-US stopped: \/tournaments: it should say .*doesn't accept/,
  );
  errorLog.mockRestore();
});
