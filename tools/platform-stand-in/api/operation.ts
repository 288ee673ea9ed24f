import type { Json, Shape } from '../shapes/shape.ts';
import type { World, WorldPlayer } from '../world/records.ts';
import { PlatformRefusal } from '../world/refusal.ts';

export type Caller = { kind: 'api-key' } | { kind: 'member'; player: WorldPlayer };

export interface Call {
  world: World;
  shape: Shape;
  now: number;
  caller: Caller;
  /** What stands in the path for `:id`, decoded; empty where the path has none. */
  id: string;
  query: URLSearchParams;
  /** The body as a JSON object. Throws `PlatformRefusal` for anything else. */
  body(): Record<string, unknown>;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH';
  /** As in the interface document: "/v1/users/:id". */
  path: string;
  /** Throws `PlatformRefusal` where the answer is no. */
  run(call: Call): { status: number; body?: Json };
}

const DEFAULT_LIMIT = 20;
const HIGHEST_LIMIT = 50;

export function limitOf({ query }: Call): number {
  const text = query.get('limit');
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= HIGHEST_LIMIT) return limit;
  throw new PlatformRefusal(422, 'bad_limit', `limit must be a whole number from 1 to ${HIGHEST_LIMIT}.`);
}

export function recordById<T>(records: ReadonlyMap<string, T>, id: string, kind: string): T {
  const record = records.get(id);
  if (record === undefined) throw new PlatformRefusal(404, 'not_found', `There is no ${kind} with this id.`);
  return record;
}

/** The member who acts. An API key stands for an application: it may not act for anybody. */
export function actingMember({ caller }: Call): WorldPlayer {
  if (caller.kind === 'member') return caller.player;
  throw new PlatformRefusal(403, 'member_token_required', 'This needs the access token of a member.');
}
