import { describe, expect, it } from 'vitest';
import {
  currentText,
  pagedTitleText,
  placedTableText,
  placedText,
  playerText,
  recordText,
  signedText,
  slotText,
  stageText,
  tableText,
  tagText,
} from '../../src/brackets/texts.ts';
import type { PlacedTitle, StageTitle, TableTitle } from '../../src/brackets/titles.ts';
import type { Phase, PlayerName, Side } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { match } from '../support/night-records.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const words = createWords({ strict: true });
const [en, de, ja] = [words.in('en-US'), words.in('de'), words.in('ja')];
const ONE = { kind: 'numbered', number: 1 } as const;
const named = (name: string) => ({ kind: 'named', name }) as const;

describe('a title', () => {
  it('of a round has its stage, group and section, each once', () => {
    const cases: [title: PlacedTitle, english: string, german: string][] = [
      [{ round: ONE }, 'Round 1', 'Runde 1'],
      [{ round: { kind: 'semifinals' } }, 'Semifinals', 'Halbfinale'],
      [{ round: ONE, group: 'B1' }, 'Group B1 · Round 1', 'Gruppe B1 · Runde 1'],
      [{ round: ONE, group: 'Group A' }, 'Group A · Round 1', 'Gruppe A · Runde 1'],
      [{ round: ONE, group: 'Red' }, 'Red · Round 1', 'Red · Runde 1'],
      [{ round: named('Red, round 1'), group: 'Red' }, 'Red, round 1', 'Red, round 1'],
      [{ round: ONE, group: 'A', stage: { kind: 'groups' } }, 'Group A · Round 1', 'Gruppe A · Runde 1'],
      [{ round: ONE, stage: { kind: 'groups' } }, 'Group stage · Round 1', 'Gruppenphase · Runde 1'],
      [{ round: ONE, group: 'A', stage: ONE }, 'Stage 1 · Group A · Round 1', 'Phase 1 · Gruppe A · Runde 1'],
      [{ round: ONE, section: 'losers' }, 'Losers round 1', 'LB-Runde 1'],
      [
        { round: named('Opening'), section: 'winners' },
        'Winners bracket · Opening',
        'Winner Bracket · Opening',
      ],
      [{ round: named('WB final'), section: 'winners' }, 'WB final', 'Winner Bracket · Finale'],
      [
        { round: { kind: 'final' }, section: 'winners' },
        'Winners bracket · Final',
        'Winner Bracket · Finale',
      ],
      [
        { round: named('Opening'), section: 'winners', stage: named('Winners bracket opening') },
        'Winners bracket · Opening',
        'Winners bracket opening · Winner Bracket · Opening',
      ],
    ];
    for (const [title, english, german] of cases)
      expect([en, de].map((t) => plainSpaces(placedText(title, t)))).toEqual([english, german]);
  });

  it('has its section once in every language, if the platform’s name says it', () => {
    const title: PlacedTitle = { round: named('Winners round 2'), section: 'winners' };
    expect(placedText(title, ja)).toBe(
      placedText({ round: { kind: 'numbered', number: 2 }, section: 'winners' }, ja),
    );
  });

  it('of a stage or a table is the platform’s name, or a number, or what it is', () => {
    const stages: [StageTitle, string][] = [
      [named('Group stage'), 'Gruppenphase'],
      [named('Main event'), 'Main event'],
      [{ kind: 'numbered', number: 2 }, 'Phase 2'],
      [{ kind: 'playoffs' }, 'Playoffs'],
    ];
    for (const [title, text] of stages) expect(plainSpaces(stageText(title, de))).toBe(text);
    const tables: [TableTitle, string][] = [
      [{}, 'Tabelle'],
      [{ group: 'A' }, 'Gruppe A'],
      [{ group: 'A', stage: ONE }, 'Phase 1 · Gruppe A'],
      [{ group: 'A', stage: { kind: 'groups' } }, 'Gruppe A'],
      [{ stage: { kind: 'groups' } }, 'Gruppenphase · Tabelle'],
    ];
    for (const [title, text] of tables) expect(plainSpaces(placedTableText(title, de))).toBe(text);
    const groups = [undefined, 'A', '12', 'A-', '-A', 'ABC', 'Group 3'].map((group) => tableText(group, de));
    expect(groups.map(plainSpaces)).toEqual([
      'Tabelle',
      'Gruppe A',
      'Gruppe 12',
      'A-',
      '-A',
      'ABC',
      'Gruppe 3',
    ]);
  });

  it('of what is played says “next” if not all of it runs', () => {
    const current = (...phases: Phase[]) =>
      currentText(
        phases.map((phase) => ({ match: match('m', 'a-b', { phase }) })),
        en,
      );
    expect([current('running', 'running'), current('running', 'open'), current('open')]).toEqual([
      'On now',
      'On now and next',
      'On now and next',
    ]);
  });

  it('has its page if there are several', () => {
    const pages = [1, 3].map((count) =>
      plainSpaces(pagedTitleText('Round 1', { page: 0, pages: count }, en)),
    );
    expect(pages).toEqual(['Round 1', 'Round 1 · page 1 of 3']);
  });
});

describe('the numbers of a table', () => {
  it('have their sign, and draws where there are any', () => {
    expect([3, 0, -2].map((value) => signedText(value, en))).toEqual(['+3', '0', '−2']);
    const record = { won: 2, drawn: 1, lost: 0 };
    expect([true, false].map((hasDraws) => plainSpaces(recordText(record, hasDraws, en)))).toEqual([
      '2W 1D 0L',
      '2W 0L',
    ]);
  });
});

describe('a slot', () => {
  it('names its player, or the id of one without a name', () => {
    const players: (PlayerName | undefined)[] = [{ id: '7', name: 'Ana' }, { id: '7' }, {}, undefined];
    expect(players.map((player) => plainSpaces(playerText(player, en)))).toEqual([
      'Ana',
      'Player 7',
      'Unnamed player',
      'To be decided',
    ]);
  });

  it('says what fills it, by a tag that members know', () => {
    const tagOf = (id: string) => (id === 'known' ? '12' : undefined);
    const slots: [Side, string][] = [
      [{ player: { name: 'Ana' }, bye: true, from: { text: 'x' } }, 'Ana'],
      [{ bye: true, from: { text: 'x' } }, 'bye'],
      [{}, 'To be decided'],
      [{ from: { text: 'Seed 3' } }, 'Seed 3'],
      [{ from: { outcome: 'winner', matchId: 'known' } }, 'Winner of M12'],
      [{ from: { outcome: 'loser', matchId: 'known' } }, 'Loser of M12'],
      [{ from: { outcome: 'winner', label: 'Semifinal 1' } }, 'Winner of Semifinal 1'],
      [{ from: { outcome: 'loser', label: '7' } }, 'Loser of M7'],
      [{ from: { outcome: 'winner', matchId: 'x' } }, 'Winner of another match'],
      [{ from: { outcome: 'loser', matchId: 'x' } }, 'Loser of another match'],
    ];
    for (const [side, text] of slots) expect(plainSpaces(slotText(side, tagOf, en))).toBe(text);
  });

  it('has an “M” before a bare number', () => {
    expect(['12', 'A1', '1A', 'A'].map((tag) => tagText(tag, en))).toEqual(['M12', 'A1', '1A', 'A']);
  });
});
