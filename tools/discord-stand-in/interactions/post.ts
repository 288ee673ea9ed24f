import { InteractionType } from 'discord.js';
import { isRecord } from '../check/json.ts';
import type { Deliver } from './desk.ts';
import type { RawInteraction } from './payload.ts';

interface PostOptions {
  /** The bot's interactions endpoint. */
  url: string;
  now: () => number;
  /** Signs timestamp and body, hex. */
  sign: (text: string) => string;
  /** Takes a first answer; throws a `RestRefusal`. */
  answer: (raw: RawInteraction, body: unknown) => unknown;
  /** As long as a first answer is waited for. */
  waitMs: number;
}

type PostTarget = Omit<PostOptions, 'answer'>;

async function signedPost(
  payload: object,
  { url, now, sign, waitMs }: PostTarget,
): Promise<Response | undefined> {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(now() / 1000));
  return fetch(url, {
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
}

/**
 * Asks an endpoint what Discord asks before it takes its address, and now and then later: a PING is answered, and one with a
 * wrong signature is refused. Gives the reason why it would not be taken.
 */
export async function probeEndpoint(delivery: PostTarget): Promise<string | undefined> {
  const ping = { type: InteractionType.Ping, version: 1 };
  const pong = await signedPost(ping, delivery);
  if (pong === undefined) return 'it does not answer';
  const answer: unknown = await pong.json().catch(() => undefined);
  const type = pong.headers.get('content-type')?.split(';')[0];
  if (pong.status !== 200 || type !== 'application/json' || !isRecord(answer) || answer['type'] !== 1)
    return `a PING is answered with ${pong.status}, not with {"type":1}`;
  const forged = await signedPost(ping, { ...delivery, sign: (text) => delivery.sign(`${text}.`) });
  return forged?.status === 401
    ? undefined
    : `a wrong signature is answered with ${forged?.status ?? 'nothing'}, not with 401`;
}

/** Delivers interactions as Discord does to an interactions endpoint: the response is the first answer, or a 202 without body. */
export function postTo({ url, now, sign, answer, waitMs }: PostOptions): Deliver {
  return async (raw) => {
    const response = await signedPost(raw, { url, now, sign, waitMs });
    if (response === undefined) return 'the interactions endpoint does not answer';
    const text = await response.text();
    if (response.status === 202 && text === '') return undefined;
    if (response.status !== 200) return `the interactions endpoint answers ${response.status}`;
    answer(raw, JSON.parse(text));
    return undefined;
  };
}
