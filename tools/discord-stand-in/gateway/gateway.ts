import type { Server } from 'node:http';
import { GatewayCloseCodes as Close, GatewayOpcodes as Op, type GatewayIntentBits } from 'discord.js';
import { WebSocket, WebSocketServer } from 'ws';
import type { StandInEvents } from '../events.ts';
import type { Problems } from '../problems.ts';
import { shardOf } from '../snowflakes.ts';
import type { DiscordWire } from '../wire.ts';
import type { DiscordWorld } from '../world.ts';
import { readyPayload } from './greetings.ts';
import { readPayload, type Closing, type ReceivedFrame } from './rules.ts';
import { createSession, missedSince, record, type Dispatch, type Session } from './session.ts';

export interface GatewayParts {
  now: () => number;
  token: string;
  world: DiscordWorld;
  url: () => string;
  heartbeatMs: number;
  /** A second IDENTIFY within it gets op 9, as Discord's `max_concurrency` of 1 asks for 5 s. */
  identifyWindowMs: number;
  events: StandInEvents;
  problems: Problems;
  wire: DiscordWire;
}

export interface Gateway {
  /** The sessions that live, with or without a socket. */
  readonly sessions: readonly Session[];
  /** How often the bot identified, and how often it resumed its session. */
  readonly identifies: number;
  readonly resumes: number;
  attach(server: Server): void;
  /** Sends an event to every session whose shard it belongs to, and which asked for it by `intent`; gives how many there are. */
  dispatch(event: string, payload: unknown, guildId?: string, intent?: GatewayIntentBits): number;
  /** Sends any text as it is, for clients that have to bear it. */
  sendRaw(text: string): void;
  /** Op 7. */
  askReconnect(): void;
  /** Op 9; sessions that cannot be resumed are forgotten. */
  invalidate(resumable: boolean): void;
  /** Closes the sockets with a code; those of 4000 and above leave a session that can be resumed. */
  drop(code?: number): void;
  /** Cuts the connections without a word. */
  cut(): void;
  close(): void;
}

const DAY_LIMIT = 1000;
/** A client may send 120 payloads a minute. */
const SEND_LIMIT = 120;
const SEND_WINDOW_MS = 60_000;
/** A client that sends no heartbeat for so many intervals is taken for dead. */
const SILENT_BEATS = 1.5;

/** Codes after which the session is gone: the client said goodbye, or there is nothing to come back to. */
const ENDING: ReadonlySet<number> = new Set([
  1000,
  1001,
  Close.AuthenticationFailed,
  Close.InvalidSeq,
  Close.SessionTimedOut,
]);

