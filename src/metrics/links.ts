import { Counter, type Registry } from 'prom-client';
import type { LinkEvent } from '../accounts/ports.ts';

export function linkMetrics(registry: Registry): (event: LinkEvent) => void {
  const registers = [registry];
  const made = new Counter({
    name: 'matchpoint_links_made_total',
    help: 'Links that were stored, new ones and those linked again.',
    registers,
  });
  const removed = new Counter({
    name: 'matchpoint_links_removed_total',
    help: 'Links that their members removed.',
    registers,
  });
  const refreshes = new Counter({
    name: 'matchpoint_token_refreshes_total',
    help: 'Refreshes of access tokens: ok, refused (the member has to link again), or failed (the platform did not answer).',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'matchpoint_linking_refusals_total',
    help: 'Steps of linking that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return (event) => {
    switch (event.what) {
      case 'made':
        return made.inc();
      case 'removed':
        return removed.inc();
      case 'refreshed':
        return refreshes.inc({ outcome: event.outcome });
      case 'refused':
        return refusals.inc({ reason: event.reason });
    }
  };
}
