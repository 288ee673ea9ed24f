import { isObject, type JsonObject } from '../json.ts';
import { present } from '../present.ts';
import { isGroupKey } from './bracket-groups.ts';
import { sectionOfName, type BracketPlace } from './bracket-words.ts';
import { foldKey, listsIn } from './keys.ts';
import type { RecordReader } from './reader.ts';
import type { Slices } from '../async/slices.ts';
import { asText } from './values.ts';

/** A round, group or stage in a separate list, to which the matches refer by id. */
interface ListedTitle extends BracketPlace {
  stageId?: string;
  /** For a stage whose groups are the brackets of a double elimination, or the parts of a single one. */
  elimination?: 'single' | 'double';
}

/** By id. */
export interface BracketTitles extends Record<
  'rounds' | 'groups' | 'stages',
  ReadonlyMap<string, ListedTitle>
> {
  /** The names of the stages and groups by their objects. */
  parts: ReadonlyMap<unknown, string | undefined>;
}

const MAX_TITLES = 2000;

/** The kind of the entries in a list under this key. */
function kindOf(key: string): 'rounds' | 'groups' | 'stages' | undefined {
  if (key === 'round' || key === 'rounds') return 'rounds';
  if (['stage', 'stages', 'phase', 'phases'].includes(key)) return 'stages';
  return isGroupKey(key) ? 'groups' : undefined;
}

/** Reads the lists of rounds, groups and stages in a response (brackets-manager, Toornament, included resources). */
export function* readTitles(reader: RecordReader, body: unknown): Slices<BracketTitles> {
  const titles = {
    rounds: new Map<string, ListedTitle>(),
    groups: new Map<string, ListedTitle>(),
    stages: new Map<string, ListedTitle>(),
    parts: new Map<unknown, string | undefined>(),
  };
  let count = 0;
  for (const { name, list } of listsIn(reader.viewOf, body)) {
    for (const item of list.slice(0, MAX_TITLES)) {
      const kind = kindOf(name === 'included' && isObject(item) ? typeOf(item) : name);
      if (!kind || count === MAX_TITLES) continue;
      count += 1;
      const title = note(reader, item, titles[kind]);
      if (title && kind !== 'rounds') titles.parts.set(item, title.name);
      yield;
    }
  }
  return titles;
}

const typeOf = (item: JsonObject): string => foldKey(asText(item['type']) ?? '');

function note(
  reader: RecordReader,
  item: unknown,
  titles: Map<string, ListedTitle>,
): ListedTitle | undefined {
  if (!isObject(item)) return undefined;
  const record = reader.record(item, 'round');
  const id = reader.get(record, 'id');
  if (!record || id === undefined) return undefined;
  const type = typeOf(item);
  const elimination: ListedTitle['elimination'] =
    type === 'doubleelimination' ? 'double' : type === 'singleelimination' ? 'single' : undefined;
  const fields = reader.pick(record, 'number', 'name', 'group', 'section', 'stageId');
  const title = { ...fields, ...present({ elimination }) };
  titles.set(id, title);
  return title;
}

/** The placement that a listed group means: a group with a name or number, or a bracket of an elimination. */
export function partOf({ groups, stages }: BracketTitles, id = ''): BracketPlace | undefined {
  const group = groups.get(id);
  if (!group) return undefined;
  const { elimination } = stages.get(group.stageId ?? '') ?? {};
  const section = sectionOfName(group.name) ?? group.section;
  if (section && section !== 'group') return { section };
  if (elimination === undefined) return { group: group.name ?? String(group.number ?? id) };
  if (elimination === 'single') return group.number === 2 ? { section: 'final' } : {};
  return present({ section: (['winners', 'losers', 'final'] as const)[(group.number ?? 1) - 1] });
}
