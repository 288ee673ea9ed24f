import { isObject } from '../json.ts';
import type { BracketPlace } from './bracket-words.ts';
import { foldKey } from './keys.ts';
import { asId, asName } from './values.ts';

/** Longer text is not a title, and too long for the expressions below. */
const MAX_TITLE = 100;

const GROUP = '(?:group|pool|gruppe|grupo|groupe|gruppo|bảng)';
/** "Group A, round 1", "Pool 2", "Group Red: round 1"; "Group stage" is the whole stage. */
const AT_START = new RegExp(
  `^${GROUP}\\s+(?:[a-z]|\\d{1,3}|(?!stage|phase)\\p{L}+(?=\\s*[,:|·–—-]))(?![\\p{L}\\d])`,
  'iu',
);
/** "Round 1 - Group A", "Round 1 (Group A)". */
const AT_END = new RegExp(`[\\s,:|·–—(-](${GROUP}\\s+(?:[a-z]|\\d{1,3}))\\)?$`, 'iu');
const NUMBERED = /^(?:round|rd|r|matchday|week)\s*(\d{1,3})$/i;
const AROUND = /^[\s,:|·–—(-]+|[\s,:|·–—(-]+$/g;

/** "Group A, round 1" is round 1 of "Group A"; `undefined` for a title without a group. */
export function groupInTitle(title: string | undefined): BracketPlace | undefined {
  if (title === undefined || title.length > MAX_TITLE) return undefined;
  const start = AT_START.exec(title)?.[0];
  const group = start ?? AT_END.exec(title)?.[1];
  if (group === undefined) return undefined;
  const rest = (start === undefined ? title.slice(0, title.lastIndexOf(group)) : title.slice(group.length))
    .replace(AROUND, '')
    .trim();
  const number = NUMBERED.exec(rest)?.[1];
  if (number !== undefined) return { group, number: Number(number) };
  return rest === '' ? { group } : { group, name: rest.charAt(0).toUpperCase() + rest.slice(1) };
}

/** The name of a group, or else its number or id. */
export function asGroup(value: unknown): string | undefined {
  if (!isObject(value)) return asId(value)?.trim();
  const under = (...keys: string[]) => keys.map((key) => asId(value[key])).find((text) => text !== undefined);
  return (
    asName(value) ??
    under('display_identifier', 'displayIdentifier', 'letter', 'number', 'id') ??
    asGroup(value['data'])
  );
}

const GROUP_KEYS = new Set(['group', 'groups', 'pool', 'pools', 'phasegroup', 'phasegroups']);

/** Whether a key has groups of one stage, and not stages. */
export const isGroupKey = (key: string | undefined): boolean => GROUP_KEYS.has(foldKey(key ?? ''));
