import { expect } from 'vitest';
import type { Reports } from '../../src/results/reports.ts';
import { sha256 } from '../../src/sha256.ts';

const NOW = Date.now();
const EXPIRES = NOW + 1_000_000;
const text = (value: unknown): string => JSON.stringify({ value, expires: EXPIRES });
const reportOf = (matchId: string, more: object = {}) => ({
  matchId,
  state: 'written',
  policy: 'at-once',
  guildId: '700',
  reportedAt: NOW - 1000,
  ...more,
});

/** Reports and due lists as version 1 stored them, by key. */
export const reportsOfVersion1 = (): [string, string][] => [
  [`reports:${sha256('m1')}`, text(reportOf('m1', { state: 'open', deadlineAt: NOW + 5000 }))],
  [`reports:${sha256('a:b')}`, text(reportOf('a:b', { state: 'disputed', guildId: '701' }))],
  [`reports:${sha256('m3')}`, text(reportOf('m3'))],
  [`reports:${sha256('direct')}`, text(reportOf('direct', { guildId: undefined }))],
  [`reports:${sha256('killed')}`, text(reportOf('killed', { state: 'ruled', writingSince: NOW - 1000 }))],
  [
    'due:5',
    text([
      ['m1', NOW + 5000],
      ['gone', 1],
    ]),
  ],
  ['due:9', text([['a:b', NOW + 5000]])],
];

/** Each is under its server; who looks after what is due finds it. `names`: of all records, without what version 1 left. */
export async function expectMoved(reports: Reports, names: readonly string[]): Promise<void> {
  for (const [guildId, matchId] of [
    ['700', 'm1'],
    ['701', 'a:b'],
    ['700', 'm3'],
  ] as const)
    expect(await reports.find({ guildId, matchId })).toMatchObject({ guildId, matchId });
  expect(names.filter((name) => name === 'reports')).toHaveLength(3);
  const due = await reports.dueAt(NOW);
  expect(
    due
      .filter(({ guildId }) => /^\d+$/.test(guildId ?? ''))
      .toSorted((a, b) => (a.matchId < b.matchId ? -1 : 1)),
  ).toEqual([
    { guildId: '701', matchId: 'a:b' },
    { guildId: '700', matchId: 'm1' },
  ]);
  expect(due.filter(({ matchId }) => matchId === 'gone')).toEqual([]);
}
