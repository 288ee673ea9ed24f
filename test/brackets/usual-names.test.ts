import { expect, test } from 'vitest';
import { matchRounds } from '../../src/brackets/match-rounds.ts';
import { formatNameText, roundNameText } from '../../src/brackets/usual-names.ts';
import type { Match } from '../../src/reading/records.ts';
import { bracketAltText } from '../../src/pictures/alt-text.ts';
import { matchEmbed } from '../../src/replies/matches.ts';
import { tournamentEmbed } from '../../src/replies/tournaments.ts';
import { createWords } from '../../src/words/words.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const words = createWords({ strict: true, regions: [{ slug: 'ha-noi', label: 'Hà Nội' }] });
const [en, de, ja] = [words.in('en-US'), words.in('de'), words.in('ja')];

const NAMES: readonly [name: string, german: string][] = [
  ['Final', 'Finale'],
  ['Semi-finals', 'Halbfinale'],
  ['SEMIFINAL', 'Halbfinale'],
  ['quarter_finals', 'Viertelfinale'],
  ['Round of 16', 'Runde der letzten 16'],
  ['Round 3', 'Runde 3'],
  ['Grand Final', 'Grand Final'],
  ['Winners round 2', 'WB-Runde 2'],
  ['Upper Bracket Round 2', 'WB-Runde 2'],
  ["Losers' round 2", 'LB-Runde 2'],
  ['Losers final', 'Loser Bracket · Finale'],
  ['3rd Place Match', 'Spiel um Platz 3'],
  ['Group A', 'Gruppe A'],
  ['Group A, Round 1', 'Gruppe A · Runde 1'],
  ['Playoffs - Quarterfinals', 'Playoffs · Viertelfinale'],
];

test('the usual English names of rounds stand in the language of the reader', () => {
  expect(NAMES.map(([name]) => [name, plainSpaces(roundNameText(name, de))])).toEqual(NAMES);
});

test('other names, and all names for English readers, stay as the platform writes them', () => {
  for (const name of ['Finale grande', 'Semi-final of Doom', 'Finalists', 'Group therapy', 'Hạng 3', 'Round'])
    expect(roundNameText(name, ja)).toBe(name);
  for (const [name] of NAMES) expect(roundNameText(name, en)).toBe(name);
});

test('so do formats', () => {
  expect(
    ['single_elimination', 'Double Elimination', 'swiss', 'Round-robin', 'ladder'].map((one) =>
      formatNameText(one, ja),
    ),
  ).toEqual(['シングルエリミネーション', 'ダブルエリミネーション', 'スイスドロー', '総当たり', undefined]);
});

test('answers, lists of rounds, alt texts and regions use the same words', () => {
  const match: Match = {
    id: 'm1',
    sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bo' } }],
    roundName: 'Semi-finals',
  };
  const bracket = {
    rounds: [
      { section: 'main' as const, name: 'Semi-finals', matches: [{ ...match, roundName: undefined }] },
    ],
  } as unknown as Parameters<typeof bracketAltText>[0];
  expect(matchEmbed({ match, asOf: undefined, now: 0 }, de).description).toBe('Halbfinale');
  expect([...matchRounds(bracket, de).values()]).toEqual(['Halbfinale']);
  const window = { kind: 'round', round: 0, page: 0 } as unknown as Parameters<
    typeof bracketAltText
  >[1]['window'];
  expect(bracketAltText(bracket, { t: ja, window } as Parameters<typeof bracketAltText>[1])).toContain(
    '準決勝',
  );
  const tournament = { id: 't1', name: 'Cup', format: 'swiss', region: 'ha-noi' };
  const fields = tournamentEmbed({ tournament, asOf: undefined, now: 0 }, de).fields?.map(
    ({ value }) => value,
  );
  expect(fields).toEqual(['Schweizer System', 'Hà Nội']);
});
