import { present } from '../../present.ts';
import { isGroupKey } from './bracket-groups.ts';
import { sectionOfName, type Placement } from './bracket-words.ts';
import { foldKey, listsIn } from './keys.ts';
import type { Reader } from './reader.ts';
import type { Slices } from '../../slices.ts';
import { asText, isObject, type JsonObject } from './values.ts';

/** A round, group or stage that is listed apart from its matches, which name it by its id. */
interface Title extends Placement {
  stageId?: string;
  /** Of a stage: each of its groups is one side of a double elimination, or one part of a single one. */
  elimination?: 'single' | 'double';
}

/** By id. */
export type BracketTitles = Record<'rounds' | 'groups' | 'stages', ReadonlyMap<string, Title>>;

const MAX_TITLES = 2000;

/** What the entries of a list under this key are. */
function kindOf(key: string): keyof BracketTitles | undefined {
  if (key === 'round' || key === 'rounds') return 'rounds';
  if (['stage', 'stages', 'phase', 'phases'].includes(key)) return 'stages';
  return isGroupKey(key) ? 'groups' : undefined;
}

/** What lists of an answer say of its rounds, groups and stages (brackets-manager, Toornament, included resources). */
export function* readTitles(reader: Reader, body: unknown): Slices<BracketTitles> {
  const titles = {
    rounds: new Map<string, Title>(),
    groups: new Map<string, Title>(),
    stages: new Map<string, Title>(),
  };
  let read = 0;
  for (const { name, list } of listsIn(reader.viewOf, body)) {
    for (const item of list.slice(0, MAX_TITLES)) {
      const kind = kindOf(name === 'included' && isObject(item) ? typeOf(item) : name);
      if (!kind || read === MAX_TITLES) continue;
      read += 1;
      note(reader, item, titles[kind]);
      yield;
    }
  }
  return titles;
}

const typeOf = (item: JsonObject): string => foldKey(asText(item['type']) ?? '');

function note(reader: Reader, item: unknown, titles: Map<string, Title>): void {
  if (!isObject(item)) return;
  const record = reader.record(item, 'round');
  const id = reader.get(record, 'id');
  if (!record || id === undefined) return;
  const type = typeOf(item);
  const elimination: Title['elimination'] =
    type === 'doubleelimination' ? 'double' : type === 'singleelimination' ? 'single' : undefined;
  const said = reader.pick(record, 'number', 'name', 'group', 'section', 'stageId');
  titles.set(id, { ...said, ...present({ elimination }) });
}

/** What a group that is listed apart is: a group with a name or number, or a side of a bracket. */
export function partOf({ groups, stages }: BracketTitles, id = ''): Placement | undefined {
  const group = groups.get(id);
  if (!group) return undefined;
  const { elimination } = stages.get(group.stageId ?? '') ?? {};
  const section = sectionOfName(group.name) ?? group.section;
  if (section && section !== 'group') return { section };
  if (elimination === undefined) return { group: group.name ?? String(group.number ?? id) };
  if (elimination === 'single') return group.number === 2 ? { section: 'final' } : {};
  return present({ section: (['winners', 'losers', 'final'] as const)[(group.number ?? 1) - 1] });
}
