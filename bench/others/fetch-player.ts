import type { RankAnswer, UserAnswer } from './embeds.ts';
import { BENCH_PLATFORM } from './surroundings.ts';

const HEADERS = { authorization: 'Bearer bench-key' };

async function fetchJson<T>(path: string): Promise<T> {
  const answer = await fetch(`${BENCH_PLATFORM}${path}`, { headers: HEADERS });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // As such programs do: what the platform sends is believed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await answer.json()) as T;
}

/** Two calls at once with Node's own `fetch`. */
export const fetchPlayer = (id: string): Promise<[UserAnswer, RankAnswer]> =>
  Promise.all([
    fetchJson<UserAnswer>(`/v1/users/${encodeURIComponent(id)}`),
    fetchJson<RankAnswer>(`/v1/users/${encodeURIComponent(id)}/rank`),
  ]);
