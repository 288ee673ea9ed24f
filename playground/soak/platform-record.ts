import type { PlatformWireEntry } from '../../tools/platform-stand-in/http/wire.ts';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';

/** How often the platform got the request for a write, and how often it did it. */
export interface Done {
  asked: number;
  done: number;
}

export const registerDeed = (playerId: string, tournamentId: string) => ({
  key: `register ${playerId} ${tournamentId}`,
});
export const scoreDeed = (matchId: string, first: number, second: number) => ({
  key: `score ${matchId} ${first}-${second}`,
});

export const profileDeed = (playerId: string, name: string) => ({ key: `profile ${playerId} ${name}` });

/** A write that matches no deed gets a key of what it was: no member can have meant it. */
function keyOf({ method, path, who, requestBody }: PlatformWireEntry): string | undefined {
  if (method === 'PATCH') {
    const [, name = requestBody] = /^\{"name":"([^"]*)"\}$/.exec(requestBody) ?? [];
    return profileDeed(who.replace('player ', ''), name).key;
  }
  const [, resource, id = '', verb] = path.split('?')[0]?.split('/').slice(1) ?? [];
  if (resource === 'tournaments' && verb === 'register')
    return registerDeed(who.replace('player ', ''), id).key;
  if (resource !== 'matches' || verb !== 'score') return undefined;
  const [, first, second] = /"player1_score":(\d+).*"player2_score":(\d+)/.exec(requestBody) ?? [];
  return scoreDeed(id, Number(first), Number(second)).key;
}

/** The platform's own record of the writes. A 401 did nothing, and is rightly asked again with a new token. */
export function recordWrites(platform: PlatformStandIn): ReadonlyMap<string, Done> {
  const writes = new Map<string, Done>();
  platform.onWire((entry) => {
    if (!['POST', 'PATCH'].includes(entry.method) || entry.status === 401) return;
    const key = keyOf(entry);
    if (key === undefined) return;
    const { asked, done } = writes.get(key) ?? { asked: 0, done: 0 };
    // `lost-writes`: done, and only the answer was lost.
    const wasDone = entry.fault === 'lost-writes' || (entry.status !== null && entry.status < 300);
    writes.set(key, { asked: asked + 1, done: done + Number(wasDone) });
  });
  return writes;
}
