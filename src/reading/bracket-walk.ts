import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { asGroup, groupInTitle, isGroupKey } from './bracket-groups.ts';
import {
  entriesIn,
  hasBothSides,
  hasRounds,
  holdsMatches,
  isKnownKey,
  isList,
  isRecordMap,
  listIn,
  matchesIn,
  matchesOf,
  mayBePart,
  type Item,
  type Walk,
} from './bracket-shapes.ts';
import { bracketKeys, isRoundName, sectionOfName, type BracketPlace } from './bracket-words.ts';
import { foldKey } from './keys.ts';
import type { RecordReader } from './reader.ts';
import { asId, asInteger, asWord } from './values.ts';

/** A raw match with the placement from the levels above it. */
export interface Leaf {
  value: unknown;
  at: string;
  around: BracketPlace;
  /** Beside the rounds or the list of matches: it may repeat one of them. */
  isBeside?: boolean;
}

const DEEPEST = 8;
/** 512 players in double elimination. Larger brackets are never drawn. */
export const MAX_MATCHES = 1024;
/** The most entries to visit: a bracket of that size needs a quarter of them. */
const MAX_LOOKS = 40_000;

/** All raw matches below `body` in order, at most one more than `MAX_MATCHES`. Finds them only by lists and keys. */
export function walkBracket(reader: RecordReader, body: unknown): { leaves: Leaf[]; parts: Walk['parts'] } {
  const walk: Walk = { ...reader.bracketKeys, reader, looks: MAX_LOOKS, parts: new Map() };
  const leaves = collect(walk, { value: body, at: '' }, {}, DEEPEST);
  return {
    leaves: (leaves.length > 0 ? leaves : included(walk, body)).slice(0, MAX_MATCHES + 1),
    parts: walk.parts,
  };
}

function collect(walk: Walk, { value, at }: Item, around: BracketPlace, depth: number): Leaf[] {
  if (depth === 0) return [];
  const list = listIn(walk, { value, at });
  if (list) return hasRounds(walk, list) ? rounds(walk, list, around, depth) : matches(list, around);
  const children = entriesIn(walk, { value, at });
  const ofKind = (keys: ReadonlySet<string>) => children.filter(({ key = '' }) => keys.has(foldKey(key)));
  const inRounds = ofKind(walk.rounds).find((child) => holdsMatches(walk, child.value));
  const inMatches = ofKind(walk.matches).find((child) => isList(child.value) || isRecordMap(child.value));
  const items = (child: Item) => listIn(walk, child) ?? entriesIn(walk, child);
  if (inRounds || inMatches) {
    const main = inRounds
      ? rounds(walk, items(inRounds), around, depth - 1)
      : inMatches
        ? matches(items(inMatches), around)
        : [];
    const others = children.filter(
      ({ key = '' }) => ![...walk.rounds, ...walk.around].includes(foldKey(key)),
    );
    const rest = others.filter((child) => child !== inMatches);
    return [...main, ...beside(walk, rest, around, depth).map((leaf) => ({ ...leaf, isBeside: true }))];
  }
  const namedRounds = children.filter(({ key = '', value: inner }) => isRoundName(key) && isList(inner));
  if (namedRounds.some(({ key = '' }) => sectionOfName(key) !== 'final')) {
    const rest = children.filter((child) => !namedRounds.includes(child));
    return [...rounds(walk, namedRounds, around, depth - 1), ...beside(walk, rest, around, depth)];
  }
  return beside(walk, children, around, depth);
}

/** The parts of a bracket by their keys, in order; an unknown key that holds matches gives its part its name. */
function beside(walk: Walk, children: readonly Item[], around: BracketPlace, depth: number): Leaf[] {
  const unknown = children.filter(({ key = '' }) => !isKnownKey(walk, foldKey(key)) && mayBePart(key));
  const asRounds = unknown.filter((child) => matchesOf(walk, child) ?? matchesIn(walk, child));
  return children.flatMap((child) => {
    const { key = '' } = child;
    const name = foldKey(key);
    const section = sectionOfName(name);
    if (bracketKeys.parts.has(name)) return parts(walk, child, around, depth - 1);
    if (section && section !== 'group') return part(walk, child, { ...around, section }, depth - 1);
    if (walk.around.has(name)) return collect(walk, child, around, depth - 1);
    if (child === asRounds[0]) return rounds(walk, asRounds, around, depth - 1);
    if (!unknown.includes(child) || asRounds.includes(child) || !holdsMatches(walk, child.value)) return [];
    const stage = around.stage ?? { key: child.at, name: nameIn(walk, child.value) ?? titleOfKey(key) };
    return collect(walk, child, { ...around, stage }, depth - 1);
  });
}

