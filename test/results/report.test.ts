import { describe, expect, it } from 'vitest';
import {
  areEqual,
  isUnwritten,
  isWriting,
  membersOf,
  pressersOf,
  rulingMark,
  settledOf,
  Report,
  stateOf,
  STEPS,
  unwritten,
  withoutSteps,
  WRITING_MS,
  type Claim,
  type Unfinished,
} from '../../src/results/report.ts';
import { isDropped, reportScores } from '../../src/replies/report-view.ts';

const THREE_ONE = { player1: 3, player2: 1 };
const claim = (discordId: string, scores = THREE_ONE): Claim => ({
  playerId: `p${discordId}`,
  discordId,
  scores,
  at: 0,
});
const ruling = (discordId: string): NonNullable<Report['ruling']> => ({
  playerId: `p${discordId}`,
  discordId,
  reason: 'late',
  at: 0,
});
const report = (more: Partial<Report> = {}): Report => ({
  matchId: 'm1',
  state: 'open',
  policy: 'both',
  reportedAt: 0,
  ...more,
});
const unfinished = (more: Partial<Unfinished> = {}): Unfinished => ({
  pressId: 'press',
  at: 0,
  by: { discordId: '9', playerId: 'p9' },
  steps: ['organizers', 'log'],
  ...more,
});

describe('the members in a report', () => {
  it('are all who claimed, ruled or pressed, in the reports before and after its press too', () => {
    const of = report({
      claim: claim('1'),
      counter: claim('2'),
      ruling: ruling('3'),
      unfinished: unfinished({
        before: report({ claim: claim('4') }),
        ended: report({ counter: claim('5') }),
      }),
      next: report({
        ruling: ruling('6'),
        unfinished: unfinished({ by: { discordId: '7', playerId: 'p7' } }),
      }),
    });
    expect(membersOf(of).toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '9']);
    expect(pressersOf(of).toSorted()).toEqual(['4', '5', '6', '7', '9']);
  });

  it('do not hold who unlinked since', () => {
    const { discordId: _gone, ...unlinked } = claim('1');
    expect(membersOf(report({ claim: unlinked }))).toEqual([]);
    expect(membersOf(report())).toEqual([]);
  });
});

describe('the steps of a press', () => {
  const of = report({ unfinished: unfinished() });

  it('leave the report one by one, and the press with the last', () => {
    expect(withoutSteps(of, 'press', new Set(['log']))).toEqual(
      report({ unfinished: unfinished({ steps: ['organizers'] }) }),
    );
    expect(withoutSteps(of, 'press', new Set(['log', 'organizers']))).toEqual(report());
  });

  it('stay if another press has begun since', () => {
    expect(withoutSteps(of, 'earlier', new Set(['log']))).toBe(of);
    const finished = report();
    expect(withoutSteps(finished, undefined, new Set(['log']))).toBe(finished);
    expect(withoutSteps(finished, 'press', new Set(['log']))).toBe(finished);
  });
});

describe('a report that is being written', () => {
  it('has nothing of its press once it settled', () => {
    const press: Partial<Report> = {
      isFirst: true,
      marks: ['m'],
      marksKey: 'k',
      next: report(),
      writingSince: 1,
    };
    const of = report({ claim: claim('1') });
    expect(settledOf({ ...of, ...press, unfinished: unfinished() })).toEqual(of);
  });

  it('is the one of before if its process died, and none if it was the first', () => {
    const of = report({ claim: claim('1'), unfinished: unfinished(), marks: ['m'] });
    expect(unwritten({ ...of, next: report(), writingSince: 1 })).toEqual(of);
    expect(unwritten({ ...of, next: report(), writingSince: 1, isFirst: true })).toBeUndefined();
  });

  it('has lost its process after four calls’ time, and also once the clock was set back', () => {
    const at = (ms: number) => isWriting(report({ writingSince: 1_000_000 }), 1_000_000 + ms);
    expect([at(0), at(WRITING_MS - 1), at(WRITING_MS)]).toEqual([true, true, false]);
    expect([at(1 - WRITING_MS), at(-WRITING_MS)]).toEqual([true, false]);
    expect(isWriting(report(), 0)).toBe(false);
    expect(WRITING_MS).toBe(40_000);
  });
});

