import { words } from './values.ts';

/** Longer text is not a placeholder, and too long for the expressions. */
const MAX_WORDS = 100;

const BYE_NAMES: ReadonlySet<string> = new Set(words('bye freilos 不戦勝'));
/** What platforms write into an open slot, in the languages of their organizers. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...words(
    'tbd tba tbc null undefined n/a n.a. unknown inconnu unbekannt desconocido desconhecido 未定 不明',
  ),
  'to be decided',
  'to be determined',
  'to be announced',
  'to be confirmed',
  'noch offen',
  'por definir',
  'por determinar',
  'a definir',
  'a determinar',
  'à déterminer',
  'à définir',
  'chưa xác định',
  'chưa rõ',
]);
/** A real player may have this name: then they have an id. */
const WITHOUT_ID: ReadonlySet<string> = new Set(
  words('none empty vacant open waiting exempt exento folga descanso na'),
);

/** "Bye 3", "TBD #2" and "TBD (2)" are "bye" and "tbd"; "Unknown42" may be a real player's name. */
const numberless = (name: string): string =>
  name.length > MAX_WORDS
    ? name
    : name
        .trim()
        .toLowerCase()
        .replace(/[\s#(-]+\d{1,3}\)?$/, '');

/** A slot whose opponent advances without playing. */
export const isBye = (name: unknown): boolean => typeof name === 'string' && BYE_NAMES.has(numberless(name));

/** A name that stands for an open slot: "TBD", "???", "—". */
export function isPlaceholder(name: string, hasId: boolean): boolean {
  const word = numberless(name);
  return (
    BYE_NAMES.has(word) ||
    PLACEHOLDERS.has(word) ||
    /^[-–—−?]+$/.test(name) ||
    (!hasId && WITHOUT_ID.has(name.toLowerCase()))
  );
}

/** Ids that databases write for an open slot. With a name they may be real: some lists count from 0. */
export const isNobodyId = (id: string): boolean =>
  /^(?:-1|0+(?:-0+){0,4}|[-{}\s]*)$/.test(id) || isPlaceholder(id, true);
