/** What /readyz says. */
export interface Readiness {
  ready: boolean;
  draining: boolean;
  /** The gateway's sessions; in HTTP mode, whether interactions are taken. */
  discord: 'connected' | 'disconnected';
  store: 'ok' | 'down';
}

/**
 * Ready once Discord and store have both worked, until the process drains. A store that is lost later is told and does
 * not take the bot away: all replicas share it, and a bot that says "the store is down" serves better than none.
 */
export function createReadiness(parts: { discord: () => boolean; store: () => Promise<void> }) {
  const worked = { discord: false, store: false };
  let draining = false;
  return {
    draining: (): boolean => draining,
    drain(): void {
      draining = true;
    },
    async read(): Promise<Readiness> {
      const discord = parts.discord();
      const store = await parts.store().then(
        () => true,
        () => false,
      );
      worked.discord ||= discord;
      worked.store ||= store;
      return {
        ready: worked.discord && worked.store && !draining,
        draining,
        discord: discord ? 'connected' : 'disconnected',
        store: store ? 'ok' : 'down',
      };
    },
  };
}
