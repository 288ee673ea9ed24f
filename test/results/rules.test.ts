import { describe, expect, it } from 'vitest';
import {
  PRESSES,
  ROLES,
  STATES,
  stepOf,
  type ResultPress,
  type Role,
  type ResultState,
} from '../../src/results/rules.ts';

const all = STATES.flatMap((state) =>
  PRESSES.flatMap((press) => ROLES.map((role) => ({ state, press, role, step: stepOf(state, press, role) }))),
);
const where = (wanted: { state?: ResultState; press?: ResultPress; role?: Role }) =>
  all.filter((one) => Object.entries(wanted).every(([name, value]) => Reflect.get(one, name) === value));
const acts = ({ step }: (typeof all)[number]) => 'to' in step;

describe('every state, press and presser', () => {
  it('only organizers rule or leave a match as it is, and rule in every state', () => {
    for (const press of ['rule', 'leave'] as const)
      for (const one of where({ press }).filter(acts))
        expect(one.role, JSON.stringify(one)).toBe('organizer');
    for (const state of STATES)
      expect(stepOf(state, 'rule', 'organizer'), state).toEqual({ to: 'ruled', writes: true });
  });

  it('no one confirms their own report', () => {
    expect(
      where({ press: 'confirm', role: 'reporter' })
        .filter(acts)
        .map(({ state }) => state),
    ).toEqual(['disputed']);
    expect(stepOf('open', 'confirm', 'reporter')).toEqual({ refused: 'own-report' });
  });

  it("a third person's press never acts but as a report that counts at once", () => {
    for (const one of where({ role: 'other' }).filter(acts))
      expect([one.press, ['none', 'written'].includes(one.state)], JSON.stringify(one)).toEqual([
        'report',
        true,
      ]);
  });

  it("an organizer's word on what others report takes a reason", () => {
    for (const state of ['open', 'disputed', 'ruled'] as const)
      for (const press of ['report', 'propose', 'confirm', 'dispute'] as const)
        expect(stepOf(state, press, 'organizer'), `${state} ${press}`).toEqual({ refused: 'needs-reason' });
  });

  it('what awaits the other side or the organizers is not written', () => {
    const waiting = all.filter(({ step }) => 'to' in step && ['open', 'disputed'].includes(step.to));
    for (const one of waiting) expect(one.step, JSON.stringify(one)).toMatchObject({ writes: false });
  });

  it('what counts is written, and a match that the organizers leave as it is not', () => {
    expect(stepOf('none', 'report', 'reporter')).toEqual({ to: 'written', writes: true });
    expect(stepOf('open', 'confirm', 'opponent')).toEqual({ to: 'agreed', writes: true });
    expect(stepOf('open', 'leave', 'organizer')).toEqual({ to: 'ruled', writes: false });
  });

  it('players change nothing that was ruled', () => {
    for (const role of ['reporter', 'opponent', 'other'] as const)
      expect(where({ state: 'ruled', role }).filter(acts), role).toEqual([]);
  });

  it('says of no one with a part in the match that they have none', () => {
    for (const one of all.filter(({ role }) => role !== 'other'))
      expect(one.step, JSON.stringify(one)).not.toEqual({ refused: 'not-playing' });
  });

  it('an agreed result is reported anew as if there were none, but not by an organizer without a reason', () => {
    for (const press of ['report', 'propose'] as const)
      for (const role of ['reporter', 'opponent'] as const)
        expect(stepOf('agreed', press, role), `${press} ${role}`).toEqual(stepOf('none', press, role));
    expect(stepOf('agreed', 'report', 'organizer')).toEqual({ refused: 'needs-reason' });
  });
});
