import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonOf } from '../bot/payload.ts';
import type { OpenRequest, AckResult } from '../bot/respond.ts';
import type { VerifySignature } from './signature.ts';

/** Discord's own are some kilobytes; a message with everything a message may hold stays below this. */
const BODY_LIMIT_BYTES = 512 * 1024;

export interface InteractionsEndpoint {
  /** Undefined until Discord's key is known: what comes before is told to come again. */
  verify: () => VerifySignature | undefined;
  /** As the dispatcher's. */
  dispatch: (raw: unknown, request: OpenRequest) => Promise<string>;
}

/** A signature is worth something for so long, before and after its time: what was once sent is not sent again for ever. */
const SIGNATURE_MS = 5 * 60_000;

/** `timestamp`: whole seconds, as Discord sends them. */
const isRecent = (timestamp: unknown, now: number): boolean =>
  typeof timestamp === 'string' &&
  /^\d{1,15}$/.test(timestamp) &&
  Math.abs(now - Number(timestamp) * 1000) <= SIGNATURE_MS;

/** The response is an answer once it has been handed to the system; a connection that ended before was Discord's giving up. */
function openRequest(reply: FastifyReply): OpenRequest {
  return {
    answer(body) {
      const taken = new Promise<AckResult>((resolve) => {
        reply.raw.once('finish', () => resolve('ours'));
        reply.raw.once('close', () => resolve('expired'));
      });
      reply.type('application/json').send(JSON.stringify(body));
      return taken;
    },
    leave: () => void reply.code(202).send(),
  };
}

/**
 * Discord's outgoing interactions. Every request is verified before anything of it is read as more than bytes: Discord sends
 * wrong signatures on purpose, and takes the address away from whoever accepts one. Registered in a scope of its own, since
 * it wants bodies raw.
 */
export async function interactionRoutes(
  app: FastifyInstance,
  endpoint: InteractionsEndpoint,
  now: () => number,
): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/interactions',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      // Before the body is read: what bears no signature costs nothing more.
      onRequest: async (request, reply) => {
        const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers;
        if (endpoint.verify() === undefined) await reply.code(503).send();
        else if (!signature || !isRecent(timestamp, now())) await reply.code(401).send();
      },
    },
    async (request, reply) => {
      const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isDiscords = await endpoint.verify()?.(String(signature), String(timestamp), body);
      if (isDiscords !== true) return reply.code(401).send();
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return reply.code(415).send();
      const raw = jsonOf(body.toString('utf8'));
      if (raw === undefined) return reply.code(400).send();
      void endpoint.dispatch(raw, openRequest(reply)).then((outcome) => {
        // Nothing was said: it was no interaction, or the bot stays silent on purpose.
        if (!reply.sent) void reply.code(outcome === 'malformed' ? 400 : 202).send();
      });
      return reply;
    },
  );
}
