import type { Slices } from '../async/slices.ts';

/** More than any real response of 2 MiB has; JSON.parse of more would block the event loop. */
const MAX_DEPTH = 200;
const MAX_CONTAINERS = 60_000;
/** The cost of each for JSON.parse in units of about 70 ns: it looks up every short string in a table. */
const COST = { value: 1, container: 3, string: 4 };
const MAX_COST = 400_000;
/** The most distinct key sequences of objects. JSON.parse takes ten times as long for a new one. */
const MAX_KEY_SEQUENCES = 6000;
/** Integers with more digits are not exact as JavaScript numbers. */
const MAX_DIGITS = 15;

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, DOT] = [34, 92, 44, 58, 45, 43, 46];
/** Characters between two pauses: one or two milliseconds. */
const SLICE = 64 * 1024;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === DOT || code === PLUS || code === MINUS || code === 69 || code === 101;

/**
 * Quotes integers of 16 digits and more: ids like those of Steam and Discord would lose their last digits as numbers. Throws
 * SyntaxError for text that would take JSON.parse too long. A single pass.
 */
function* prepareJson(text: string): Slices<string> {
  const keyIds = new Map<string, number>();
  const sequences = new Set<number>();
  /** For each open object or array, a hash of its keys so far. */
  const open: number[] = [];
  let [containers, cost] = [0, 0];
  let pauseAt = SLICE;
  let output = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at > pauseAt) {
      pauseAt = at + SLICE;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at + 1);
      let next = end + 1;
      while (isSpace(text.charCodeAt(next))) next += 1;
      if (text.charCodeAt(next) === COLON) noteKey(text.slice(at + 1, end));
      else cost += COST.string;
      at = next - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      containers += 1;
      cost += COST.container;
      open.push(0);
      if (open.length > MAX_DEPTH || containers > MAX_CONTAINERS) throw tooMuch();
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
    } else if (code === COMMA) {
      cost += COST.value;
      if (cost > MAX_COST) throw tooMuch();
    } else if (code === MINUS || isDigit(code)) {
      let end = at + 1;
      let isWhole = true;
      for (; isOfNumber(text.charCodeAt(end)); end += 1) if (!isDigit(text.charCodeAt(end))) isWhole = false;
      if (isWhole && end - at - (code === MINUS ? 1 : 0) > MAX_DIGITS) {
        output += `${text.slice(copied, at)}"${text.slice(at, end)}"`;
        copied = end;
      }
      at = end - 1;
    }
  }
  return output + text.slice(copied);

  function noteKey(key: string): void {
    const id = keyIds.get(key) ?? keyIds.size + 1;
    keyIds.set(key, id);
    const sequence = (Math.imul(open.at(-1) ?? 0, 31) + Math.imul(id, 0x9e3779b1)) | 0;
    open[open.length - 1] = sequence;
    sequences.add(sequence);
    if (sequences.size > MAX_KEY_SEQUENCES) throw tooMuch();
  }
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

const tooMuch = () => new SyntaxError('too many objects, or nested too deeply');

/** Parses JSON that may be large. Throws SyntaxError. */
export function* parseJson(text: string): Slices<unknown> {
  const json = yield* prepareJson(text);
  yield;
  const body: unknown = JSON.parse(json);
  yield;
  return body;
}
