import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenRequest, AckResult } from '../bot/respond.ts';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import { jsonOf } from '../json.ts';
import { BodyError, createBodyBudget, type BodyBudget, type BodyFault } from './body-budget.ts';
import { closeUnread } from './close-unread.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { RefusedSignature } from './refused-signatures.ts';
import { isSignature, type VerifySignature } from './signature.ts';

export interface InteractionsEndpoint {
  /** `undefined` until Discord's public key is known; requests get 503 until then. */
  verify: () => VerifySignature | undefined;
  dispatch: (raw: unknown, request: OpenRequest) => Promise<string>;
  onRefused?: (reason: RefusedSignature) => void;
}

interface InteractionRoutesDeps {
  endpoint: InteractionsEndpoint;
  connections: ConnectionLimit;
  bodies?: BodyBudget | undefined;
  now: () => number;
}

const SIGNATURE = 'x-signature-ed25519';
const TIMESTAMP = 'x-signature-timestamp';

/** How far a timestamp may differ from our clock, so that an old request cannot be replayed forever. */
const SIGNATURE_VALID_MS = 5 * MINUTE_MS;

/** `timestamp`: whole seconds, as Discord sends them. */
const isRecent = (timestamp: unknown, now: number): boolean =>
  typeof timestamp === 'string' &&
  /^\d{1,15}$/.test(timestamp) &&
  Math.abs(now - Number(timestamp) * SECOND_MS) <= SIGNATURE_VALID_MS;

/** An answer counts as sent once it is handed to the system; if the connection closed before that, Discord gave up. */
function openRequest(reply: FastifyReply): OpenRequest {
  return {
    answer(body) {
      const acknowledged = new Promise<AckResult>((resolve) => {
        reply.raw.once('finish', () => resolve('ours'));
        reply.raw.once('close', () => resolve('expired'));
      });
      reply.type('application/json').send(JSON.stringify(body));
      return acknowledged;
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
 * The interactions endpoint. Every request is verified before its body is parsed: Discord sends wrong signatures on purpose,
 * and removes an endpoint that accepts one. Registered in a separate scope, because it needs raw bodies.
 */
export async function interactionRoutes(app: FastifyInstance, deps: InteractionRoutesDeps): Promise<void> {
  const { endpoint, connections, bodies = createBodyBudget(), now } = deps;
  // The route reads the body.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  /** Why a request is refused by its headers alone, before its body is read. */
  function headerRefusal({ headers }: FastifyRequest): number | RefusedSignature | undefined {
    if (endpoint.verify() === undefined) return 503;
    if (!isSignature(headers[SIGNATURE])) return headers[SIGNATURE] ? 'wrong' : 'missing';
    if (!isRecent(headers[TIMESTAMP], now())) return 'old';
    return Number(headers['content-length']) > bodies.bodyBytesMax ? 413 : undefined;
  }

  async function isFromDiscord({ headers }: FastifyRequest, body: Buffer): Promise<boolean> {
    const verify = endpoint.verify();
    return (await verify?.(String(headers[SIGNATURE]), String(headers[TIMESTAMP]), body)) === true;
  }

  app.post(
    '/interactions',
    {
      onRequest: async (request, reply) => {
        const refusal = headerRefusal(request);
        if (refusal === undefined) return;
        if (typeof refusal === 'string') endpoint.onRefused?.(refusal);
        const status = typeof refusal === 'string' ? 401 : refusal;
        await closeUnread(reply, { inStages: true }).code(status).send();
      },
    },
    async (request, reply) => {
      let body: Buffer | undefined;
      try {
        body = await bodies.read(request.raw, async (bytes) =>
          (await isFromDiscord(request, bytes)) ? bytes : undefined,
        );
      } catch (error) {
        if (error instanceof BodyError) return closeUnread(reply).code(STATUS[error.fault]).send();
        throw error;
      }
      if (body === undefined) {
        endpoint.onRefused?.('wrong');
        return reply.code(401).send();
      }
      connections.exempt(request.raw.socket, reply.raw);
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return reply.code(415).send();
      const raw = jsonOf(body.toString('utf8'));
      if (raw === undefined) return reply.code(400).send();
      void endpoint.dispatch(raw, openRequest(reply)).then((outcome) => {
        // No answer: the request was malformed, or the bot ignores it on purpose.
        if (!reply.sent) void reply.code(outcome === 'malformed' ? 400 : 202).send();
      });
      return reply;
    },
  );
}