/** "knockout_stage" and "knockoutStage" are "Knockout stage"; "Semi-Finals" stays. */
function titleOfKey(key: string): string {
  if (!/^[a-z]\w*$/.test(key)) return key;
  const text = key
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The winners or losers bracket, or a final, which may be a single match. */
function part(walk: Walk, item: Item, around: BracketPlace, depth: number): Leaf[] {
  if (isObject(item.value) && !holdsMatches(walk, item.value))
    return around.section === 'final' || hasBothSides(walk, item.value) ? matches([item], around) : [];
  const list = listIn(walk, item);
  return list && !hasRounds(walk, list) ? matches(list, around) : collect(walk, item, around, depth);
}

/** Groups, stages or pools, each with a name and its own bracket; winners and losers brackets may be here, too. */
function parts(walk: Walk, item: Item, around: BracketPlace, depth: number): Leaf[] {
  return (listIn(walk, item) ?? entriesIn(walk, item)).flatMap((inner, index) => {
    const name = nameIn(walk, inner.value) ?? inner.key;
    const byName = sectionOfName(name);
    // "Finals" may be a whole stage.
    const section =
      walk.reader.get(walk.reader.own(inner.value, 'round'), 'section') ??
      (byName === 'final' && !isGroupKey(item.key) ? undefined : byName);
    const isSide = section === 'winners' || section === 'losers' || section === 'final';
    const own: BracketPlace = isSide
      ? { section }
      : isGroupKey(item.key)
        ? { section: 'group', group: name ?? String(index + 1) }
        : { stage: { key: inner.at, ...present({ name }) }, ...present({ section }) };
    walk.parts.set(inner.value, name);
    return collect(walk, inner, { ...around, ...own }, depth - 1);
  });
}

function nameIn({ reader }: Walk, part: unknown): string | undefined {
  const own = reader.own(part, 'round');
  return (
    reader.get(own, 'name', asGroup) ??
    reader.get(own, 'group') ??
    reader.get(own, 'stageName') ??
    reader.get(own, 'number', asId)
  );
}

function rounds(walk: Walk, items: readonly Item[], around: BracketPlace, depth: number): Leaf[] {
  const numbers = items.map(({ key }) => asInteger(key?.replace(/^\D*/, '')));
  // "round_8", "round_4", "round_2" are rounds of so many players.
  const isAscending = numbers.every(
    (number, index) => index === 0 || (number ?? 0) > (numbers[index - 1] ?? 0),
  );
  return items.flatMap((item, index) => {
    const inner = { ...around, ...titleOf(walk, item, index + 1, isAscending) };
    const list = listIn(walk, item) ?? matchesOf(walk, item) ?? matchesIn(walk, item);
    // Rounds that contain rounds are parts of a bracket.
    return list && !hasRounds(walk, list) ? matches(list, inner) : collect(walk, item, around, depth - 1);
  });
}

function matches(items: readonly Item[], around: BracketPlace): Leaf[] {
  return items.flatMap(({ key, value, at }) => {
    // A placeholder for a future match.
    if (value === null) return [];
    // Only an id, or only two names.
    if (typeof value === 'string' || typeof value === 'number') return [{ value: { id: value }, at, around }];
    if (Array.isArray(value)) return [{ value: { sides: value }, at, around }];
    return [{ value: key === undefined || !isObject(value) ? value : { id: key, ...value }, at, around }];
  });
}

/** In JSON:API, the matches may be in the included resources only. */
function included(walk: Walk, body: unknown): Leaf[] {
  const resources = isObject(body) ? (listIn(walk, { value: body['included'], at: 'included' }) ?? []) : [];
  return resources.flatMap(({ value, at }) => {
    const type = isObject(value) ? asWord(value['type']) : undefined;
    const isMatch = type !== undefined && walk.matches.has(foldKey(type));
    return isMatch ? [{ value, at, around: {} }] : [];
  });
}

/** The placement that a round gives its matches. */
function titleOf(
  { reader }: Walk,
  { key, value }: Item,
  position: number,
  hasNumberedKey: boolean,
): BracketPlace {
  const own = hasBothSides({ reader }, value) ? undefined : reader.own(value, 'round');
  const title = reader.get(own, 'name', asWord) ?? asWord(key && titleOfKey(key));
  const titleParts = groupInTitle(title);
  const keyNumber = hasNumberedKey ? asInteger(key?.replace(/^\D*/, '')) : undefined;
  const number = reader.get(own, 'number') ?? keyNumber ?? titleParts?.number;
  const stageTitle = reader.get(own, 'stageName');
  const stageName = stageTitle === title ? undefined : stageTitle;
  const stageKey = reader.get(own, 'stageId') ?? stageName;
  return present({
    number: Math.abs(number ?? position),
    name: titleParts ? titleParts.name : title,
    roundKey: key ?? String(position),
    section: reader.get(own, 'section'),
    group: reader.get(own, 'group') ?? titleParts?.group,
    stage: stageKey === undefined ? undefined : { key: stageKey, ...present({ name: stageName }) },
  });
}
