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
  [' Semi  -  finals ', 'Halbfinale'],
  ['quarter_finals', 'Viertelfinale'],
  ['Quarterfinal', 'Viertelfinale'],
  ['Round of 16', 'Runde der letzten 16'],
  ['Round 3', 'Runde 3'],
  ['Round 12', 'Runde 12'],
  ['Grand Final', 'Grand Final'],
  ['Grand finals', 'Grand Final'],
  ['Second grand final', 'Zweites Grand Final'],
  ['Grand Final Reset', 'Zweites Grand Final'],
  ['Bracket reset', 'Zweites Grand Final'],
  ['Winners', 'Winner Bracket'],
  ['Winners round 2', 'WB-Runde 2'],
  ['Upper Bracket Round 2', 'WB-Runde 2'],
  ["Losers' round 2", 'LB-Runde 2'],
  ['Losers final', 'Loser Bracket · Finale'],
  ['UB semifinals', 'Winner Bracket · Halbfinale'],
  ['3rd Place Match', 'Spiel um Platz 3'],
  ['Third place', 'Spiel um Platz 3'],
  ['Bronze final', 'Spiel um Platz 3'],
  ['Group A', 'Gruppe A'],
  ['Group 12', 'Gruppe 12'],
  ['Group stage', 'Gruppenphase'],
  ['Stage 2', 'Phase 2'],
  ['Stage 10', 'Phase 10'],
  ['Play-off', 'Playoffs'],
  ['Group A, Round 1', 'Gruppe A · Runde 1'],
  ['Group A|Round 1', 'Gruppe A · Runde 1'],
  ['Playoffs - Quarterfinals', 'Playoffs · Viertelfinale'],
];

test('the usual English names of rounds stand in the language of the reader', () => {
  expect(NAMES.map(([name]) => [name, plainSpaces(roundNameText(name, de))])).toEqual(NAMES);
});

test('other names, and all names for English readers, stay as the platform writes them', () => {
  for (const name of ['Finale grande', 'Semi-final of Doom', 'Finalists', 'Group therapy', 'Hạng 3', 'Round'])
    expect(roundNameText(name, ja)).toBe(name);
  for (const name of [
    'Group A, Finals of Doom',
    'Playoffs - Doom',
    'Stage A',
    ...NAMES.flatMap(([one]) => [`My ${one}`, `${one} X`]),
  ])
    expect(roundNameText(name, de)).toBe(name);
  for (const [name] of NAMES) expect(roundNameText(name, en)).toBe(name);
});

test('a final has one name in one language, in singular and plural', () => {
  const finals = ['Grand final', 'Grand finals', 'GRAND_FINAL'];
  expect(finals.map((name) => roundNameText(name, ja))).toEqual(finals.map(() => 'グランドファイナル'));
});

test('so do formats', () => {
  const formats: [string, string][] = [
    ['single_elimination', 'Einfaches K.-o.-System'],
    ['Direct elim', 'Einfaches K.-o.-System'],
    ['Double Elimination', 'Doppeltes K.-o.-System'],
    ['double-elim', 'Doppeltes K.-o.-System'],
    ['swiss', 'Schweizer System'],
    ['Swiss round', 'Schweizer System'],
    ['Round-robin', 'Jeder gegen jeden'],
    ['Groups', 'Gruppenphase'],
  ];
  for (const [name, german] of formats) {
    expect(plainSpaces(formatNameText(name, de) ?? ''), name).toBe(german);
    expect(
      [`My ${name}`, `${name} X`].map((one) => formatNameText(one, de)),
      name,
    ).toEqual([undefined, undefined]);
    expect(formatNameText(name, en), name).toBeUndefined();
  }
  expect(['swiss', 'ladder'].map((name) => formatNameText(name, ja))).toEqual(['スイスドロー', undefined]);
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
