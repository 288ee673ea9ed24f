import { objectOf } from '../json.ts';
import { sha256 } from '../sha256.ts';
import { formatEnvelope, parseEnvelope } from './envelope.ts';

// What version 2 changed. It must not follow later changes of reports.
const REPORTS = 'reports';
const DUE = 'due';
const BUCKETS = 16;
const DUE_MS = 30 * 24 * 60 * 60 * 1000;

/** How a store moves records. Each call can be repeated: a process may be killed at any time. */
export interface MoveTools {
  rows: (namespace: string) => AsyncIterable<{ key: string; text: string }[]>;
  /** Keeps the lifetime. A record that has the new key already stays, and this one goes. */
  rename: (namespace: string, from: string, to: string) => Promise<void>;
  remove: (namespace: string, key: string) => Promise<void>;
  get: (namespace: string, key: string) => Promise<string | undefined>;
  set: (namespace: string, key: string, text: string, ttlMs: number) => Promise<void>;
  now: () => number;
}

/** Where a report of version 1 is in version 2: under its server and match. `undefined` for one that goes. */
export function reportPlace(value: unknown): { key: string; name: string; isDue: boolean } | undefined {
  const { guildId, matchId, reportedAt, state, writingSince } = objectOf(value);
  // From a direct message: it must not bind any member.
  if (typeof guildId !== 'string' || typeof matchId !== 'string') return undefined;
  // Its process ended while it wrote the first press: nothing was settled.
  if (writingSince !== undefined && writingSince === reportedAt) return undefined;
  const name = `${guildId}:${matchId}`;
  return { key: sha256(name), name, isDue: state === 'open' || state === 'disputed' };
}

/** A list of due reports, with these added as due at once: the code that handles one reads when it really is due. */
function withDue(text: string | undefined, names: readonly string[], expires: number): string | undefined {
  const value = text === undefined ? [] : parseEnvelope(text)?.value;
  const before = Array.isArray(value) ? value.filter(Array.isArray) : [];
  // Version 1 listed matches.
  const known = before.filter(([name]) => typeof name === 'string' && name.includes(':'));
  const missing = names.filter((name) => !known.some(([one]) => one === name));
  if (text !== undefined && missing.length === 0 && known.length === before.length) return undefined;
  return formatEnvelope([...missing.map((name) => [name, 0]), ...known], expires);
}

/** The lists with these reports, by key. */
export function dueLists(names: Iterable<string>): Map<string, string[]> {
  const lists = new Map(Array.from({ length: BUCKETS }, (_, at): [string, string[]] => [String(at), []]));
  for (const name of names) lists.get(String(sha256(name).charCodeAt(0) % BUCKETS))?.push(name);
  return lists;
}

/** Moves each report to its server. Returns how many it moved or removed. */
export async function moveReports({ rows, rename, remove, get, set, now }: MoveTools): Promise<number> {
  let moved = 0;
  const due = new Set<string>();
  for await (const page of rows(REPORTS))
    for (const { key, text } of page) {
      const place = reportPlace(parseEnvelope(text)?.value);
      if (place?.isDue === true) due.add(place.name);
      if (place?.key === key) continue;
      await (place === undefined ? remove(REPORTS, key) : rename(REPORTS, key, place.key));
      moved++;
    }
  for (const [key, names] of dueLists(due)) {
    const text = await get(DUE, key);
    if (text === undefined && names.length === 0) continue;
    const next = withDue(text, names, now() + DUE_MS);
    if (next !== undefined) await set(DUE, key, next, DUE_MS);
  }
  return moved;
}
