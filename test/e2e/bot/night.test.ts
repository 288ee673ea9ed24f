import { expect, test } from 'vitest';
import { runHeadlessNight } from '../../../playground/night.ts';

/** The bot reads a running bracket every 15 s, and the night waits for it once a round. */
const LONG = 300_000;

test(
  'followed channels are told a night once, under either policy, and the next morning none says what is no longer so',
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
      'Bruno rules so',
      'Bruno reports M',
      'Chloé rules so',
      'Chloé deletes the live post',
      'Rain Cup is postponed',
      'Side Swiss is over. First place: ',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/event Night Owl Cup, .+, active[\s\S]+event Night Owl Cup, .+, over/);
  },
  LONG,
);