export function createGateway(parts: GatewayParts): Gateway {
  const { token, world, events, problems, wire, now } = parts;
  const sockets = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  let identifies = 0;
  let resumes = 0;
  let identifiedAt = Number.NEGATIVE_INFINITY;

  const log = (direction: 'to-bot' | 'from-bot', event: string, payload: unknown): void =>
    wire.add({ at: now(), via: 'gateway', direction, event, payload });

  function send(socket: WebSocket | undefined, payload: { op: Op; d: unknown } | Dispatch): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify('t' in payload ? payload : { ...payload, s: null, t: null }));
    if (payload.op !== Op.HeartbeatAck) log('to-bot', 't' in payload ? payload.t : Op[payload.op], payload.d);
  }

  const dispatchTo = (session: Session, event: string, payload: unknown): void =>
    send(session.socket, record(session, event, payload));

  function end(socket: WebSocket, { code, reason }: Closing): void {
    problems.add({ where: 'gateway', code, message: reason });
    socket.close(code, reason);
  }

  function serve(socket: WebSocket): void {
    let session: Session | undefined;
    let sentAt: number[] = [];
    const silence = setTimeout(
      () => end(socket, { code: Close.SessionTimedOut, reason: 'Session timed out.' }),
      parts.heartbeatMs * SILENT_BEATS,
    ).unref();
    send(socket, { op: Op.Hello, d: { heartbeat_interval: parts.heartbeatMs, _trace: ['stand-in'] } });
    socket.on('message', (bytes: Buffer) => {
      sentAt = [...sentAt.filter((at) => now() - at < SEND_WINDOW_MS), now()];
      const received = readPayload(bytes);
      if (sentAt.length > SEND_LIMIT)
        end(socket, { code: Close.RateLimited, reason: 'You are being rate limited.' });
      else if ('code' in received) end(socket, received);
      else {
        if (received.op === Op.Heartbeat) silence.refresh();
        session = receive(socket, session, received);
      }
    });
    socket.on('close', (code) => {
      clearTimeout(silence);
      if (!session || session.socket !== socket) return;
      session.socket = undefined;
      if (ENDING.has(code)) sessions.delete(session.id);
      events.emit({ type: 'bot-disconnected', sessionId: session.id, code });
    });
    socket.on('error', () => socket.terminate());
  }

  function receive(
    socket: WebSocket,
    session: Session | undefined,
    received: ReceivedFrame,
  ): Session | undefined {
    if (received.op === Op.Heartbeat) {
      send(socket, { op: Op.HeartbeatAck, d: null });
      return session;
    }
    if (received.op === Op.Identify || received.op === Op.Resume) {
      log('from-bot', Op[received.op], received);
      if (session && sessions.has(session.id)) {
        end(socket, { code: Close.AlreadyAuthenticated, reason: 'Already authenticated.' });
        return session;
      }
      if (received.token !== token) {
        end(socket, { code: Close.AuthenticationFailed, reason: 'Authentication failed.' });
        return undefined;
      }
      return received.op === Op.Identify
        ? identify(socket, received)
        : resume(socket, received.sessionId, received.seq);
    }
    log('from-bot', Op[received.op], {});
    if (!session) end(socket, { code: Close.NotAuthenticated, reason: 'Not authenticated.' });
    return session;
  }

  function identify(
    socket: WebSocket,
    wanted: Extract<ReceivedFrame, { op: Op.Identify }>,
  ): Session | undefined {
    const tooSoon = now() - identifiedAt < parts.identifyWindowMs;
    identifiedAt = now();
    if (tooSoon || identifies >= DAY_LIMIT) {
      problems.add({ where: 'gateway', code: Op.InvalidSession, message: 'identified too often' });
      send(socket, { op: Op.InvalidSession, d: false });
      return undefined;
    }
    identifies += 1;
    const session = createSession(socket, wanted.shard, wanted.intents);
    sessions.set(session.id, session);
    dispatchTo(session, 'READY', readyPayload(world, session, `${parts.url()}/resume`));
    events.emit({ type: 'bot-connected', sessionId: session.id });
    return session;
  }

  function resume(socket: WebSocket, sessionId: string, seq: number): Session | undefined {
    const session = sessions.get(sessionId);
    if (session && seq > session.seq) {
      end(socket, { code: Close.InvalidSeq, reason: 'Invalid seq.' });
      return undefined;
    }
    const missed = session && missedSince(session, seq);
    if (!session || !missed) {
      send(socket, { op: Op.InvalidSession, d: false });
      return undefined;
    }
    resumes += 1;
    session.socket?.close(Close.UnknownError, 'Resumed elsewhere.');
    session.socket = socket;
    for (const dispatch of missed) send(socket, dispatch);
    dispatchTo(session, 'RESUMED', { _trace: ['stand-in'] });
    events.emit({ type: 'bot-connected', sessionId: session.id });
    return session;
  }

  const belongs = ({ shard: [index, count] }: Session, guildId: string | undefined): boolean =>
    shardOf(guildId, count) === index;

  const open = (): WebSocket[] => [...sessions.values()].flatMap(({ socket }) => socket ?? []);

  return {
    get sessions() {
      return [...sessions.values()];
    },
    get identifies() {
      return identifies;
    },
    get resumes() {
      return resumes;
    },
    attach: (server) => {
      server.on('upgrade', (request, socket, head) => {
        const url = new URL(request.url ?? '/', 'http://gateway');
        if (!/^\/gateway(\/resume)?\/?$/.test(url.pathname)) {
          socket.destroy();
          return;
        }
        sockets.handleUpgrade(request, socket, head, (client) => {
          const { v, encoding, compress } = Object.fromEntries(url.searchParams);
          if (v !== '10' && v !== '9')
            end(client, { code: Close.InvalidAPIVersion, reason: 'Invalid API version.' });
          else if (encoding !== 'json' || compress !== undefined)
            end(client, { code: Close.DecodeError, reason: 'Here, only uncompressed JSON is spoken.' });
          else serve(client);
        });
      });
    },
    dispatch: (event, payload, guildId, intent) => {
      const receivers = [...sessions.values()].filter(
        (session) => belongs(session, guildId) && (intent === undefined || (session.intents & intent) !== 0),
      );
      for (const session of receivers) dispatchTo(session, event, payload);
      return receivers.length;
    },
    sendRaw: (text) => {
      for (const socket of open()) socket.send(text);
      log('to-bot', 'raw', text);
    },
    askReconnect: () => {
      for (const socket of open()) send(socket, { op: Op.Reconnect, d: null });
    },
    invalidate: (resumable) => {
      for (const session of sessions.values()) {
        send(session.socket, { op: Op.InvalidSession, d: resumable });
        if (!resumable) sessions.delete(session.id);
      }
    },
    drop: (code = Close.UnknownError) => {
      for (const socket of open()) socket.close(code);
    },
    cut: () => {
      for (const socket of open()) socket.terminate();
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
