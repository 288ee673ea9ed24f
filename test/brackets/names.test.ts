import { expect, test } from 'vitest';
import { groupOf, kindOfFormat, kindOfStage, proofOf, type Proof } from '../../src/brackets/names.ts';

/** Names in each language, by what they prove. */
const NAMES: Record<string, Partial<Record<Proof, readonly string[]>>> = {
  en: {
    final: ['Final', 'Finals', 'FINAL', ' Final ', 'Playoffs - Final', 'Playoffs | Knockout stage | Final'],
    'grand-final': ['Grand Final', 'grand_finals', 'GF'],
    'second-final': ['Grand Final Reset', 'Bracket reset', 'Second grand final'],
    tree: ['Semi-finals', 'Semifinal', 'Quarter-finals', 'Round of 16', '1/8 final', '1/4', 'Playoffs'],
    'third-place': [
      'Third place',
      '3rd Place Match',
      'Third-place play-off',
      'Bronze match',
      'Match for third place',
      'Playoffs: Third place',
      'Playoffs:Third  place',
    ],
    winners: [
      'Winners Round 1',
      "Winners' bracket",
      'WB R2',
      'Upper Final',
      'UB Semifinals',
      'Winners Bracket - Final',
    ],
    losers: ['Losers Round 10', 'LB Final', 'Lower Bracket Round 3', 'Losers quarter-finals', 'LB R1'],
    table: ['Swiss round 2', 'Group A', 'Pool 3', 'Group A, Round 1', 'League', 'Round robin'],
    'not-the-end': [
      'Play-in',
      'Qualifier 1',
      'Qualifiers',
      'Group stage',
      'Swiss stage',
      'Stage 1',
      'Phase 2',
      'Day 2',
    ],
    nothing: [
      'Round 1',
      '3rd round',
      'Third round',
      'First round',
      'Matchday 4',
      'Week 2',
      'Bronze division',
      'Bronze division final',
      'Gold final',
      'Rocket League',
      'Rocket League Main Event',
      'Champions League',
      'League of Legends',
      'Day 2 - Final',
      'Day 2 - Playoffs - Final',
      'Playoffs - Day 2 - Final',
      'Playoffs - Day 2',
      'Playoffs - Semi-finals - Day 2',
      '',
      ' ',
      'Finalists',
      'Consolation',
      'Main event',
    ],
  },
  es: {
    final: ['Final', 'La final'],
    'grand-final': ['Gran Final', 'La gran final'],
    'second-final': ['Segunda gran final'],
    tree: ['Semifinales', 'Cuartos de final', 'Octavos de final', '1/4 de final'],
    'third-place': ['Tercer puesto', 'Partido por el tercer lugar', '3er puesto'],
    winners: ['Ronda de ganadores 2', 'Final de ganadores', 'Cuadro de ganadores'],
    losers: ['Ronda de perdedores 1', 'Final de perdedores'],
    table: ['Ronda suiza 3', 'Grupo A', 'Liga'],
    'not-the-end': ['Clasificatorias', 'Fase de grupos', 'Fase 1', 'Etapa 2'],
    nothing: ['Ronda 1', 'Tercera ronda', 'Semana 2', 'División de bronce'],
  },
  pt: {
    final: ['Final', 'A final'],
    'grand-final': ['Grande final'],
    'second-final': ['Segunda grande final'],
    tree: ['Semifinais', 'Quartas de final', 'Oitavas'],
    'third-place': ['Disputa de terceiro lugar', '3º lugar'],
    winners: ['Rodada dos vencedores 1', 'Final dos vencedores', 'Chave superior'],
    losers: ['Chave inferior', 'Final dos perdedores'],
    table: ['Rodada suíça 1', 'Grupo B', 'Liga'],
    'not-the-end': ['Qualificatória', 'Fase de grupos', 'Etapa 1', 'Dia 2'],
    nothing: ['Rodada 3', 'Terceira rodada', 'Semana 1'],
  },
  fr: {
    final: ['Finale', 'La finale'],
    'grand-final': ['Grande finale'],
    'second-final': ['Seconde grande finale'],
    tree: ['Demi-finales', 'Quarts de finale', 'Huitièmes de finale', '1/8 de finale'],
    'third-place': ['Match pour la troisième place', 'Petite finale', '3e place'],
    winners: ['Tour des gagnants 2', 'Finale des vainqueurs', 'Tableau des gagnants'],
    losers: ['Tour des perdants 1', 'Finale des perdants'],
    table: ['Ronde suisse 2', 'Groupe A', 'Poule 1', 'Ligue'],
    'not-the-end': ['Qualifications', 'Phase de groupes', 'Phase de poules', 'Étape 1', 'Jour 2'],
    nothing: ['Tour 3', 'Troisième tour', 'Journée 4'],
  },
  de: {
    final: ['Finale', 'Endspiel'],
    'grand-final': ['Großes Finale'],
    'second-final': ['Zweites großes Finale'],
    tree: ['Halbfinale', 'Viertelfinale', 'Achtelfinale', 'Runde der letzten 16'],
    'third-place': ['Spiel um Platz 3', 'Kleines Finale', 'Spiel um den dritten Platz'],
    winners: ['Gewinner Runde 2', 'Gewinner Finale', 'Winner Bracket'],
    losers: ['Verlierer Runde 1', 'Verlierer Finale'],
    table: ['Schweizer Runde 3', 'Gruppe A', 'Liga'],
    'not-the-end': ['Qualifikation', 'Gruppenphase', 'Vorrunde', 'Phase 1', 'Tag 2'],
    nothing: ['Runde 3', 'Dritte Runde', '3. Runde', 'Spieltag 2'],
  },
  vi: {
    final: ['Chung kết', 'Trận chung kết'],
    'grand-final': ['Chung kết tổng'],
    'second-final': ['Chung kết tổng lần 2'],
    tree: ['Bán kết', 'Tứ kết', 'Vòng 16 đội', 'Vòng 1/8'],
    'third-place': ['Tranh hạng ba', 'Trận tranh giải ba', 'Tranh hạng 3'],
    winners: ['Nhánh thắng vòng 1', 'Chung kết nhánh thắng'],
    losers: ['Nhánh thua vòng 2', 'Chung kết nhánh thua'],
    table: ['Vòng Thụy Sĩ 2', 'Bảng A', 'Vòng tròn'],
    'not-the-end': ['Vòng loại', 'Vòng bảng', 'Giai đoạn 1', 'Ngày 2'],
    nothing: ['Vòng 3', 'Hạng 3', 'Tuần 1'],
  },
  ja: {
    final: ['決勝', '決勝戦'],
    'grand-final': ['グランドファイナル'],
    'second-final': ['グランドファイナルリセット'],
    tree: ['準決勝', '準々決勝', 'ベスト16'],
    'third-place': ['3位決定戦', '三位決定戦'],
    winners: ['勝者側1回戦', '勝者側決勝', 'ウィナーズブラケット'],
    losers: ['敗者側2回戦', 'ルーザーズ決勝'],
    table: ['スイスドロー第2ラウンド', 'グループA', 'リーグ戦'],
    'not-the-end': ['予選', 'グループステージ', 'ステージ1', '1日目'],
    nothing: ['3回戦', '第3回戦', 'ラウンド1'],
  },
};

