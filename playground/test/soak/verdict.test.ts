import { describe, expect, test } from 'vitest';
import enUS from '../../../src/words/en-US.json' with { type: 'json' };
import type { LedgerEntry } from '../../soak/ledger.ts';
import { slope } from '../../soak/memory.ts';
import type { Done } from '../../soak/platform-record.ts';
import { judge } from '../../soak/verdict.ts';

const AT = 1_800_000_000_000;
const HERE = 'http://127.0.0.1:1';
const { register, failure } = enUS;
const filled = (sentence: string) => sentence.replaceAll(/\{\{\w+\}\}/g, 'x');

/** An interaction that was answered with this sentence; without one, not at all. */
function entry(sentence?: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  const interaction = { id: '1', token: 'token', label: '/register', problems: [], failure: undefined };
  const message = { content: sentence === undefined ? '' : filled(sentence), embeds: [] };
  return {
    // What the judge reads of them.
    sent: interaction as unknown as LedgerEntry['sent'],
    at: AT,
    ...(sentence !== undefined && {
      answer: { kind: 'message', message } as unknown as LedgerEntry['answer'] & {},
    }),
    ...more,
  };
}

interface Circumstances {
  struck?: boolean;
  kills?: { url: string; at: number; gone: number }[];
  gaps?: { from: number; to: number }[];
  servedBy?: string[];
  written?: { asked: number; done: number };
}

const verdictOn = (
  one: LedgerEntry,
  { struck = false, kills = [], gaps = [], ...more }: Circumstances = {},
) =>
  judge({
    entries: [one],
    injected: { counts: new Map(), struck: () => struck },
    outages: { kills, stops: [], gaps },
    servedBy: more.servedBy && (() => more.servedBy ?? []),
    written: new Map(one.deed ? [[one.deed.key, more.written ?? { asked: 1, done: 1 }]] : []),
    acknowledgeMs: 3000,
  });

describe('an interaction without an answer', () => {
  test.each<[string, Circumstances, number]>([
    ['that nothing excuses', {}, 1],
    ['whose answer Discord failed to take', { struck: true }, 0],
    [
      'whose replica was being killed',
      { kills: [{ url: HERE, at: AT - 2, gone: AT + 3 }], servedBy: [HERE] },
      0,
    ],
    [
      'whose replica was killed before it could acknowledge',
      { kills: [{ url: HERE, at: AT + 500, gone: AT + 505 }], servedBy: [HERE] },
      0,
    ],
    [
      'beside whose replica another was killed',
      { kills: [{ url: 'other', at: AT + 500, gone: AT + 505 }], servedBy: [HERE] },
      1,
    ],
    ['long after a kill', { kills: [{ url: HERE, at: AT - 500, gone: AT - 495 }], servedBy: [HERE] }, 1],
    [
      'that nobody had acknowledged long before its replica was killed',
      { kills: [{ url: HERE, at: AT + 20_000, gone: AT + 20_005 }], servedBy: [HERE] },
      1,
    ],
    ['that came while nobody was connected', { gaps: [{ from: AT - 100, to: AT + 100 }] }, 0],
    ['that came to a replica, which needs no gateway', { gaps: [{ from: AT, to: AT }], servedBy: [HERE] }, 1],
  ])('%s', (_which, circumstances, faults) => {
    expect(verdictOn(entry(), circumstances).faults).toHaveLength(faults);
  });
});

describe('an answer', () => {
  test.each([
    ['that is none of the bot’s failures', register.done, 0],
    ['that refuses politely', failure.busy, 0],
    ['that says the bot has a fault', failure.unknown, 1],
    ['that takes a linked member for one who is not', enUS.link.needed, 1],
    ['that says a link was lost, though no process was', enUS.link.expired, 1],
  ])('%s', (_which, sentence, faults) => {
    expect(verdictOn(entry(sentence)).faults).toHaveLength(faults);
  });
});

describe('a write', () => {
  test.each([
    ['told as done, and done', register.doneStarts, 1, 1, 0],
    ['told as done, and not done', register.done, 1, 0, 1],
    ['told as done, and asked for twice', register.done, 2, 1, 1],
    ['told as refused, and not done', register.refused, 1, 0, 0],
    ['told as refused, and done', register.refused, 1, 1, 1],
    ['told as uncertain, and done', register.lost, 1, 1, 0],
    ['told as uncertain, and not done', register.lost, 1, 0, 0],
    ['told as uncertain, and asked for twice', register.lost, 2, 1, 1],
  ])('%s', (_which, sentence, asked, done, faults) => {
    const one = entry(sentence, { deed: { key: 'register 1 2' } });
    expect(verdictOn(one, { written: { asked, done } }).faults).toHaveLength(faults);
  });

  test('that is not answered is written once at most', () => {
    const one = entry(undefined, { deed: { key: 'register 1 2' } });
    expect(verdictOn(one, { struck: true, written: { asked: 2, done: 1 } }).faults).toEqual([
      expect.stringContaining('1 /register at 2027-01-15T08:00:00.000Z: the platform was asked 2 times'),
    ]);
  });
});

describe('a soak', () => {
  const all = (sentences: (string | undefined)[], struck = false, written = new Map<string, Done>()) =>
    judge({
      entries: sentences.map((sentence) => entry(sentence)),
      injected: { counts: new Map(), struck: () => struck },
      outages: { kills: [], stops: [], gaps: [] },
      servedBy: undefined,
      written,
      acknowledgeMs: 3000,
    }).faults;
  const mixed = <T>(share: number, some: T, others: T): T[] =>
    Array.from({ length: 100 }, (_, nth) => (nth < share * 100 ? some : others));

  test('that refuses most of what is asked fails, however politely it does', () => {
    expect(all(mixed(0.2, failure.busy, register.done))).toEqual([]);
    expect(all(mixed(0.9, failure.busy, register.done))).toEqual([
      '90 % of all were refused, however politely',
    ]);
  });

  test('that leaves many without an answer fails, even if each has an excuse', () => {
    expect(all(mixed<string | undefined>(0.2, undefined, register.done), true)).toEqual([]);
    expect(all(mixed<string | undefined>(0.3, undefined, register.done), true)).toEqual([
      '30 % of all were not answered',
    ]);
  });

  test('in which the platform is asked for what no member meant fails', () => {
    const writes = new Map([['profile 7 Mallory', { asked: 1, done: 1 }]]);
    expect(all([register.done], false, writes)).toEqual([
      'profile 7 Mallory: the platform was asked for it, and no member was behind it',
    ]);
  });
});

test('memory that grows by a megabyte each ten seconds has a slope of six a minute', () => {
  const samples = [0, 10, 20, 30].map((at) => ({ at, megabytes: 100 + at / 10 }));
  expect(slope(samples)).toBeCloseTo(6);
  expect(slope(samples.slice(2))).toBeUndefined();
});
