import type { Ports } from '../../../src/app/ports.ts';
import { actingStore, wrapped, type ProcessLife } from '../night-process.ts';

/** No message depends on these: a kill between two of their writes equals one before both. */
const TOLD_TO_NOBODY = new Set(['jobs', 'watches']);

/**
 * The ports of a process that a test may kill or suspend: what it writes and tells Discord are its acts, and what it reads may hang.
 * `reaches`: the namespaces whose calls count.
 */
export function livingPorts(
  ports: Ports,
  life: ProcessLife,
  reaches: (namespace: string) => boolean = () => true,
): Ports {
  const { act, quiet } = life;
  const { discord, stores } = ports;
  return {
    ...ports,
    stores: {
      ...stores,
      namespace(name, ...how) {
        const store = stores.namespace(name, ...how);
        if (!reaches(name)) return store;
        return TOLD_TO_NOBODY.has(name) ? wrapped(store, quiet) : actingStore(store, life);
      },
    },
    discord: {
      ...discord,
      channels: wrapped(discord.channels, act),
      pressPosts: wrapped(discord.pressPosts, act),
      memberRoles: wrapped(discord.memberRoles, (call, method) =>
        method === 'change' || method === 'rename' ? act(call) : quiet(call),
      ),
    },
  };
}
