import { describe, expect, it } from 'vitest';
import { scoreInputs } from '../../commands/score/form.ts';
import { legalScores } from '../../src/brackets/score-rules.ts';
import type { Match } from '../../src/reading/records.ts';
import { awaitingMarkup, reportLine } from '../../src/replies/report-lines.ts';
import { resultPost } from '../../src/replies/results.ts';
import type { ReportView } from '../../src/replies/report-view.ts';
import { organizersPost } from '../../src/replies/rulings.ts';
import { outcomeMarkup } from '../../src/replies/match.ts';
import { createWords } from '../../src/words/words.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

const NAMES = ['Ana', 'Bruno'] as const;

const match: Match = {
  id: 'm1',
  sides: [{ player: { id: 'p1', name: NAMES[0] } }, { player: { id: 'p2', name: NAMES[1] } }],
};

const RESULTS = [2, 3, 5, 7, 9].flatMap((bestOf) =>
  legalScores(bestOf).flatMap((scores) => (scores.player1 === scores.player2 ? [] : [{ bestOf, scores }])),
);

/** Whose name stands before each score, and the score. */
const told = (text: string | undefined): [string | undefined, number, number][] =>
  [...plainSpaces(text ?? '').matchAll(/(?:(Ana|Bruno)\W*(?:wins )?)?(\d+) ?– ?(\d+)/g)].map(
    ([, name, first, second]) => [name, Number(first), Number(second)],
  );

describe('where one name stands before a score, it is the winner, and so is the first number', () => {
  for (const { bestOf, scores } of RESULTS) {
    const won = scores.player1 > scores.player2 ? 0 : 1;
    const numbers = [Math.max(scores.player1, scores.player2), Math.min(scores.player1, scores.player2)];
    const claimed = [NAMES[won], ...numbers];
    const countered = [NAMES[won === 0 ? 1 : 0], ...numbers];

    it(`for ${scores.player1}–${scores.player2} in a best of ${bestOf}, from either side`, () => {
      const [menu] = scoreInputs({ match: 'm1', name1: 'Ana', name2: 'Bruno', bestOf }, t);
      const value = `${scores.player1}-${scores.player2}`;
      const option = menu?.kind === 'choice' && menu.options.find((one) => one.value === value);
      expect(told(option ? option.label : undefined)).toEqual([claimed]);

      for (const side of [1, 2] as const) {
        const counter = {
          side: side === 1 ? (2 as const) : (1 as const),
          scores: { player1: scores.player2, player2: scores.player1 },
        };
        const open: ReportView = { state: 'open', policy: 'both', claim: { side, scores } };
        const disputed: ReportView = { ...open, state: 'disputed', counter };
        const ruled: ReportView = { ...open, state: 'ruled', ruling: { scores, reason: 'Seen' } };
        expect(told(awaitingMarkup(match, open, t))).toEqual([claimed]);
        for (const report of [open, { ...open, state: 'agreed' } as const, ruled])
          expect(told(reportLine(match, report, t))).toEqual([claimed]);
        expect(told(reportLine(match, disputed, t))).toEqual([claimed, countered]);

        const post = organizersPost(
          { match, report: disputed, channelId: undefined, roleId: undefined, isHidden: false },
          t,
        );
        expect(told(post.content)).toEqual([claimed, countered]);
        const [rule, ruleOther] = post.rows?.flat() ?? [];
        for (const [button, score] of [
          [rule, claimed],
          [ruleOther, countered],
        ] as const)
          expect(told(button && 'label' in button ? button.label : undefined)).toEqual([score]);

        // The first line has the score between both names; the second is the other side's word.
        const shown = resultPost({ match, report: disputed, mentions: {}, isHidden: false }, t);
        expect(told(shown.content?.split('\n')[1])).toEqual([countered]);
      }
    });
  }
});

it.each(createWords().locales)('what each side says is told apart, in %s', (locale) => {
  const own = createWords({ strict: true, platformName: 'Playhouse' }).in(locale);
  const claim = { side: 1, scores: { player1: 3, player2: 1 } } as const;
  const counter = { side: 2, scores: { player1: 1, player2: 3 } } as const;
  const line = reportLine(match, { state: 'disputed', policy: 'both', claim, counter }, own) ?? '';
  const [first, second] = [claim, counter].map(({ side, scores }) =>
    own('results.states.claim', {
      player: NAMES[side - 1] ?? '',
      outcome: outcomeMarkup(match, scores, own),
    }),
  );
  const between = line.split(first ?? '')[1]?.split(second ?? '')[0];
  expect(between).toBe('\n');
  // The only reader sees their own claim as "you".
  const [mine] = [claim].map(({ scores }) =>
    own('results.states.claimYours', { outcome: outcomeMarkup(match, scores, own) }),
  );
  const read = reportLine(match, { state: 'disputed', policy: 'both', claim, counter }, own, 1) ?? '';
  expect(read.split('\n').slice(1)).toEqual([mine, second]);
});

it('a score in words does not break after its dash', () => {
  expect(
    outcomeMarkup(match, { player1: 3, player2: 1 }, createWords({ strict: true }).in('en-US')),
  ).toContain('3–\u20601');
});
