import { isObject, type JsonObject } from '../json.ts';
import { foldedSet, foldKey } from '../reading/keys.ts';
import { asInteger, words } from '../reading/values.ts';

const FLAGS = foldedSet(words('success ok is_success succeeded'));
const ERRORS = foldedSet(words('error errors'));
const CODES = foldedSet(words('status code status_code http_status http_code'));
const STATE_WORDS: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure']);
/** Objects that say how a request went, beside the data. */
const AROUND = foldedSet(words('meta status header response_status'));
const IDS = foldedSet(words('id _id uuid guid'));
const MAX_KEYS = 200;

/**
 * Whether a 2xx response says that it is a refusal: by an error, a flag that is false, a state word, a code from 400 to 599
 * (JSend, GraphQL over HTTP, statuses in the body), or as a problem document (RFC 9457).
 */
export function isRefusal(body: unknown, contentType?: string): boolean {
  if (!isObject(body)) return false;
  return /\bproblem\+json/i.test(contentType ?? '') || isProblem(body) || says(body) || sayAround(body);
}

function sayAround(body: JsonObject): boolean {
  return entriesOf(body).some(([name, value]) => AROUND.has(name) && isObject(value) && says(value));
}

function says(body: JsonObject): boolean {
  const entries = entriesOf(body);
  // A record has its own state (a word or a number) and may have a code: a tournament that failed is no refusal.
  const isRecord = entries.some(([name, value]) => isIdKey(name) && (value ?? '') !== '');
  return entries.some(([name, value]) => {
    if (ERRORS.has(name)) return !isEmpty(value);
    if (FLAGS.has(name)) return isFalse(value);
    if (isRecord || !CODES.has(name)) return false;
    if (name === 'status' && typeof value === 'string' && STATE_WORDS.has(value.toLowerCase())) return true;
    const code = asInteger(value);
    return code !== undefined && code >= 400 && code < 600;
  });
}

const isIdKey = (name: string): boolean =>
  IDS.has(name) ||
  (name.length > 2 && name.endsWith('id') && !/(?:request|trace|error|correlation)id$/.test(name));

function isProblem(body: JsonObject): boolean {
  const { type, title, detail, id } = body;
  const isType = typeof type === 'string' && /^(?:about:|https?:|urn:)/.test(type);
  return isType && id === undefined && (typeof title === 'string' || typeof detail === 'string');
}

const isFalse = (flag: unknown): boolean =>
  flag === false || flag === 0 || (typeof flag === 'string' && /^(?:false|0|no)$/i.test(flag));

function isEmpty(errors: unknown): boolean {
  if (Array.isArray(errors)) return errors.length === 0;
  if (typeof errors === 'object' && errors !== null) return Object.keys(errors).length === 0;
  if (typeof errors === 'string') return errors.trim() === '' || isFalse(errors);
  return errors !== true && (typeof errors !== 'number' || errors === 0);
}

const entriesOf = (object: JsonObject): [string, unknown][] =>
  Object.entries(object)
    .slice(0, MAX_KEYS)
    .map(([key, value]) => [foldKey(key), value]);
