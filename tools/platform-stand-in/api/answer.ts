import { hasMediaType, jsonAnswer, type Answer, type Incoming } from '../http/exchange.ts';
import type { PlatformGrants } from '../oauth/grants.ts';
import type { Shape } from '../shapes/shape.ts';
import type { World } from '../world/records.ts';
import { PlatformRefusal } from '../world/refusal.ts';
import { MATCH_OPERATIONS } from './matches.ts';
import type { Caller, Operation } from './operation.ts';
import { RANKING_OPERATIONS } from './rankings.ts';
import { TOURNAMENT_OPERATIONS } from './tournaments.ts';
import { USER_OPERATIONS } from './users.ts';

const OPERATIONS: readonly Operation[] = [
  ...USER_OPERATIONS,
  ...TOURNAMENT_OPERATIONS,
  ...MATCH_OPERATIONS,
  ...RANKING_OPERATIONS,
];

export interface Api {
  world: World;
  shape: Shape;
  grants: PlatformGrants;
  apiKey: string;
  now: () => number;
}

/** Answers everything under /v1. */
export function answerApi(incoming: Incoming, api: Api): Answer {
  try {
    const { operation, id } = findOperation(incoming);
    const caller = callerOf(incoming, api);
    if (!caller)
      throw new PlatformRefusal(
        401,
        'unauthorized',
        'The access token or API key is missing, wrong or expired.',
      );
    const { world, shape, now } = api;
    const { query } = incoming;
    const body = () => jsonObject(incoming);
    const answer = operation.run({ world, shape, now: now(), caller, id, query, body });
    if (answer.body === undefined) return { status: answer.status, headers: {}, body: '' };
    return jsonAnswer(answer.status, answer.body);
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error;
    return refusalAnswer(error, api.shape);
  }
}

export function refusalAnswer({ status, code, message }: PlatformRefusal, shape: Shape): Answer {
  // RFC 6750 section 3.
  const headers = status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {};
  return jsonAnswer(status, shape.failure({ status, code, message }), headers);
}

/** Whose credential a request carries; undefined where it is missing, unknown or expired. */
export function callerOf(
  { headers }: Pick<Incoming, 'headers'>,
  { world, grants, apiKey }: Pick<Api, 'world' | 'grants' | 'apiKey'>,
): Caller | undefined {
  const credential = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (credential === undefined) return undefined;
  if (credential === apiKey) return { kind: 'api-key' };
  const player = world.players.get(grants.playerOf(credential) ?? '');
  return player && { kind: 'member', player };
}

function findOperation({ method, path }: Incoming): { operation: Operation; id: string } {
  const matches = OPERATIONS.flatMap((operation) => {
    const id = idIn(path, operation.path);
    return id === undefined ? [] : [{ operation, id }];
  });
  if (matches.length === 0) throw new PlatformRefusal(404, 'no_such_path', 'There is nothing at this path.');
  const match = matches.find(({ operation }) => operation.method === method);
  if (!match) throw new PlatformRefusal(405, 'method_not_allowed', 'This path does not know this method.');
  return match;
}

/** What the path has in the place of `:id`; empty where the pattern has none; undefined where they do not match. */
function idIn(path: string, pattern: string): string | undefined {
  const [prefix = '', suffix] = pattern.split(':id');
  if (suffix === undefined) return path === pattern ? '' : undefined;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const segment = path.slice(prefix.length, path.length - suffix.length);
  if (segment === '' || segment.includes('/')) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function jsonObject(incoming: Incoming): Record<string, unknown> {
  if (!hasMediaType(incoming, 'application/json')) {
    throw new PlatformRefusal(415, 'not_json', 'The body must be application/json.');
  }
  try {
    const value: unknown = JSON.parse(incoming.body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Falls through: broken JSON and JSON of another kind get the same answer.
  }
  throw new PlatformRefusal(400, 'bad_json', 'The body must be a JSON object.');
}
