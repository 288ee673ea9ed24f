import type { FastifyInstance } from 'fastify';

/** What `/readyz` tells. Beside `ready`: the states of gateway and store, in words. */
export interface Readiness {
  ready: boolean;
}

/**
 * `/healthz`: the process lives and turns its loop. `/readyz`: it may be sent work. A store that is lost later is told
 * in the body alone (`readiness` keeps `ready` true): taking every replica away at once helps nobody.
 */
export function healthRoutes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness().catch((): Readiness => ({ ready: false }));
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}
