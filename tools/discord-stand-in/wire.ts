import { isRecord } from './check/json.ts';

/** One thing that went over the wire between bot and Discord, fit to be shown: secrets are masked. */
export type DiscordWireEntry =
  | {
      id: number;
      at: number;
      via: 'rest';
      method: string;
      path: string;
      request?: unknown;
      /** Names of uploaded files. */
      files: readonly string[];
      /** 0 where the connection was cut instead of an answer. */
      status: number;
      response?: unknown;
      ms: number;
    }
  | {
      id: number;
      at: number;
      via: 'gateway';
      direction: 'to-bot' | 'from-bot';
      event: string;
      payload: unknown;
    };

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

export interface DiscordWire {
  readonly entries: DiscordWireEntry[];
  add(entry: Unnumbered<DiscordWireEntry>): void;
  /** Masks what is secret in a path or any other text. */
  maskText(text: string): string;
}

const MASK = '•••';
const SECRET_KEYS = new Set([
  'token',
  'client_secret',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'session_id',
  'sessionId',
]);
const MAX_ENTRIES = 500;

/** `secrets`: what must not be read in any text, wherever it stands. */
export function createWire(tell: (entry: DiscordWireEntry) => void, secrets: readonly string[]): DiscordWire {
  const entries: DiscordWireEntry[] = [];
  let count = 0;
  const maskText = (text: string): string =>
    secrets
      .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
      .replaceAll(/(\/(?:interactions|webhooks)\/\d+\/)[^/?]+/g, `$1${MASK}`);
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        // `code` is also the number in Discord's errors, which is no secret.
        SECRET_KEYS.has(key) && typeof inner === 'string' ? MASK : mask(inner),
      ]),
    );
  };
  return {
    entries,
    maskText,
    add: (seen) => {
      count += 1;
      const entry: DiscordWireEntry =
        seen.via === 'rest'
          ? {
              ...seen,
              id: count,
              path: maskText(seen.path),
              request: mask(seen.request),
              response: mask(seen.response),
            }
          : { ...seen, id: count, payload: mask(seen.payload) };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries.shift();
      tell(entry);
    },
  };
}
