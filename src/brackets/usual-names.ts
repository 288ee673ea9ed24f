import { LRUCache } from 'lru-cache';
import { onceFor } from '../once-for.ts';
import type { Translate, WordKey } from '../words/words.ts';

interface UsualName {
  /** As a platform may write it in English, in lower case and with single spaces. */
  pattern: RegExp;
  key: WordKey;
  /** The placeholder for what the pattern captures. */
  value?: 'round' | 'players' | 'group' | 'number';
}

const WINNERS = String.raw`(?:winners?'?s?|upper|[wu]b)(?: bracket)?`;
const LOSERS = String.raw`(?:losers?'?s?|lower|lb)(?: bracket)?`;

const ROUNDS: readonly UsualName[] = [
  { pattern: /^finals?$/, key: 'pictures.final' },
  { pattern: /^semi ?finals?$/, key: 'pictures.semifinals' },
  { pattern: /^quarter ?finals?$/, key: 'pictures.quarterfinals' },
  { pattern: /^round of (\d+)$/, key: 'pictures.roundOf', value: 'players' },
  { pattern: /^round (\d+)$/, key: 'match.round', value: 'round' },
  { pattern: new RegExp(`^${WINNERS} round (\\d+)$`), key: 'pictures.winnersRound', value: 'round' },
  { pattern: new RegExp(`^${LOSERS} round (\\d+)$`), key: 'pictures.losersRound', value: 'round' },
  { pattern: new RegExp(`^${WINNERS}$`), key: 'pictures.winners' },
  { pattern: new RegExp(`^${LOSERS}$`), key: 'pictures.losers' },
  { pattern: /^grand finals?$/, key: 'pictures.grandFinal' },
  { pattern: /^(?:second grand final|(?:grand finals?|bracket) reset)$/, key: 'pictures.secondFinal' },
  {
    pattern: /^(?:(?:third|3rd) place(?: match| playoff| game| decider)?|bronze (?:match|final))$/,
    key: 'pictures.thirdPlace',
  },
  { pattern: /^group ([\p{L}\d]{1,2})$/iu, key: 'pictures.group', value: 'group' },
  { pattern: /^group stage$/, key: 'pictures.groups' },
  { pattern: /^play ?offs?$/, key: 'pictures.playoffs' },
  { pattern: /^stage (\d+)$/, key: 'pictures.stage', value: 'number' },
];

/** "Winners final", "LB semifinals". */
const SECTION_ROUND = new RegExp(`^(${WINNERS}|${LOSERS}) ((?:semi ?|quarter ?)?finals?)$`);

const FORMATS: readonly UsualName[] = [
  { pattern: /^(?:single|direct) elim(?:ination)?$/, key: 'tournament.formats.single' },
  { pattern: /^double elim(?:ination)?$/, key: 'tournament.formats.double' },
  { pattern: /^swiss(?: system| rounds?)?$/, key: 'tournament.formats.swiss' },
  { pattern: /^round robin$/, key: 'tournament.formats.roundRobin' },
  { pattern: /^(?:groups|group stage)$/, key: 'pictures.groups' },
];

const spaced = (name: string): string => name.replace(/[\s_‐-]+/g, ' ').trim();

function wordFor(table: readonly UsualName[], name: string, t: Translate): string | undefined {
  const plain = spaced(name);
  const lower = plain.toLowerCase();
  for (const { pattern, key, value } of table) {
    const found = pattern.exec(lower);
    if (found === null) continue;
    const captured = found[1] === undefined ? undefined : plain.slice(-found[1].length);
    return t(key, value === undefined || captured === undefined ? {} : { [value]: captured });
  }
  return undefined;
}

function roundWord(name: string, t: Translate): string | undefined {
  const whole = wordFor(ROUNDS, name, t);
  if (whole !== undefined) return whole;
  const [, section, round] = SECTION_ROUND.exec(spaced(name).toLowerCase()) ?? [];
  if (section === undefined || round === undefined) return undefined;
  return [section, round].map((part) => wordFor(ROUNDS, part, t) ?? part).join(t('list.separator'));
}

/** All matches of a round ask for its name, which costs a dozen patterns. */
const knownNames = onceFor(
  (t: Translate) => new LRUCache<string, string>({ max: 500, memoMethod: (name) => translateName(name, t) }),
);

/** English readers keep the platform's own spelling. */
const isEnglish = (t: Translate): boolean => t.locale.startsWith('en');

/**
 * A platform's name for a round, a group or a stage in the reader's language, if it is one of the usual English ones ("Semi-finals",
 * "Group A, round 1"); any other stays as the platform writes it. Not escaped.
 */
export const roundNameText = (name: string, t: Translate): string =>
  isEnglish(t) ? name : knownNames(t).memo(name);

function translateName(name: string, t: Translate): string {
  const whole = roundWord(name, t);
  if (whole !== undefined) return whole;
  const parts = name.split(/\s*[,·:|/–—]\s*|\s+-\s+/u).map((part) => roundWord(part, t));
  return parts.every((part) => part !== undefined) ? parts.join(t('list.separator')) : name;
}

/** The same for a tournament's format ("single_elimination"); `undefined` if it is not a usual one. */
export const formatNameText = (format: string, t: Translate): string | undefined =>
  isEnglish(t) ? undefined : wordFor(FORMATS, format, t);
