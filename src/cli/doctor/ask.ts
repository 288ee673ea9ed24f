import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { SECOND_MS } from '../../durations.ts';

/** Why there was no response. */
export type Silence = 'dns' | 'refused' | 'tls' | 'timeout' | 'other';

export interface HttpAnswer {
  status: number;
  /** The target of a redirect. */
  location: string | undefined;
  /** The first 64 KiB. */
  text: string;
  /** How far our clock is ahead of the response's `Date`, in seconds; `undefined` without one. */
  aheadSeconds: number | undefined;
}

export interface NoAnswer {
  silence: Silence;
  code: string;
}

const MAX_BYTES = 64 * 1024;
const TIMEOUTS_MS = { connect: 4000, headers: 6000, body: 4000 };

const TIMEOUT_CODES = /TIMEDOUT|TIMEOUT|ABORT/i;
const TLS_CODES = /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** Whether something on this machine takes connections at a port. A program may do so and never answer. */
export function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUTS_MS.connect });
    const end = (isTaken: boolean) => () => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}

/** Sends a GET without credentials. Reports redirects without following them; never throws. */
export async function ask(
  url: URL,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<HttpAnswer | NoAnswer> {
  const dispatcher = new Agent({
    connect: { timeout: TIMEOUTS_MS.connect },
    headersTimeout: TIMEOUTS_MS.headers,
    bodyTimeout: TIMEOUTS_MS.body,
  });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      headers: { accept: 'application/json', 'user-agent': 'Matchpoint' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUTS_MS.connect + TIMEOUTS_MS.headers)]),
    });
    const aheadSeconds = aheadOf(headers['date'], headers['age'], now());
    let text = '';
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString();
      if (text.length > MAX_BYTES) break;
    }
    const location = headers['location'];
    return {
      status: statusCode,
      location: typeof location === 'string' ? location : undefined,
      text,
      aheadSeconds,
    };
  } catch (error) {
    return silenceOf(error);
  } finally {
    await dispatcher.destroy();
  }
}

/** `Date` is when the response was generated, `Age` how long it was in a cache since (RFC 9111 §5.1). */
export function aheadOf(date: unknown, age: unknown, nowMs: number): number | undefined {
  const generatedAt = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const ageSeconds = typeof age === 'string' && /^\d{1,9}$/.test(age) ? Number(age) : 0;
  return Number.isNaN(generatedAt) ? undefined : Math.round((nowMs - generatedAt) / SECOND_MS) - ageSeconds;
}

/** Classifies a transport error; one without a code is a timeout. Ignores its message, which may contain an address. */
export function silenceOf(error: unknown): NoAnswer {
  const code = transportCode(error) ?? 'TIMEOUT';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { silence: 'dns', code };
  if (code === 'ECONNREFUSED') return { silence: 'refused', code };
  if (TLS_CODES.test(code)) return { silence: 'tls', code };
  return { silence: TIMEOUT_CODES.test(code) ? 'timeout' : 'other', code };
}

/** The address without its query, which may be private; '?' if it is not an address. */
export function withoutQuery(address: string | undefined, base?: URL): string {
  if (address === undefined || !URL.canParse(address, base?.href)) return '?';
  const { origin, pathname } = new URL(address, base);
  return origin + pathname;
}

function transportCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}
