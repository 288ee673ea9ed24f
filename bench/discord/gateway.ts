import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { guildIdOf, guildPayload } from './guild.ts';

/** GatewayIntentBits.Guilds; named here since the stand-in loads no library for Discord. */
const GUILDS = 1;
const HEARTBEAT_MS = 41_250;

interface BenchSession {
  id: string;
  socket: WebSocket;
  sequence: number;
  intents: number;
  guildsSent: number;
}

export interface BenchGateway {
  /** The session that this bot has, once it got all its servers; `next`: one that it does not have yet. */
  session(token: string, next?: boolean): Promise<BenchSession>;
  /** `data` is JSON. */
  dispatch(session: BenchSession, type: string, data: string): void;
}

interface BenchGatewayOptions {
  server: Server;
  url: () => string;
  guilds: () => number;
  applicationIdOf: (token: string) => string;
}

/** Discord's gateway, as far as bots need it to get interactions: HELLO, IDENTIFY, RESUME, heartbeats, servers. */
export function createGateway({ server, url, guilds, applicationIdOf }: BenchGatewayOptions): BenchGateway {
  const sessions = new Map<string, BenchSession>();
  const waiting = new Map<string, ((session: BenchSession) => void)[]>();

  function dispatch(session: BenchSession, type: string, data: string): void {
    session.sequence += 1;
    session.socket.send(`{"t":"${type}","s":${session.sequence},"op":0,"d":${data}}`);
  }

  function ready(token: string, session: BenchSession): void {
    sessions.set(token, session);
    for (const hear of waiting.get(token) ?? []) hear(session);
    waiting.delete(token);
  }

  async function identify(socket: WebSocket, { token, intents }: { token: string; intents: number }) {
    const session: BenchSession = { id: `session-${token}`, socket, sequence: 0, intents, guildsSent: 0 };
    const applicationId = applicationIdOf(token);
    const here = guilds();
    const readyData = {
      v: 10,
      user: {
        id: applicationId,
        username: 'bench',
        discriminator: '0',
        avatar: null,
        bot: true,
        verified: true,
      },
      session_type: 'normal',
      session_id: session.id,
      resume_gateway_url: url(),
      private_channels: [],
      guilds: Array.from({ length: here }, (_, guild) => ({ id: guildIdOf(guild), unavailable: true })),
      application: { id: applicationId, flags: 0 },
      shard: [0, 1],
    };
    dispatch(session, 'READY', JSON.stringify(readyData));
    // Discord sends servers to those alone that have the intent.
    for (let guild = 0; guild < here && (intents & GUILDS) !== 0; guild++) {
      dispatch(session, 'GUILD_CREATE', JSON.stringify(guildPayload(guild)));
      session.guildsSent += 1;
      while (socket.bufferedAmount > 1 << 20) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    ready(token, session);
  }

  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (raw: Buffer) => {
      // What the bots of this benchmark send are frames of Discord's documentation.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { op, d } = JSON.parse(raw.toString()) as { op: number; d: { token: string; intents: number } };
      const session = op === 6 ? sessions.get(d.token) : undefined;
      if (op === 1) socket.send('{"t":null,"s":null,"op":11,"d":null}');
      else if (op === 2) void identify(socket, d);
      else if (op === 6 && session === undefined) socket.send('{"t":null,"s":null,"op":9,"d":false}');
      else if (session !== undefined) {
        session.socket = socket;
        dispatch(session, 'RESUMED', '{}');
        ready(d.token, session);
      }
    });
    socket.on('error', () => socket.terminate());
    socket.send(`{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":${HEARTBEAT_MS}}}`);
  });

  return {
    dispatch,
    session(token, next = false) {
      const current = sessions.get(token);
      if (current !== undefined && !next && current.socket.readyState === current.socket.OPEN)
        return Promise.resolve(current);
      return new Promise((resolve) => {
        waiting.set(token, [...(waiting.get(token) ?? []), resolve]);
      });
    },
  };
}
