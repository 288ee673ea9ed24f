import type { Deliver } from './desk.ts';
import type { RawInteraction } from './payload.ts';

interface Post {
  /** The bot's interactions endpoint. */
  url: string;
  now: () => number;
  /** Signs timestamp and body, hex. */
  sign: (text: string) => string;
  /** Takes a first answer; throws a `Refusal`. */
  answer: (raw: RawInteraction, body: unknown) => unknown;
  /** As long as a first answer is waited for. */
  waitMs: number;
}

/** Delivers interactions as Discord does to an interactions endpoint: the response is the first answer, or a 202 without body. */
export function postTo({ url, now, sign, answer, waitMs }: Post): Deliver {
  return async (raw) => {
    const body = JSON.stringify(raw);
    const timestamp = String(Math.floor(now() / 1000));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
        'x-signature-timestamp': timestamp,
        'x-signature-ed25519': sign(timestamp + body),
      },
      body,
      signal: AbortSignal.timeout(waitMs),
    }).catch(() => undefined);
    if (response === undefined) return 'the interactions endpoint does not answer';
    const text = await response.text();
    if (response.status === 202 && text === '') return undefined;
    if (response.status !== 200) return `the interactions endpoint answers ${response.status}`;
    answer(raw, JSON.parse(text));
    return undefined;
  };
}
