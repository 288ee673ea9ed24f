import { describe, expect, it } from 'vitest';
import { addNames } from '../../src/reading/added-names.ts';
import { fields } from '../../src/reading/fields.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import { createReader, type FieldMatch, type RecordReader } from '../../src/reading/reader.ts';
import { unusedNames } from '../../src/reading/unused-names.ts';
import { readBracket, readMatch, readRanking, readTournaments } from './reading.ts';

function namesIn(body: unknown, read: (reader: RecordReader) => unknown, table = fields) {
  const matches: FieldMatch[] = [];
  read(createReader(table, (match) => matches.push(match)));
  return unusedNames(table, body, matches);
}
const tournaments = (body: unknown) => namesIn(body, (reader) => readTournaments(reader, body));
const match = (body: unknown) => namesIn(body, (reader) => readMatch(reader, body, '1'));

describe('unused names', () => {
  it('are those of records, not of envelopes', () => {
    const body = {
      data: {
        tournaments: [
          { id: 1, title: 'Cup', kickoff: 'soon' },
          { id: 2, organiser: 'x' },
        ],
      },
    };
    expect(tournaments(body)).toEqual({ unused: ['kickoff', 'organiser'], empty: [] });
  });

  it('are separate from those that are null everywhere', () => {
    const body = [
      { id: 1, name: 'Cup', ends_at: null, venue: null },
      { id: 2, name: 'Cup', ends_at: null, venue: 'hall' },
    ];
    expect(tournaments(body)).toEqual({ unused: ['venue'], empty: ['ends_at'] });
  });

  it('include the player’s key, and no keys of sides', () => {
    const body = {
      id: 1,
      player1: { id: 1, name: 'Ana', country: 'PT' },
      player2: { id: 2, name: 'Bo', country: 'SE' },
      player1_score: 2,
      player2_score: 1,
      referee: 'x',
    };
    expect(match(body).unused).toEqual(['player1.country', 'player2.country', 'referee']);
  });

  it('are whole paths, that can be added as they are', () => {
    const player = { _id: 'u1', username: 'ana', league: { tr: 24000, glicko: 1500 }, stats: { apm: 1 } };
    const body = { success: true, data: { user: player } };
    const namesOf = (table: typeof fields) => {
      const matches: FieldMatch[] = [];
      const read = readPlayer(
        createReader(table, (found) => matches.push(found)),
        body,
        'u1',
      );
      return { read, unused: unusedNames(table, body, matches).unused };
    };
    const { unused } = namesOf(fields);
    expect(unused).toEqual(expect.arrayContaining(['league.tr', 'league.glicko', 'stats.apm']));
    const added = addNames(JSON.stringify({ player: { elo: ['league.tr'] } }));
    if (!('table' in added)) throw new Error(added.fault);
    expect(namesOf(added.table).read.elo).toBe(24000);
    expect(namesOf(added.table).unused).not.toContain('league.tr');
  });

  it('do not include what an added path reads, through an envelope, into a player, or of two that look alike', () => {
    const added = addNames(
      JSON.stringify({
        pair: { first: ['lineup.one'], second: ['lineup.two'] },
        player: { name: ['label'] },
        rankingEntry: { place: ['attributes.standing.at'], elo: ['participant.rating'] },
      }),
    );
    if (!('table' in added)) throw new Error(added.fault);
    const { table } = added;
    const entry = {
      participant: { name: 'Ana', rating: 3, country: 'PT' },
      attributes: { standing: { at: 1, since: 2 } },
    };
    expect(namesIn([entry], (reader) => readRanking(reader, [entry]), table).unused).toEqual([
      'participant.country',
      'attributes.standing.since',
    ]);
    const lineup = { one: { label: 'Ana', flag: 'x' }, two: { label: 'Bo', flag: 'y' } };
    const body = { id: 1, lineup };
    expect(namesIn(body, (reader) => readMatch(reader, body, '1'), table).unused).toEqual([
      'lineup.one.flag',
      'lineup.two.flag',
    ]);
  });

  it('include what stands in lists and in unknown objects', () => {
    const body = {
      id: 1,
      status: 'open',
      lineup: [
        { pilot: { nick: 'Ana', car: 3 }, laps: 2 },
        { pilot: { nick: 'Bo' }, laps: 1, penalty: 5 },
      ],
      venue: { hall: { name: 'North', seats: 20 } },
      tags: ['x'],
    };
    expect(match(body).unused).toEqual([
      'lineup.0.pilot.nick',
      'lineup.0.pilot.car',
      'lineup.0.laps',
      'lineup.1.penalty',
      'venue.*.name',
      'venue.*.seats',
      'tags',
    ]);
  });

  it('of unread records are paths from the record, not from its envelope', () => {
    const body = { data: [{ kennung: 1, bewerb: { titel: 'Cup' } }] };
    expect(tournaments(body).unused).toEqual(['kennung', 'bewerb.titel']);
  });

  it('never include keys of unknown objects that are texts elsewhere', () => {
    const body = { id: 1, player1: 'marked_ana', player2: 'bo', votes: { marked_ana: 3, bo: 1, total: 4 } };
    expect(match(body).unused).toEqual(['votes.total']);
  });

  it('do not include the keys of a round’s title', () => {
    const body = {
      rounds: [
        { number: 1, section: 'upper', group: 'A', colour: 'x', matches: [{ id: 1, player1: 'Ana' }] },
      ],
    };
    expect(namesIn(body, (reader) => readBracket(reader, body)).unused).toEqual(['colour']);
  });

  it('never include values, or ids, people’s names or URLs as keys', () => {
    const person = (name: string) => ({ id: 1, name, secret: 'marked' });
    const body = {
      id: 1,
      sides: [person('Ana'), person('Bo')],
      prizes: { 'ana@example.org': 1 },
      votes: { marked_ana: { yes: 1, no: 2 }, marked_bo: { yes: 1, no: 2 } },
      '8f14e45f-ceea-467f-a1d3': 1,
      u_20240001: 1,
      '\u001b[2J': 1,
    };
    expect(match(body).unused).toEqual(['sides.0.secret', 'prizes', 'votes']);
    const filed = { players: { marked_ana: person('Ana'), marked_bo: person('Bo') } };
    expect(JSON.stringify(match(filed))).not.toContain('marked');
  });

  it('are limited for long responses', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`key_${'x'.repeat(at % 30)}${at}`, at]),
    );
    expect(tournaments([{ id: 1, name: 'Cup', ...many }]).unused).toHaveLength(60);
  });
});
