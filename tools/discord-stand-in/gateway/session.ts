import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

export interface Dispatch {
  op: 0;
  t: string;
  s: number;
  d: unknown;
}

/** One logged-in connection of the bot. It outlives its socket, so that a new one can resume it. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [index: number, count: number];
  readonly intents: number;
  socket: WebSocket | undefined;
  seq: number;
  /** What was dispatched, for a resume; sent or not. */
  readonly log: Dispatch[];
}

const MAX_HISTORY = 1000;

export const createSession = (
  socket: WebSocket,
  shard: readonly [number, number],
  intents: number,
): Session => ({
  id: randomBytes(16).toString('hex'),
  shard,
  intents,
  socket,
  seq: 0,
  log: [],
});

/** Numbers a dispatch and keeps it; gives it back to be sent. */
export function record(session: Session, event: string, payload: unknown): Dispatch {
  session.seq += 1;
  const dispatch: Dispatch = { op: 0, t: event, s: session.seq, d: payload };
  session.log.push(dispatch);
  if (session.log.length > MAX_HISTORY) session.log.shift();
  return dispatch;
}

/** What a client that has seen `seq` missed; undefined where that cannot be told any more. */
export function missedSince(session: Session, seq: number): Dispatch[] | undefined {
  const oldest = session.log[0]?.s ?? session.seq + 1;
  return seq > session.seq || seq < oldest - 1 ? undefined : session.log.filter(({ s }) => s > seq);
}
