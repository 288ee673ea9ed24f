import { ShapeError } from '../../src/reading/shape-error.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addNames } from '../../src/reading/added-names.ts';
import type { NamesResult } from '../../src/reading/added-names.ts';
import { fields } from '../../src/reading/fields.ts';
import { createReader } from '../../src/reading/reader.ts';
import { readBracket, readMatch, readTournament, readTournaments, reader } from './reading.ts';

const added = (names: unknown): NamesResult => addNames(JSON.stringify(names));
function readerWith(names: unknown) {
  const result = added(names);
  if (!('table' in result)) throw new Error(result.fault);
  return createReader(result.table);
}

describe('added names', () => {
  it('are read where no built-in name matches', () => {
    const body = { id: 7, bezeichnung: 'Hallencup', anpfiff: { geplant: '2031-05-01T18:00:00Z' } };
    const own = readerWith({ tournament: { name: ['Bezeichnung'], startsAt: ['anpfiff.geplant'] } });
    expect(readTournament(reader, body, '7')).toEqual({ id: '7' });
    expect(readTournament(own, body, '7')).toEqual({
      id: '7',
      name: 'Hallencup',
      startsAt: { epochMs: Date.UTC(2031, 4, 1, 18), precision: 'second' },
    });
  });

  it('come before the built-in ones, which are the fallback', () => {
    const own = readerWith({ tournament: { startsAt: ['kickoff_at'] } });
    const tournament = { id: 1, date: '2020-01-01', kickoff_at: '2031-05-01' };
    const startOf = (body: unknown) => readTournament(own, body, '1').startsAt?.epochMs;
    expect(startOf(tournament)).toBe(Date.UTC(2031, 4, 1, 12));
    expect(startOf({ id: 1, date: '2020-01-01' })).toBe(Date.UTC(2020, 0, 1, 12));
  });

  it('distinguish the two sides of a match and their fields', () => {
    const body = {
      id: 3,
      heim: { id: 1, name: 'Ana' },
      gast: { id: 2, name: 'Bo' },
      heim_score: 2,
      gast_score: 1,
    };
    const own = readerWith({ pair: { first: ['heim'], second: ['gast'] } });
    expect(readMatch(reader, body, '3').sides).toEqual([{}, {}]);
    expect(readMatch(own, body, '3').sides).toEqual([
      { player: { id: '1', name: 'Ana' }, score: 2 },
      { player: { id: '2', name: 'Bo' }, score: 1 },
    ]);
  });

  it('fill a slot with an added player key', () => {
    const body = {
      id: 3,
      sides: [
        { id: 90, mitspieler: { id: 1, name: 'Ana' } },
        { id: 91, mitspieler: null },
      ],
    };
    const own = readerWith({ side: { player: ['mitspieler'] } });
    expect(readMatch(own, body, '3').sides).toEqual([{ player: { id: '1', name: 'Ana' } }, {}]);
  });

  it('go into lists by number, also of records in them', () => {
    const body = { id: 3, aufstellung: [{ wer: { id: 1, name: 'Ana' } }, { wer: { id: 2, name: 'Bo' } }] };
    const own = readerWith({ pair: { first: ['aufstellung.0.wer'], second: ['aufstellung.1.wer'] } });
    expect(readMatch(own, body, '3').sides).toEqual([
      { player: { id: '1', name: 'Ana' } },
      { player: { id: '2', name: 'Bo' } },
    ]);
    const cup = { id: 7, termine: [{ beginn: '2031-05-01' }, { beginn: '2031-05-02' }] };
    const dated = readerWith({
      tournament: { startsAt: ['termine.0.beginn'], endsAt: ['termine.1.beginn'] },
    });
    expect(readTournament(dated, cup, '7')).toMatchObject({
      startsAt: { epochMs: Date.UTC(2031, 4, 1, 12) },
      endsAt: { epochMs: Date.UTC(2031, 4, 2, 12) },
    });
  });

  it('go through a list of one without its number', () => {
    const body = { id: 7, name: 'Cup', termine: [{ beginn: '2031-05-01' }] };
    const own = readerWith({ tournament: { startsAt: ['termine.beginn'] } });
    expect(readTournament(own, body, '7').startsAt?.epochMs).toBe(Date.UTC(2031, 4, 1, 12));
  });

  it('open lists and records under added keys', () => {
    const own = readerWith({ envelope: { answer: ['datos'], tournament: ['torneos'] } });
    const body = { datos: { total: 1, torneos: [{ id: 1, name: 'Copa' }] } };
    // With one field beside the id, nothing distinguishes it from any other list.
    expect(() => readTournaments(reader, { datos: { torneos: [{ id: 1 }] } })).toThrow(ShapeError);
    expect(readTournaments(own, body)).toEqual([{ id: '1', name: 'Copa' }]);
    expect(readTournaments(own, { datos: { torneos: [{ id: 1 }] } })).toEqual([{ id: '1' }]);
    expect(readTournament(own, { datos: { id: 2, name: 'Liga' } }, '2')).toMatchObject({
      name: 'Liga',
    });
  });

  it('open a bracket with added names of rounds and matches', () => {
    const body = {
      cuadro: { rondas: [{ number: 1, partidas: [{ id: 7 }] }] },
    };
    const own = readerWith({ envelope: { answer: ['cuadro'], round: ['rondas'], match: ['partidas'] } });
    expect(() => readBracket(reader, body)).toThrow(ShapeError);
    expect(readBracket(own, body).rounds).toMatchObject([{ number: 1, matches: [{ id: '7' }] }]);
  });

  it('teach states that are numbers, of which people see no word', () => {
    const own = readerWith({ tournament: { status: ['lage'] }, state: { running: [2], finished: ['3'] } });
    const of = (lage: unknown) => readTournament(own, { id: 1, name: 'Cup', lage }, '1');
    expect(of(2)).toEqual({ id: '1', name: 'Cup', phase: 'running' });
    expect(of('3')).toEqual({ id: '1', name: 'Cup', phase: 'finished' });
    expect(of(4)).toEqual({ id: '1', name: 'Cup' });
    expect(readMatch(own, { id: 1, status: 2, player1: 'Ana' }, '1').phase).toBe('running');
    expect(readTournament(reader, { id: 1, name: 'Cup', status: 2 }, '1')).toEqual({ id: '1', name: 'Cup' });
  });

  it('name rounds that contain matches', () => {
    const body = { rounds: [{ runde: 3, titel: 'Viertelfinale', matches: [{ id: 7, player1: 'Ana' }] }] };
    const own = readerWith({ round: { number: ['runde'], name: ['titel'] } });
    expect(readBracket(own, body).rounds).toMatchObject([{ number: 3, name: 'Viertelfinale' }]);
  });

  it('add status words and override a built-in one', () => {
    const phase = (by: typeof reader, status: string) =>
      readTournament(by, { id: 1, name: 'x', status }, '1').phase;
    const own = readerWith({ state: { upcoming: ['programada'], running: ['En curso', 'ready'] } });
    expect(['programada', 'en_curso', 'ready', 'live'].map((status) => phase(reader, status))).toEqual([
      undefined,
      undefined,
      'upcoming',
      'running',
    ]);
    expect(['Programada', 'en_curso', 'ready', 'live'].map((status) => phase(own, status))).toEqual([
      'upcoming',
      'running',
      'running',
      'running',
    ]);
    const filed = { programada: [{ id: 1, name: 'Copa' }], en_curso: [{ id: 2, name: 'Liga' }] };
    expect(readTournaments(own, filed).map((one) => one.phase)).toEqual(['upcoming', 'running']);
  });

  it('work as in the documented example', () => {
    const [, example = ''] =
      /```json\n([^`]+)```/.exec(readFileSync('docs/platform-fields.md', 'utf8')) ?? [];
    expect(addNames(example)).toHaveProperty('table');
  });

  it('do not change the built-in table', () => {
    const before = JSON.stringify(fields);
    readerWith({ tournament: { name: ['x'] } });
    expect(JSON.stringify(fields)).toBe(before);
  });

  it.each([
    ['{"tournament":', 'fieldsJson', []],
    ['', 'fieldsJson', []],
    ['[]', 'fieldsShape', ['…']],
    ['"text"', 'fieldsShape', ['…']],
    ['{"tournament":["name"]}', 'fieldsShape', ['tournament']],
    ['{"tournament":{"name":"title"}}', 'fieldsShape', ['tournament.name']],
    ['{"tournament":{"name":[]}}', 'fieldsShape', ['tournament.name']],
    ['{"tournament":{"name":[7]}}', 'fieldsShape', ['tournament.name']],
    ['{"tournament":{"name":["a..b"]}}', 'fieldsShape', ['tournament.name']],
    ['{"tournament":{"name":[" "]}}', 'fieldsShape', ['tournament.name']],
    ['{"turnier":{"name":["a"]}}', 'fieldsUnknown', ['turnier']],
    ['{"tournament":{"nam":["a"],"starts":["b"]}}', 'fieldsUnknown', ['tournament.nam', 'tournament.starts']],
    ['{"player":{"phone":["phone"]}}', 'fieldsUnknown', ['player.phone']],
    ['{"toString":{"name":["a"]}}', 'fieldsUnknown', ['toString']],
    ['{"tournament":{"constructor":["a"]}}', 'fieldsUnknown', ['tournament.constructor']],
    ['{"state":{"upcomming":["x"]}}', 'fieldsUnknown', ['state.upcomming']],
    ['{"envelope":{"turnier":["x"]}}', 'fieldsUnknown', ['envelope.turnier']],
    ['{"envelope":["daten"]}', 'fieldsShape', ['envelope']],
    [
      '{"state":{"open":["Neu"],"upcoming":["neu"],"running":["x"]}}',
      'fieldsState',
      ['state.open', 'state.upcoming'],
    ],
    ['{"pair":{"first":["a","b"],"second":["c"]}}', 'fieldsPair', ['pair.first', 'pair.second']],
  ])('%s is refused by name', (text, fault, named) => {
    expect(addNames(text)).toEqual({ fault, named });
  });

  it('report only names from a wrong file', () => {
    const text = JSON.stringify({
      'postgres://root:hunter2@db': { a: ['b'] },
      ['x'.repeat(90)]: { a: ['b'] },
    });
    expect(addNames(text)).toEqual({ fault: 'fieldsUnknown', named: ['…'] });
    expect(JSON.stringify(addNames('{"token": "hunter2"}'))).not.toContain('hunter2');
  });
});
