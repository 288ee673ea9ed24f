/** What /readyz says. */
export interface Readiness {
  ready: boolean;
  draining: boolean;
  gateway: 'connected' | 'disconnected';
  store: 'ok' | 'down';
}

/**
 * Ready once gateway and store have both worked, until the process drains. A store that is lost later is told and does
 * not take the bot away: all replicas share it, and a bot that says "the store is down" serves better than none.
 */
export function createReadiness(parts: { gateway: () => boolean; store: () => Promise<void> }) {
  const worked = { gateway: false, store: false };
  let draining = false;
  return {
    drain(): void {
      draining = true;
    },
    async read(): Promise<Readiness> {
      const gateway = parts.gateway();
      const store = await parts.store().then(
        () => true,
        () => false,
      );
      worked.gateway ||= gateway;
      worked.store ||= store;
      return {
        ready: worked.gateway && worked.store && !draining,
        draining,
        gateway: gateway ? 'connected' : 'disconnected',
        store: store ? 'ok' : 'down',
      };
    },
  };
}
