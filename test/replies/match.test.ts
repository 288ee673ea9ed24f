import { expect, it } from 'vitest';
import { scoreLine, scoreText, winnerBy } from '../../src/replies/match.ts';
import { createWords } from '../../src/words/words.ts';
import { match } from '../support/night-records.ts';

it('the side in bold is the one that the shown score lets win', () => {
  const played = match('m', 'a-b 3-1');
  expect(winnerBy(played, { player1: 3, player2: 1 })).toBe(1);
  expect(winnerBy(played, { player1: 1, player2: 3 })).toBe(2);
  expect(winnerBy(played, { player1: 2, player2: 2 })).toBeUndefined();
  // A draw, or a lower score, that the platform decides otherwise.
  expect(winnerBy(match('m', 'a-b 1-1', { winner: 2 }), { player1: 1, player2: 1 })).toBe(2);
  expect(winnerBy(match('m', 'a-b 0-1', { winner: 1 }), { player1: 0, player2: 1 })).toBe(1);
});

it('no line breaks within a score, nor between it and the name before it, in any language', () => {
  const words = createWords();
  const scores = { player1: 3, player2: 1 };
  for (const locale of words.locales) {
    const t = words.in(locale);
    const score = scoreText(scores, t);
    expect(score, locale).not.toContain(' ');
    for (const winner of [1, 2, undefined] as const) {
      const line = scoreLine(match('m', 'a-b'), scores, t, { winner });
      expect(line.split(' ')[0], locale).toMatch(new RegExp(`^(\\*\\*)?A(\\*\\*)?\u00A0${score}$`));
    }
  }
});
