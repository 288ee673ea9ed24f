import { isObject } from '../json.ts';
import { present } from '../present.ts';
import type { Slices } from '../async/slices.ts';
import { playerOfRow, readPlayerName, type Roster } from './read-player.ts';
import type { RecordName } from './fields.ts';
import type { RecordPlace, RecordReader } from './reader.ts';
import type { Placement, PlayerName, Stage, Standing, StatedEnding } from './records.ts';
import { asList } from './values.ts';

/** Twice the players of the largest bracket that is drawn. */
const MAX_ROWS = 1024;
const MAX_STAGES = 64;

/** A row of a table or of final places, with the place that it states. */
interface Row {
  place: number | undefined;
  value: unknown;
}

/** What a tournament, a bracket or a stage states about its end. Nothing is derived from matches. */
export function readEnding(
  reader: RecordReader,
  { at, holders }: RecordPlace<RecordName>,
  roster: Roster,
): StatedEnding | undefined {
  const record: RecordPlace<'ending'> = { record: 'ending', at, holders };
  const listed = (field: 'placements' | 'players' | 'standings', placeField: 'place' | 'finalPlace') =>
    reader.get(record, field, (value) => {
      const rows = rowsOf(reader, value, placeField);
      return rows.length === 0 ? undefined : rows;
    }) ?? [];
  const placements = [listed('placements', 'place'), listed('players', 'finalPlace')]
    .map((rows) => rows.flatMap((row) => placementsOf(reader, row, roster)))
    .find((places) => places.length > 0);
  const standings = listed('standings', 'place').flatMap((row) => standingOf(reader, row, roster));
  const ending = present({
    winner: winnerOf(reader, record, roster),
    placements: placements?.toSorted((a, b) => a.place - b.place),
    standings: standings.length > 0 ? standings : undefined,
  });
  return Object.keys(ending).length === 0 ? undefined : ending;
}

function winnerOf(
  reader: RecordReader,
  record: RecordPlace<'ending'>,
  roster: Roster,
): StatedEnding['winner'] {
  const winner = reader.get(record, 'winner', (value) => readPlayerName(reader, value, roster));
  const name = winner?.name === undefined ? reader.get(record, 'winnerName') : undefined;
  return winner && name === undefined ? winner : readPlayerName(reader, { id: winner?.id, name }, roster);
}

/** A list, or an object by place (`{ "1": "u_12", "2": ["u_15"] }`). */
function rowsOf(reader: RecordReader, value: unknown, placeField: 'place' | 'finalPlace'): Row[] {
  if (isObject(value) && Object.keys(value).every((key) => /^[1-9]\d{0,3}$/.test(key)))
    return Object.entries(value)
      .slice(0, MAX_ROWS)
      .map(([key, inner]) => ({ place: Number(key), value: inner }));
  const entries = (reader.list(value, 'standing') ?? []).filter((entry) => !isTable(reader, entry.value));
  return entries.slice(0, MAX_ROWS).map(({ value: inner }) => {
    const record = isObject(inner) ? reader.record(inner, 'standing') : undefined;
    const place = placeField === 'place' ? reader.get(record, 'place') : undefined;
    return { place: place ?? reader.get(record, 'finalPlace'), value: inner };
  });
}

/** A table in a list of tables, as of groups. */
const isTable = (reader: RecordReader, value: unknown): boolean =>
  reader.get(reader.own(value, 'ending'), 'standings', asList) !== undefined;

/** The tables of groups, if a record lists several. */
export function readTables(
  reader: RecordReader,
  { at, holders }: RecordPlace<RecordName>,
  roster: Roster,
): Stage[] {
  const listed = reader.get({ record: 'ending', at, holders }, 'standings');
  const entries = listed === undefined ? [] : (reader.list(listed, 'standing') ?? []);
  return entries.slice(0, MAX_STAGES).flatMap(({ value }) => {
    const record = isTable(reader, value) ? reader.own(value, 'ending') : undefined;
    const ending = record && readEnding(reader, record, roster);
    return record && ending ? [{ ...reader.pick(record, 'name'), ending }] : [];
  });
}

/** Several players may share a place. The order of a list never proves a place. */
function placementsOf(reader: RecordReader, { place, value }: Row, roster: Roster): Placement[] {
  if (place === undefined) return [];
  return playersOf(reader, value, roster).map((player) => ({ place, player }));
}

function playersOf(reader: RecordReader, value: unknown, roster: Roster): PlayerName[] {
  const record = isObject(value) ? reader.record(value, 'standing') : undefined;
  const list = asList(value) ?? reader.get(record, 'player', asList);
  if (list) return list.slice(0, MAX_ROWS).flatMap((one) => readPlayerName(reader, one, roster) ?? []);
  const nested = reader.get(record, 'player', (inner) => readPlayerName(reader, inner, roster));
  const row = readPlayerName(reader, value, roster);
  // An empty place has an empty player key; its own id is the place's.
  const isEmpty = isObject(value) && nested === undefined && reader.has(value, 'standing', 'player');
  return isEmpty && row?.name === undefined ? [] : [playerOfRow(nested, row) ?? []].flat();
}

function standingOf(reader: RecordReader, { place, value }: Row, roster: Roster): Standing[] {
  if (!isObject(value)) return [];
  const record = reader.record(value, 'standing');
  const [player, ...others] = playersOf(reader, value, roster);
  if (record === undefined || player === undefined || others.length > 0) return [];
  return [
    { player, ...present({ place }), ...reader.pick(record, 'points', 'played', 'won', 'drawn', 'lost') },
  ];
}

/** The stages that a record lists, with what each states about itself. */
export function* readStages(
  reader: RecordReader,
  { at, holders }: RecordPlace<RecordName>,
  roster: Roster,
): Slices<Stage[]> {
  const value = reader.get({ record: 'ending', at, holders }, 'stages');
  const entries = value === undefined ? [] : (reader.list(value, 'ending') ?? []);
  const stages: Stage[] = [];
  for (const { value: inner } of entries.slice(0, MAX_STAGES)) {
    stages.push(...readStage(reader, inner, roster));
    yield;
  }
  return stages;
}

/** A stage or a group; none if it has nothing but a name. */
export function readStage(reader: RecordReader, value: unknown, roster: Roster): Stage[] {
  const record = reader.own(value, 'ending');
  if (record === undefined) return [];
  const phase = reader.state(record).phase ?? (reader.get(record, 'finished') && 'finished');
  const { name, ...rest } = {
    ...reader.pick(record, 'name', 'format'),
    ...present({ phase, ending: readEnding(reader, record, roster) }),
  };
  return Object.keys(rest).length === 0 ? [] : [{ ...present({ name }), ...rest }];
}
