import type { FastifyInstance } from 'fastify';

/** What `/readyz` reports; besides `ready`, the states of gateway and store. */
export interface ReadinessState {
  ready: boolean;
}

/**
 * `/healthz`: the event loop runs. `/readyz`: the process is ready for traffic. A store that fails later appears only in the
 * body (`ready` stays true): otherwise every replica would leave the load balancer at once.
 */
export function healthRoutes(app: FastifyInstance, readiness: () => Promise<ReadinessState>): void {
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness().catch((): ReadinessState => ({ ready: false }));
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}
