import type { FastifyReply } from 'fastify';

/** Time for a client that is still sending to read the response. */
const LINGER_MS = 500;

/**
 * Closes the connection after this reply, for requests whose bodies are not read. `inStages` (RFC 9112 §9.6): Node would
 * close it at once, answer what the client still sends with a reset, and the reset may overtake the reply.
 */
export function closeUnread(reply: FastifyReply, { inStages = false } = {}): FastifyReply {
  const { socket } = reply.request.raw;
  if (inStages)
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    };
  return reply.header('connection', 'close');
}
