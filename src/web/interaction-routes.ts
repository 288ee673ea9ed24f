import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonOf } from '../bot/payload.ts';
import type { OpenRequest, AckResult } from '../bot/respond.ts';
import { BodyError, createBodyBudget, type BodyBudget, type BodyFault } from './body-budget.ts';
import { closeUnread } from './close-unread.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { RefusedSignature } from './refused-signatures.ts';
import { isSignature, type VerifySignature } from './signature.ts';

export interface InteractionsEndpoint {
  /** Undefined until Discord's key is known: what comes before is told to come again. */
  verify: () => VerifySignature | undefined;
  /** As the dispatcher's. */
  dispatch: (raw: unknown, request: OpenRequest) => Promise<string>;
  onRefused?: (reason: RefusedSignature) => void;
}

interface InteractionDeps {
  endpoint: InteractionsEndpoint;
  connections: ConnectionLimit;
  bodies?: BodyBudget | undefined;
  now: () => number;
}

const SIGNATURE = 'x-signature-ed25519';
const TIMESTAMP = 'x-signature-timestamp';

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

const STATUS: Record<BodyFault, number> = {
  'too-large': 413,
  'too-slow': 408,
  displaced: 503,
  'broken-off': 400,
};

/**
 * Discord's outgoing interactions. Every request is verified before anything of it is read as more than bytes: Discord sends
 * wrong signatures on purpose, and takes the address away from whoever accepts one. Registered in a scope of its own, since
 * it wants bodies raw.
 */
export async function interactionRoutes(app: FastifyInstance, deps: InteractionDeps): Promise<void> {
  const { endpoint, connections, bodies = createBodyBudget(), now } = deps;
  // The route reads them itself.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  /** Why a request is refused whatever its body says: such a body is not read. */
  function refusalOf({ headers }: FastifyRequest): number | RefusedSignature | undefined {
    if (endpoint.verify() === undefined) return 503;
    if (!isSignature(headers[SIGNATURE])) return headers[SIGNATURE] ? 'wrong' : 'missing';
    if (!isRecent(headers[TIMESTAMP], now())) return 'old';
    return Number(headers['content-length']) > bodies.bodyBytesMax ? 413 : undefined;
  }

  async function isDiscords({ headers }: FastifyRequest, body: Buffer): Promise<boolean> {
    const verify = endpoint.verify();
    return (await verify?.(String(headers[SIGNATURE]), String(headers[TIMESTAMP]), body)) === true;
  }

  app.post(
    '/interactions',
    {
      onRequest: async (request, reply) => {
        const refusal = refusalOf(request);
        if (refusal === undefined) return;
        if (typeof refusal === 'string') endpoint.onRefused?.(refusal);
        const status = typeof refusal === 'string' ? 401 : refusal;
        await closeUnread(reply, { inStages: true }).code(status).send();
      },
    },
    async (request, reply) => {
      let body: Buffer | undefined;
      try {
        body = await bodies.read(request.raw, async (read) =>
          (await isDiscords(request, read)) ? read : undefined,
        );
      } catch (error) {
        if (error instanceof BodyError) return closeUnread(reply).code(STATUS[error.fault]).send();
        throw error;
      }
      if (body === undefined) {
        endpoint.onRefused?.('wrong');
        return reply.code(401).send();
      }
      connections.spare(request.raw.socket, reply.raw);
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
