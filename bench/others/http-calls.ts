/** A bare interactions endpoint that asks the platform twice with undici's `request`. */
import { request } from 'undici';
import { embedOf, type RankAnswer, type UserAnswer } from './embeds.ts';
import { serve } from './http-endpoint.ts';
import { BENCH_PLATFORM } from './surroundings.ts';

async function fetchJson<T>(path: string): Promise<T> {
  const { body } = await request(`${BENCH_PLATFORM}${path}`, {
    headers: { authorization: 'Bearer bench-key' },
  });
  // As such programs do: what the platform sends is believed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await body.json()) as T;
}

serve(async ({ data }) => {
  const id = encodeURIComponent(data.options?.[0]?.value ?? '');
  const [user, rank] = await Promise.all([
    fetchJson<UserAnswer>(`/v1/users/${id}`),
    fetchJson<RankAnswer>(`/v1/users/${id}/rank`),
  ]);
  return embedOf(user, rank);
});
