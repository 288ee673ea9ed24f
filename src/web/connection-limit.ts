import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A few kilobytes each. */
const CONNECTIONS_MAX = 1000;

export type ConnectionLimit = ReturnType<typeof limitConnections>;

/**
 * Bounds the connections of a server: beyond the limit, the oldest one without a verified interaction is closed. Refusing
 * new ones instead would let a flood keep Discord out. Not counted by address: behind a proxy all connections share one,
 * and a flood comes from many.
 */
export function limitConnections(server: Server, max = CONNECTIONS_MAX) {
  const unverified = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unverified.add(socket);
    socket.once('close', () => unverified.delete(socket));
    const [oldest] = unverified;
    if (unverified.size > max) oldest?.destroy();
  });
  return {
    /** Exempts a connection until its response is sent; after that it counts as a new one. */
    exempt(socket: Socket, response: ServerResponse): void {
      unverified.delete(socket);
      response.once('close', () => {
        if (!socket.destroyed) unverified.add(socket);
      });
    },
  };
}
