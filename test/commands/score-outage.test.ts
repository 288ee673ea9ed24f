import { describe, expect, it } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { buttonOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeMember, fakePlatform } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';

const duel = (given: Partial<Match> = {}, scores?: [number, number]): Match => ({
  id: 'm1',
  sides: [
    { player: { id: 'u1', name: 'Ana' }, ...(scores && { score: scores[0] }) },
    { player: { id: 'u2', name: 'Bruno' }, ...(scores && { score: scores[1] }) },
  ],
  ...given,
});

function world(match: Match) {
  const control = { isDown: false };
  const read = <T>(value: T) =>
    control.isDown ? Promise.reject(failing('unavailable')) : Promise.resolve({ value });
  const platform = fakePlatform({ match: () => read(match), userMatches: () => read([match]) });
  const member = fakeMember({
    reportScore: (_id, { player1, player2 }) =>
      Promise.resolve(
        control.isDown
          ? { outcome: 'unknown', failure: failing('unavailable') }
          : { outcome: 'done', now: duel({ phase: 'finished' }, [player1, player2]) },
      ),
  });
  const account = accountOf('501', { playerId: 'u1', platform: member });
  const accounts = fakeAccounts({ '501': { state: 'linked', account } });
  const on = people({ platform, accounts });
  const last = async (raw: object) => {
    const shown = (await on.all(raw)).at(-1);
    if (shown === undefined) throw new Error('no answer');
    return shown;
  };
  return { control, last };
}

const own = { ephemeral: true };

describe('a score that was typed', () => {
  it('survives an outage, wherever it was typed: what tries again keeps it', async () => {
    const typed = {
      command: slash('score', { match: 'm1', player1_score: 3, player2_score: 1 }),
      form: submit('score:ask:m1', { first: '3', second: '1' }),
    };
    for (const [where, raw] of Object.entries(typed)) {
      const { control, last } = world(duel());
      control.isDown = true;
      const failed = await last(raw);
      const retry = failed.components
        .flatMap(({ components }) => components)
        .find(({ label }) => /again/i.test(label ?? ''));
      control.isDown = false;
      const question = await last(press(retry?.custom_id ?? `no retry after ${where}`, own));
      expect(wordsOf(question), where).toContain('**Ana** wins 3–1');
    }
  });

  it('is confirmed by a receipt that bolds the winner alone', async () => {
    for (const [scores, line] of [
      [{ player1_score: 3, player2_score: 1 }, '**Ana** 3 – 1 Bruno'],
      [{ player1_score: 0, player2_score: 3 }, 'Ana 0 – 3 **Bruno**'],
    ] as const) {
      const { last } = world(duel());
      const question = await last(slash('score', { match: 'm1', ...scores }));
      const receipt = await last(press(buttonOf(question, 'Confirm'), own));

      expect(wordsOf(receipt)).toContain(line);
    }
  });

  it('replaces no 0–0 of a match that runs, and is asked about once more where the best-of rules it out', async () => {
    const { last } = world(duel({ phase: 'running', bestOf: 5 }, [0, 0]));
    const question = await last(slash('score', { match: 'm1', player1_score: 3, player2_score: 1 }));
    expect(wordsOf(question)).not.toContain('already has a score');
    const refused = await last(slash('score', { match: 'm1', player1_score: 4, player2_score: 1 }));
    expect(wordsOf(refused)).toContain('Is 4 – 1 right? A best of 5 is first to 3.');
    expect(() => buttonOf(refused, 'Confirm')).toThrow('no button');
  });
});
