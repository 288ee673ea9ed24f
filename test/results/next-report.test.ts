import { describe, expect, it } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { pairOf } from '../../src/guilds/result-posts.ts';
import { isUnderWay, nextReport, type PressPlace } from '../../src/results/next-report.ts';
import type { Claim, Report } from '../../src/results/report.ts';
import type { ResultPress, Role } from '../../src/results/rules.ts';
import { match } from '../support/night-records.ts';

const NOW = Date.UTC(2027, 0, 20);
const EARLIER = NOW - 3_600_000;
const OPEN = match('m1', 'ana-bruno', { tournament: { id: 't1' } });
const WON = match('m1', 'ana-bruno 3-1', { tournament: { id: 't1' } });
const THREE_ONE = { player1: 3, player2: 1 };
const ONE_THREE = { player1: 1, player2: 3 };
const HERE: PressPlace = {
  guildId: '700',
  channelId: '800',
  parentId: '80',
  policy: 'both',
  deadlineMs: 1000,
};
const claim = (playerId: string, more: Partial<Claim> = {}): Claim => ({
  playerId,
  discordId: `d-${playerId}`,
  scores: THREE_ONE,
  at: NOW,
  ...more,
});
const BEFORE: Report = {
  matchId: 'm1',
  state: 'open',
  policy: 'at-once',
  reportedAt: EARLIER,
  claim: claim('ana', { side: 1, at: EARLIER }),
};

interface ReportSetup {
  before?: Report;
  press?: ResultPress;
  to: Report['state'];
  scores?: typeof THREE_ONE | undefined;
  by?: { playerId: string; role: Role };
  of?: Match;
  place?: PressPlace;
  reason?: string;
}
const after = ({ before, press = 'report', to, by, of = OPEN, place = HERE, reason, ...rest }: ReportSetup) =>
  nextReport(
    before,
    { press, to, scores: 'scores' in rest ? rest.scores : THREE_ONE, reason },
    {
      match: of,
      by: { discordId: `d-${by?.playerId ?? 'ana'}`, playerId: 'ana', role: 'reporter', ...by },
      place,
      now: NOW,
    },
  );
const byBruno = { playerId: 'bruno', role: 'opponent' } as const;
const byOlga = { playerId: 'olga', role: 'organizer' } as const;

describe('the report after a press', () => {
  it('says all about the match, the place and the claim', () => {
    expect(after({ to: 'open' })).toEqual({
      matchId: 'm1',
      state: 'open',
      policy: 'both',
      reportedAt: NOW,
      guildId: '700',
      channelId: '800',
      parentId: '80',
      tournamentId: 't1',
      sides: ['ana', 'bruno'],
      pair: pairOf(OPEN),
      claim: claim('ana', { side: 1 }),
      deadlineAt: NOW + 1000,
    });
  });

  it('names the side of a claim, and who claimed as an organizer', () => {
    const written = after({ to: 'written', by: byBruno });
    expect(written.claim).toEqual(claim('bruno', { side: 2 }));
    expect(written).not.toHaveProperty('counter');
    expect(after({ to: 'written', by: byOlga }).claim).toEqual(claim('olga', { byOrganizer: true }));
  });

  it('stays where it is shown, though it is pressed elsewhere', () => {
    const shown: Report = { ...BEFORE, channelId: '900' };
    expect(after({ before: shown, to: 'open' })).toMatchObject({ channelId: '900' });
    expect(after({ before: shown, to: 'open' })).not.toHaveProperty('parentId');
    expect(after({ before: BEFORE, to: 'open' })).toMatchObject({ channelId: '800', parentId: '80' });
  });

  it('keeps what the match does not say any more, but the players only while it waits', () => {
    const known: Report = { ...BEFORE, tournamentId: 't0', sides: ['ana', 'bruno'], pair: 'pair' };
    const bare = match('m1', '-');
    const kept = { tournamentId: 't0', sides: ['ana', 'bruno'], pair: 'pair' };
    expect(after({ before: known, to: 'open', of: bare })).toMatchObject(kept);
    const settled = after({ before: { ...known, state: 'agreed' }, to: 'open', of: bare });
    expect(settled).toMatchObject({ tournamentId: 't0' });
    expect(settled).not.toHaveProperty('sides');
    expect(settled).not.toHaveProperty('pair');
    expect(after({ before: known, to: 'open' })).toMatchObject({ tournamentId: 't1', pair: pairOf(OPEN) });
    expect(after({ to: 'open', of: bare })).not.toHaveProperty('tournamentId');
  });

  it('keeps policy, time and deadline while it waits, and begins anew once it was settled', () => {
    const waits: Report = { ...BEFORE, deadlineAt: 5, remindedAt: 4, escalatedAt: 3 };
    const reminder = { channelId: '800', messageId: '1' };
    for (const state of ['open', 'disputed'] as const) {
      expect(isUnderWay({ ...waits, state })).toBe(true);
      expect(after({ before: { ...waits, state, reminder }, to: 'open' })).toMatchObject({
        policy: 'at-once',
        reportedAt: EARLIER,
        deadlineAt: 5,
        remindedAt: 4,
        escalatedAt: 3,
        reminder,
      });
    }
    const anew = after({ before: { ...waits, state: 'written', reminder }, to: 'open' });
    expect(anew).toMatchObject({ policy: 'both', reportedAt: NOW, deadlineAt: NOW + 1000 });
    for (const field of ['remindedAt', 'escalatedAt', 'reminder']) expect(anew).not.toHaveProperty(field);
    expect(isUnderWay(undefined)).toBe(false);
    expect(after({ before: { ...waits, reminder }, to: 'written' })).not.toHaveProperty('deadlineAt');
  });

  it('knows what the platform shows, and for a minute what it showed to a dispute', () => {
    expect(after({ to: 'written', of: WON }).seen).toEqual(THREE_ONE);
    const fresh: Report = {
      ...BEFORE,
      state: 'written',
      reportedAt: NOW,
      seen: THREE_ONE,
      claim: claim('ana'),
    };
    expect(after({ before: fresh, to: 'disputed', press: 'dispute', by: byBruno }).seen).toEqual(THREE_ONE);
    expect(after({ before: fresh, to: 'open' })).not.toHaveProperty('seen');
    const old: Report = { ...fresh, reportedAt: EARLIER, claim: claim('ana', { at: EARLIER }) };
    expect(after({ before: old, to: 'disputed', press: 'dispute', by: byBruno })).not.toHaveProperty('seen');
    expect(after({ to: 'disputed', press: 'dispute', by: byBruno })).not.toHaveProperty('seen');
  });

  it('edits the organizers’ message while it waits, and after each ruling', () => {
    const organizersPost = { channelId: '801', messageId: '2' };
    const ruled: Report = { ...BEFORE, state: 'ruled', organizersPost };
    expect(after({ before: ruled, to: 'ruled', by: byOlga })).toMatchObject({ organizersPost });
    expect(after({ before: ruled, to: 'open' })).not.toHaveProperty('organizersPost');
    expect(after({ before: { ...ruled, state: 'open' }, to: 'agreed', by: byBruno })).toMatchObject({
      organizersPost,
    });
    expect(after({ to: 'ruled', by: byOlga })).not.toHaveProperty('organizersPost');
  });
});

