import type { FaultKind } from './fault.ts';

const KEPT_ENTRIES = 500;
const KEPT_CHARACTERS = 4_000;

/** On whose behalf a request came. */
export type Who = 'api-key' | 'client' | 'browser' | 'nobody' | `player ${string}`;

/** One request and its answer, fit to be looked at: what gives access is masked, long bodies are cut. */
export interface PlatformWireEntry {
  /** Counts from 1. */
  number: number;
  at: number;
  ms: number;
  method: string;
  /** With its query. */
  path: string;
  who: Who;
  /** null: the connection was closed without an answer. */
  status: number | null;
  requestBody: string;
  answerBody: string;
  /** Where a browser is sent on. */
  location: string | null;
  /** The fault that struck, if any. */
  fault: FaultKind | null;
}

export interface PlatformWire {
  readonly entries: readonly PlatformWireEntry[];
  record(entry: Omit<PlatformWireEntry, 'number'>): void;
  listen(listener: (entry: PlatformWireEntry) => void): () => void;
}

/** Keeps the last requests, and tells each to those who listen. */
export function createWire(): PlatformWire {
  const entries: PlatformWireEntry[] = [];
  const listeners = new Set<(entry: PlatformWireEntry) => void>();
  let count = 0;
  return {
    entries,
    record(raw) {
      count += 1;
      const entry: PlatformWireEntry = {
        ...raw,
        number: count,
        path: maskQuery(raw.path),
        requestBody: maskBody(raw.requestBody),
        answerBody: maskBody(raw.answerBody),
        location: raw.location === null ? null : maskQuery(raw.location),
      };
      entries.push(entry);
      if (entries.length > KEPT_ENTRIES) entries.shift();
      for (const listener of listeners) listener(entry);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const SECRETS = new Set([
  'access_token',
  'client_secret',
  'code',
  'code_challenge',
  'code_verifier',
  'refresh_token',
  'state',
]);
const MASK = '•••';

function maskQuery(address: string): string {
  const [path = '', query] = address.split('?');
  return query === undefined ? path : `${path}?${maskForm(query)}`;
}

function maskForm(form: string): string {
  return form
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=');
      return SECRETS.has(name) ? `${name}=${MASK}` : pair;
    })
    .join('&');
}

/** Only the token endpoint's bodies hold secrets: a form, or a flat JSON object. */
function maskBody(body: string): string {
  const masked = /^[\w.%-]+=/.test(body)
    ? maskForm(body)
    : body.replaceAll(/"(\w+_token)":"[^"]*"/g, (_whole, name: string) => `"${name}":"${MASK}"`);
  return masked.length > KEPT_CHARACTERS ? `${masked.slice(0, KEPT_CHARACTERS)}…` : masked;
}
