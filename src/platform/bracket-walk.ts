import { foldKey } from './keys.ts';
import type { BracketRound } from './records.ts';
import { asInteger, asName, asWord, isObject, present } from './values.ts';

export type Section = BracketRound['section'];

/** What the levels above say of a match: in which part of the bracket, group and round it is. */
export interface Around {
  section?: Section;
  group?: string;
  round?: { number?: number; name?: string; key: string };
}

/** A match before it is read, and what stands above it. */
export interface Leaf {
  value: unknown;
  at: string;
  around: Around;
}

const deepest = 7;

/** Every match below `body`, in the order given. Knows no match from another: only lists, and what their keys say. */
export function walkBracket(body: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  collect(body, '', {}, leaves, deepest);
  return leaves;
}

/** The part of the bracket that a word names: "upper", "Losers". */
export function sectionOfName(word: unknown): Section | undefined {
  return typeof word === 'string' ? sectionOfWord.get(foldKey(word)) : undefined;
}

const roundKeys = new Set(['rounds', 'round']);
const matchKeys = new Set([
  'matches',
  'match',
  'games',
  'sets',
  'fixtures',
  'pairings',
  'series',
  'matchups',
  'seeds',
  'ties',
  'bracketmatches',
]);
const partKeys = new Set([
  'groups',
  'group',
  'stages',
  'stage',
  'brackets',
  'pools',
  'phases',
  'phasegroups',
  'phasegroup',
  'sections',
  'divisions',
]);
const wrapKeys = new Set([
  'data',
  'bracket',
  'tournament',
  'event',
  'result',
  'results',
  'response',
  'payload',
  'content',
  'items',
  'nodes',
  'edges',
  'node',
  'attributes',
  'structure',
  'tree',
  'list',
  'body',
  'value',
  'entries',
  'competition',
  'embedded',
]);
const sectionOfWord = new Map<string, Section>(
  Object.entries({
    winners: ['winners', 'winner', 'winnersbracket', 'winnerbracket', 'upper', 'upperbracket', 'wb', 'ub'],
    losers: ['losers', 'loser', 'losersbracket', 'loserbracket', 'lower', 'lowerbracket', 'lb'],
    final: ['grandfinal', 'grandfinals', 'final', 'finals', 'grandfinalsreset', 'gf', 'finalgroup'],
    group: ['group', 'groups', 'pool', 'pools', 'groupstage', 'roundrobin', 'swiss', 'league', 'singlegroup'],
    main: ['main', 'mainbracket', 'singleelimination', 'single', 'playoffs'],
  } satisfies Record<Section, string[]>).flatMap(([section, words]) =>
    words.map((word) => [word, isSection(section) ? section : 'main'] as const),
  ),
);

function isSection(word: string): word is Section {
  return ['main', 'winners', 'losers', 'final', 'group'].includes(word);
}

function collect(value: unknown, at: string, around: Around, leaves: Leaf[], depth: number): void {
  if (depth === 0) return;
  if (Array.isArray(value)) return collectList(value, at, around, leaves, depth);
  if (!isObject(value)) return;
  const children = Object.entries(value).map(([key, inner]) => ({
    name: foldKey(key),
    inner,
    at: at === '' ? key : `${at}.${key}`,
  }));
  const rounds = children.find(({ name, inner }) => roundKeys.has(name) && holdsMatches(inner));
  if (rounds) return collectRounds(rounds.inner, rounds.at, around, leaves, depth - 1);
  const matches = children.find(({ name, inner }) => matchKeys.has(name) && Array.isArray(unwrapped(inner)));
  if (matches) return collectList(asList(unwrapped(matches.inner)), matches.at, around, leaves, depth - 1);
  for (const { name, inner, at: below } of children) {
    if (typeof inner !== 'object' || inner === null) continue;
    const section = sectionOfWord.get(name);
    if (partKeys.has(name)) collectParts(inner, below, around, leaves, depth - 1);
    else if (section && section !== 'group') {
      // A final that is one match, not a part of many.
      const isMatch = isObject(inner) && !holdsMatches(inner);
      if (isMatch) leaves.push({ value: inner, at: below, around: { ...around, section } });
      else collectRounds(inner, below, { ...around, section }, leaves, depth - 1);
    } else if (wrapKeys.has(name)) collect(inner, below, around, leaves, depth - 1);
  }
}

function collectList(
  list: readonly unknown[],
  at: string,
  around: Around,
  leaves: Leaf[],
  depth: number,
): void {
  if (list.some((item) => Array.isArray(item) || holdsMatches(item)))
    return collectRounds(list, at, around, leaves, depth);
  list.forEach((value, index) => leaves.push({ value, at: `${at}[${index}]`, around }));
}

