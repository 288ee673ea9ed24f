import { present } from '../../present.ts';
import { isGroupKey } from './bracket-groups.ts';
import { sectionOfName, type Section } from './bracket-words.ts';
import { foldKey, listsIn } from './keys.ts';
import type { Reader } from './reader.ts';
import type { Slices } from '../../slices.ts';
import { asText, isObject } from './values.ts';

/** A round, group or stage that is listed apart from its matches, which name it by its id. */
interface Title {
  number?: number;
  name?: string;
  section?: Section;
  /** The group's and the stage's own, or their ids. */
  group?: string;
  stage?: string;
  /** Of a stage: each of its groups is one side of a double elimination, or one part of a single one. */
  elimination?: 'single' | 'double';
}

/** By id. */
export interface BracketTitles {
  rounds: ReadonlyMap<string, Title>;
  groups: ReadonlyMap<string, Title>;
  stages: ReadonlyMap<string, Title>;
}

const MAX_TITLES = 2000;
const ROUND_KEYS = new Set(['round', 'rounds']);
const STAGE_KEYS = new Set(['stage', 'stages', 'phase', 'phases']);

/** What lists of an answer say of its rounds, groups and stages (brackets-manager, Toornament, included resources). */
export function* readTitles(reader: Reader, body: unknown): Slices<BracketTitles> {
  const titles = {
    rounds: new Map<string, Title>(),
    groups: new Map<string, Title>(),
    stages: new Map<string, Title>(),
  };
  const listFor = (name: string) => {
    if (ROUND_KEYS.has(name)) return titles.rounds;
    if (STAGE_KEYS.has(name)) return titles.stages;
    return isGroupKey(name) ? titles.groups : undefined;
  };
  let read = 0;
  for (const { name, list } of listsIn(reader.viewOf, body)) {
    for (const item of list.slice(0, MAX_TITLES)) {
      const kind = name === 'included' && isObject(item) ? foldKey(asText(item['type']) ?? '') : name;
      const known = listFor(kind);
      if (!known || read === MAX_TITLES) continue;
      read += 1;
      note(reader, item, known);
      yield;
    }
  }
  return titles;
}

function note(reader: Reader, item: unknown, titles: Map<string, Title>): void {
  if (!isObject(item)) return;
  const record = reader.record(item, 'round');
  const id = reader.get(record, 'id');
  if (!record || id === undefined) return;
  const type = foldKey(asText(item['type']) ?? '');
  const elimination: Title['elimination'] =
    type === 'doubleelimination' ? 'double' : type === 'singleelimination' ? 'single' : undefined;
  titles.set(id, {
    ...reader.pick(record, 'number', 'name', 'group', 'section'),
    ...present({ stage: reader.get(record, 'stageId'), elimination }),
  });
}

/** What a group that is listed apart is: a group with a name or number, or a side of a bracket. */
export function partOf(
  { groups, stages }: BracketTitles,
  id: string,
): { group?: string; section?: Section } | undefined {
  const group = groups.get(id);
  if (!group) return undefined;
  const { elimination } = stages.get(group.stage ?? '') ?? {};
  const section = sectionOfName(group.name) ?? group.section;
  if (section && section !== 'group') return { section };
  if (elimination === undefined) return { group: group.name ?? String(group.number ?? id) };
  if (elimination === 'single') return group.number === 2 ? { section: 'final' } : {};
  return present({ section: (['winners', 'losers', 'final'] as const)[(group.number ?? 1) - 1] });
}
