import { Agent, request } from 'undici';

/** Why nothing came back. */
export type Silence = 'dns' | 'refused' | 'tls' | 'timeout' | 'other';

export interface Answer {
  status: number;
  /** Where a redirect leads. */
  location: string | undefined;
  /** The first 64 KiB. */
  text: string;
  /** How far the clock here is ahead of the answer's, in seconds; `undefined` where the answer names no time. */
  aheadSeconds: number | undefined;
}

export interface NoAnswer {
  silence: Silence;
  code: string;
}

const MAX_BYTES = 64 * 1024;
const TIMES = { connect: 4000, headers: 6000, body: 4000 };

const TIMEOUTS = /TIMEDOUT|TIMEOUT|ABORT/i;
const TLS = /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** A GET without credentials, as a stranger would make it. Reports redirects and does not follow them; never throws. */
export async function ask(
  url: URL,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<Answer | NoAnswer> {
  const dispatcher = new Agent({
    connect: { timeout: TIMES.connect },
    headersTimeout: TIMES.headers,
    bodyTimeout: TIMES.body,
  });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      headers: { accept: 'application/json', 'user-agent': 'Matchpoint' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMES.connect + TIMES.headers)]),
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

/** `Date` is when the answer was made, `Age` how long it has been in a cache since (RFC 9111 section 5.1). */
export function aheadOf(date: unknown, age: unknown, nowMs: number): number | undefined {
  const made = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const lain = typeof age === 'string' && /^\d{1,9}$/.test(age) ? Number(age) : 0;
  return Number.isNaN(made) ? undefined : Math.round((nowMs - made) / 1000) - lain;
}

/** What an error of the transport means (one without a code is a deadline's); its text is left alone, since it may quote an address. */
export function silenceOf(error: unknown): NoAnswer {
  const code = codeOf(error) ?? 'TIMEOUT';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { silence: 'dns', code };
  if (code === 'ECONNREFUSED') return { silence: 'refused', code };
  if (TLS.test(code)) return { silence: 'tls', code };
  return { silence: TIMEOUTS.test(code) ? 'timeout' : 'other', code };
}

/** The address without what may be private in it; '?' where it is none. */
export function withoutQuery(address: string | undefined, base?: URL): string {
  if (address === undefined || !URL.canParse(address, base?.href)) return '?';
  const { origin, pathname } = new URL(address, base);
  return origin + pathname;
}

function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}