/** Rounds as a list, or by number or name. */
function collectRounds(value: unknown, at: string, around: Around, leaves: Leaf[], depth: number): void {
  if (depth <= 0) return;
  const list = unwrapped(value);
  if (
    isObject(list) &&
    Object.keys(list).some((key) => matchKeys.has(foldKey(key)) || roundKeys.has(foldKey(key)))
  ) {
    return collect(list, at, around, leaves, depth);
  }
  if (Array.isArray(list) && !list.some((item) => Array.isArray(item) || holdsMatches(item))) {
    return collectList(list, at, around, leaves, depth);
  }
  const named: [string, unknown][] = Array.isArray(list)
    ? list.map((item, index) => [String(index + 1), item])
    : Object.entries(isObject(list) ? list : {});
  named.forEach(([key, item], index) => {
    const below = Array.isArray(list) ? `${at}[${index}]` : `${at}.${key}`;
    const round = titleOf(item, Array.isArray(list) ? undefined : key, index + 1);
    const inner = { ...around, ...present({ section: sectionOf(item) }), round };
    const matches = Array.isArray(item) ? item : unwrapped(isObject(item) ? listIn(item) : undefined);
    if (Array.isArray(matches))
      matches.forEach((match: unknown, number) =>
        leaves.push({ value: match, at: `${below}[${number}]`, around: inner }),
      );
    else collect(item, below, around, leaves, depth - 1);
  });
}

/** Groups, stages, pools: each a bracket of its own, with a name. */
function collectParts(value: unknown, at: string, around: Around, leaves: Leaf[], depth: number): void {
  if (depth <= 0) return;
  const list = unwrapped(value);
  const parts: [string, unknown][] = Array.isArray(list)
    ? list.map((item, index) => [`[${index}]`, item])
    : Object.entries(isObject(list) ? list : {});
  for (const [key, part] of parts) {
    const section = sectionOf(part) ?? sectionOfWord.get(foldKey(key)) ?? around.section;
    const name = isObject(part) ? (asName(part['name']) ?? asName(part['title'])) : undefined;
    const group =
      section === 'group' || /groups|pools/i.test(at)
        ? (name ?? (key.startsWith('[') ? undefined : key))
        : around.group;
    const inGroup = group === undefined ? section : (section ?? 'group');
    collect(
      part,
      `${at}${key.startsWith('[') ? '' : '.'}${key}`,
      { ...around, ...present({ group, section: inGroup }) },
      leaves,
      depth - 1,
    );
  }
}

function unwrapped(value: unknown): unknown {
  for (const key of ['data', 'nodes', 'edges', 'items', 'results']) {
    if (isObject(value) && Array.isArray(value[key])) return value[key];
  }
  return value;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listIn(object: { readonly [key: string]: unknown }): unknown {
  return Object.entries(object).find(
    ([key, inner]) => matchKeys.has(foldKey(key)) && Array.isArray(unwrapped(inner)),
  )?.[1];
}

/** Whether matches lie below: a list of the name, or an object (or its first entry) that has one. */
function holdsMatches(value: unknown, depth = 3): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.some((item) => Array.isArray(item) || holdsMatches(item, depth - 1));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      // The games of a match are no matches of a round: a round has no sides and no result.
      (matchKeys.has(foldKey(key)) && Array.isArray(unwrapped(inner)) && !isMatchLike(value)) ||
      (roundKeys.has(foldKey(key)) && typeof inner === 'object' && holdsMatches(inner, depth - 1)) ||
      (/^(\d+|[a-z -]*(round|final|stage)[a-z0-9 -]*)$/i.test(key) &&
        Array.isArray(inner) &&
        !isMatchLike(value)) ||
      (wrapKeys.has(foldKey(key)) && isObject(inner) && holdsMatches(inner, depth - 1)),
  );
}

const sideKeys = [
  'opponents',
  'participants',
  'players',
  'slots',
  'sides',
  'player1',
  'team1',
  'opponent1',
  'home',
  'top',
  'winnerid',
  'player1id',
  'team1id',
  'scores',
];

function isMatchLike(value: { readonly [key: string]: unknown }): boolean {
  return Object.keys(value).some((key) => sideKeys.includes(foldKey(key)));
}

function titleOf(item: unknown, key: string | undefined, position: number): NonNullable<Around['round']> {
  const own = isObject(item) ? item : {};
  const value = (names: readonly string[]) =>
    Object.entries(own).find(([name, inner]) => names.includes(foldKey(name)) && inner !== null)?.[1];
  const number =
    asInteger(value(['round', 'number', 'roundnumber', 'index', 'order'])) ??
    asInteger(key?.replace(/^round[\s_-]*/i, '')) ??
    position;
  const name =
    asWord(value(['name', 'title', 'label', 'roundname', 'displayname'])) ??
    asWord(value(['round'])) ??
    asWord(key);
  return { ...present({ number: Math.abs(number), name }), key: key ?? String(position) };
}

/** The part of the bracket that an object says it is. */
export function sectionOf(item: unknown): Section | undefined {
  if (!isObject(item)) return undefined;
  for (const [key, value] of Object.entries(item)) {
    const isLabel = [
      'section',
      'bracket',
      'brackettype',
      'bracketside',
      'branch',
      'type',
      'side',
      'stagetype',
      'phase',
    ].includes(foldKey(key));
    const section = isLabel && typeof value === 'string' ? sectionOfWord.get(foldKey(value)) : undefined;
    if (section) return section;
  }
  return undefined;
}
