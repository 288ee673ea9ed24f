import type { FastifyReply } from 'fastify';

/** For a sender that is still sending to read its answer. */
const LINGER_MS = 500;

/**
 * Makes a reply the last one of its connection, for requests whose bodies nobody reads. `inStages` (RFC 9112 section 9.6):
 * node would end the connection at once, and what the sender sends meanwhile be answered by a reset, which may overtake the
 * reply.
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