describe('what both agree to', () => {
  it('is the first claim with the other side’s, if it still has that score', () => {
    const agreed = after({ before: BEFORE, to: 'agreed', press: 'confirm', by: byBruno });
    expect(agreed).toMatchObject({ claim: BEFORE.claim, counter: claim('bruno', { side: 2 }) });
    for (const scores of [ONE_THREE, { player1: 3, player2: 2 }, { player1: 2, player2: 1 }])
      expect(
        after({ before: BEFORE, to: 'agreed', press: 'confirm', by: byBruno, scores }),
        JSON.stringify(scores),
      ).toMatchObject({ claim: { playerId: 'bruno' }, counter: { playerId: 'bruno' } });
    expect(after({ to: 'agreed', by: byBruno }).claim).toMatchObject({ playerId: 'bruno' });
  });
});

describe('a dispute', () => {
  const disputed: Report = {
    ...BEFORE,
    state: 'disputed',
    counter: claim('bruno', { side: 2, scores: ONE_THREE }),
  };

  it('has each side’s claim in its place', () => {
    expect(after({ before: BEFORE, to: 'disputed', press: 'dispute', by: byBruno })).toMatchObject({
      claim: BEFORE.claim,
      counter: claim('bruno', { side: 2 }),
    });
    const own = after({ before: disputed, to: 'disputed', press: 'propose', scores: ONE_THREE });
    expect(own).toMatchObject({
      claim: claim('ana', { side: 1, scores: ONE_THREE }),
      counter: disputed.counter,
    });
    const confirmed = after({ before: disputed, to: 'disputed', press: 'confirm' });
    expect(confirmed).toMatchObject({ claim: BEFORE.claim, counter: { playerId: 'ana' } });
    const first = after({ to: 'disputed', press: 'dispute', by: byBruno });
    expect(first).toMatchObject({ counter: { playerId: 'bruno' } });
    expect(first).not.toHaveProperty('claim');
    expect(after({ to: 'disputed', press: 'propose' })).not.toHaveProperty('counter');
  });

  it('keeps its notice, and not the reminder of an open report', () => {
    const reminder = { channelId: '800', messageId: '1' };
    const next = (before: Report) => after({ before, to: 'disputed', press: 'dispute', by: byBruno });
    expect(next({ ...disputed, reminder })).toMatchObject({ reminder });
    expect(next({ ...BEFORE, reminder })).not.toHaveProperty('reminder');
    expect(next({ ...BEFORE, remindedAt: 1 })).not.toHaveProperty('remindedAt');
  });
});

describe('a ruling', () => {
  it('keeps both claims, and says who ruled, why, and what the platform showed', () => {
    const disputed: Report = { ...BEFORE, state: 'disputed', counter: claim('bruno') };
    const ruled = after({
      before: disputed,
      to: 'ruled',
      press: 'rule',
      by: byOlga,
      of: WON,
      reason: 'late',
    });
    expect(ruled).toMatchObject({ claim: disputed.claim, counter: disputed.counter });
    expect(ruled.ruling).toEqual({
      playerId: 'olga',
      discordId: 'd-olga',
      reason: 'late',
      at: NOW,
      scores: THREE_ONE,
      before: THREE_ONE,
    });
    const left = after({ to: 'ruled', press: 'leave', by: byOlga, scores: undefined });
    expect(left.ruling).toEqual({ playerId: 'olga', discordId: 'd-olga', reason: '', at: NOW });
    expect(left).not.toHaveProperty('claim');
  });
});
