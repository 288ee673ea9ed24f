import { expect, test } from 'vitest';
import { runHeadlessNight } from '../../../playground/night.ts';

/** The bot reads a running bracket every 15 s, and the night waits for it once a round. */
const LONG = 240_000;

test(
  'a followed channel is told a night once: the winner, every call, every result and the correction',
  async () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(...line.split('\n'));
    expect(await runHeadlessNight({ lengthMs: 45_000, write })).toBe(0);
    const text = lines.join('\n');
    for (const part of [
      'registers (16 of 16)',
      'The start moves',
      'An organizer corrects',
      'your match is ready',
      'asks for help, and Bruno takes care of it',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/event Night Owl Cup, .+, active[\s\S]+event Night Owl Cup, .+, over/);
  },
  LONG,
);