describe('the score of a report', () => {
  it('is the ruling’s, else the claimed one, else the one last read', () => {
    const [first, second, third] = [1, 2, 3].map((player1) => ({ player1, player2: 0 }));
    const seen = report({ seen: third! });
    expect(reportScores(seen)).toEqual(third);
    expect(reportScores({ ...seen, claim: claim('1', second) })).toEqual(second);
    expect(reportScores({ ...seen, claim: claim('1', second), ruling: ruling('3') })).toEqual(second);
    expect(
      reportScores({ ...seen, claim: claim('1', second), ruling: { ...ruling('3'), scores: first! } }),
    ).toEqual(first);
  });

  it('equals another only on both sides', () => {
    expect(areEqual(THREE_ONE, { ...THREE_ONE })).toBe(true);
    expect(areEqual(THREE_ONE, { player1: 3, player2: 2 })).toBe(false);
    expect(areEqual(THREE_ONE, { player1: 2, player2: 1 })).toBe(false);
    expect([areEqual(undefined, THREE_ONE), areEqual(THREE_ONE, undefined)]).toEqual([false, false]);
    expect(areEqual(undefined, undefined)).toBe(true);
  });

  it('is not on the platform while it is open or disputed, or if the organizers left the match as it is', () => {
    const unwrittenStates = (more: Partial<Report>) =>
      (['open', 'written', 'disputed', 'agreed', 'ruled'] as const).filter((state) =>
        isUnwritten(report({ state, ...more })),
      );
    expect(unwrittenStates({})).toEqual(['open', 'disputed', 'ruled']);
    expect(unwrittenStates({ ruling: { ...ruling('3'), scores: THREE_ONE } })).toEqual(['open', 'disputed']);
    expect(unwrittenStates({ seen: THREE_ONE })).toEqual([]);
  });

  it('was dropped if the organizers left the match as it is before the platform had it', () => {
    expect(isDropped(report({ state: 'ruled', ruling: ruling('3') }))).toBe(true);
    expect(isDropped(report({ state: 'ruled', ruling: ruling('3'), seen: THREE_ONE }))).toBe(false);
    expect(isDropped(report())).toBe(false);
  });
});

it('a form can tell that a ruling has changed since: by another, or by the same person later', () => {
  const marks = [undefined, ruling('3'), ruling('4'), { ...ruling('3'), at: 1 }].map(rulingMark);
  expect(new Set(marks).size).toBe(4);
  // An argument of a custom id.
  expect(marks).not.toContain('');
  expect(rulingMark(ruling('3'))).toBe(rulingMark({ ...ruling('3'), reason: 'other' }));
  expect(marks[1]).toMatch(/^[\w-]{8}$/);
});

it('every field of a stored report is read as it was written, and no other word', () => {
  const post = { channelId: '800', messageId: '1' };
  const scores = THREE_ONE;
  const whole = report({
    guildId: '700',
    channelId: '800',
    parentId: '80',
    tournamentId: 't1',
    sides: ['a', 'b'],
    pair: 'p',
    seen: scores,
    deadlineAt: 1,
    remindedAt: 2,
    escalatedAt: 3,
    marks: ['m'],
    marksKey: 'k',
    claim: { ...claim('1'), side: 1, byOrganizer: true },
    counter: { ...claim('2'), side: 2 },
    ruling: { ...ruling('3'), scores, before: scores },
    reminder: post,
    organizersPost: { ...post, files: [{ id: 'f', side: 1 }] },
    unfinished: unfinished({
      by: { discordId: '9', playerId: 'p9', playerName: 'Nine' },
      steps: [...STEPS],
      before: report(),
      ended: report(),
    }),
    writingSince: 1,
    isFirst: true,
    next: report({ unfinished: unfinished() }),
  });
  expect(Report.parse(whole)).toEqual(whole);
  for (const state of ['open', 'written', 'disputed', 'agreed', 'ruled'] as const)
    for (const policy of ['at-once', 'both', 'platform'] as const)
      expect(Report.parse(report({ state, policy }))).toEqual(report({ state, policy }));
  const parts = ['seen', 'claim', 'ruling', 'reminder', 'organizersPost', 'unfinished'];
  for (const wrong of [
    { state: '' },
    { policy: '' },
    { sides: ['a'] },
    ...parts.map((part) => ({ [part]: {} })),
    { organizersPost: { ...post, files: [{}] } },
    { unfinished: { ...unfinished(), by: {} } },
  ])
    expect(Report.safeParse({ ...report(), ...wrong }).success, JSON.stringify(wrong)).toBe(false);
});

it('where there is no report, the state is none', () => {
  expect([stateOf(undefined), stateOf(report())]).toEqual(['none', 'open']);
});