test('a name of a round or a stage proves what it says, and nothing else, in each language', () => {
  for (const [language, names] of Object.entries(NAMES))
    for (const [proof, list] of Object.entries(names))
      for (const name of list) expect(proofOf(name), `${language}: ${name}`).toBe(proof);
  const proofs = new Set(Object.keys(NAMES['en'] ?? {}));
  for (const [language, names] of Object.entries(NAMES))
    expect(new Set(Object.keys(names)), language).toEqual(proofs);
});

test('a name with a word more proves nothing', () => {
  for (const { nothing: _unproven, ...names } of Object.values(NAMES))
    for (const name of Object.values(names).flat())
      for (const other of [`${name} of Doom`, `Valorant ${name}`])
        expect(proofOf(other), other).toBe('nothing');
});

test('a group is known by its letter', () => {
  const names = [
    'Group A',
    'group a, round 2',
    'Poule 3',
    'グループB',
    'Group therapy',
    'Swiss round 1',
    undefined,
  ];
  expect(names.map(groupOf)).toEqual(['A', 'A', '3', 'B', undefined, undefined, undefined]);
});

test('a format is known by its usual words; what says two, or a game, proves nothing', () => {
  const cases: [string, ReturnType<typeof kindOfFormat>][] = [
    ...[
      'Single elimination',
      'single_elimination',
      'SINGLE_ELIM',
      'Single Elimination (BO3)',
      'Knockout',
    ].map((name): [string, 'single'] => [name, 'single']),
    ...[
      'Eliminación directa',
      'Eliminação simples',
      'Élimination directe',
      'K.O.-System',
      'Loại trực tiếp',
    ].map((name): [string, 'single'] => [name, 'single']),
    ['シングルエリミネーション', 'single'],
    ...['Double elimination', 'double-elim', 'Doble eliminación', 'Double Elimination (Rocket League)'].map(
      (name): [string, 'double'] => [name, 'double'],
    ),
    ...['Swiss', 'swiss_system', 'Round-robin', 'League', 'Liga', 'Schweizer System', 'Toutes rondes'].map(
      (name): [string, 'table'] => [name, 'table'],
    ),
    ['総当たり', 'table'],
    ['Double', 'double'],
    ['DE', 'double'],
    ['Playoffs', 'knockout'],
    ['トーナメント', 'knockout'],
    ['Triple elimination', 'knockout'],
    ...[
      'Monrad',
      'Ladder',
      'FFA',
      'Americano',
      'League of Legends 5v5',
      'Rocket League',
      'Champions League',
      'Swissair Open',
      '',
    ].map((name): [string, undefined] => [name, undefined]),
    ['Round robin, then single elimination', undefined],
    ['Swiss + Double elimination', undefined],
    ['Swiss, then playoffs', undefined],
    ['Playoffs (single elimination)', 'single'],
  ];
  for (const [name, kind] of cases) expect(kindOfFormat(name), name).toBe(kind);
  const stages: [string | undefined, ReturnType<typeof kindOfStage>][] = [
    ...['Swiss', 'Swiss stage', 'Group A', 'League'].map((name): [string, 'table'] => [name, 'table']),
    ...['Playoffs', 'Knockout stage', 'Finals'].map((name): [string, 'knockout'] => [name, 'knockout']),
    ['Double elimination bracket', 'double'],
    ...['Swiss Open', 'Rocket League', 'Main event', '', undefined].map(
      (name): [string | undefined, undefined] => [name, undefined],
    ),
  ];
  for (const [name, kind] of stages) expect(kindOfStage(name), name).toBe(kind);
});

test('a name of more than 60 characters proves nothing', () => {
  const cases = [
    [60, 'final', 'table'],
    [61, 'nothing', undefined],
  ] as const;
  for (const [length, proof, kind] of cases) {
    expect(proofOf('Final'.padEnd(length))).toBe(proof);
    expect(kindOfFormat('Swiss'.padEnd(length))).toBe(kind);
    expect(kindOfStage('Swiss'.padEnd(length))).toBe(kind);
  }
});

// A pattern that backtracks without end would run into the test's time limit.
test('long names of odd words prove at most a side', () => {
  for (const word of ['1', 'a ', 'de ', 'round ', '勝', ' - '])
    for (const length of [50, 10_000]) {
      const name = `winners ${word.repeat(length)}`.slice(0, length);
      expect(['winners', 'nothing'], word).toContain(proofOf(name));
    }
});
