import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** At some kilobytes each. */
const CONNECTIONS_MAX = 1000;

export type ConnectionLimit = ReturnType<typeof limitConnections>;

/**
 * Bounds the connections of a server: where there are more, the oldest one that did not prove to be Discord's gives way.
 * Refusing new ones instead would leave the server to whoever came first. Not counted by address, since behind a proxy all
 * come from one, and a flood from many.
 */
export function limitConnections(server: Server, max = CONNECTIONS_MAX) {
  const strangers = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > max) oldest?.destroy();
  });
  return {
    /** Keeps a connection until its response is done; after that, it counts as a new one. */
    spare(socket: Socket, response: ServerResponse): void {
      strangers.delete(socket);
      response.once('close', () => {
        if (!socket.destroyed) strangers.add(socket);
      });
    },
  };
}
