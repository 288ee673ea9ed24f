/** Discord bans an address for a while after 10,000 of these in ten minutes. */
const WINDOW_MS = 10 * 60_000;
const SHED_ABOVE = 8000;

/** Work was given up before it was sent, since Discord would soon ban this address. */
export class ShedError extends Error {
  override readonly name = 'ShedError';

  constructor() {
    super('too many of our requests were refused by Discord in the last ten minutes');
  }
}

export interface InvalidRequests {
  /** Throws `ShedError` where one more refusal could lead to a ban. */
  check(): void;
  /** `scope`: of a 429, whose limit it was (`x-ratelimit-scope`). */
  note(status: number, scope?: string): void;
  /** In the window that runs. */
  count(): number;
}

/**
 * Counts what Discord counts: answers of 401, 403 and 429, but for 429s of a limit that others share.
 * Source: Discord, "Rate Limits", invalid request limit.
 */
export function createInvalidRequests(now: () => number): InvalidRequests {
  let startedAt = -Infinity;
  let counted = 0;
  const current = (): number => (now() - startedAt >= WINDOW_MS ? 0 : counted);
  return {
    check() {
      if (current() >= SHED_ABOVE) throw new ShedError();
    },
    note(status, scope) {
      if (status !== 401 && status !== 403 && status !== 429) return;
      if (status === 429 && scope === 'shared') return;
      counted = current() + 1;
      if (counted === 1) startedAt = now();
    },
    count: current,
  };
}
