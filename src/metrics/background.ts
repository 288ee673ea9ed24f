import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300];

/** The background work as this process sees it. Only the owner polls and posts. */
interface BackgroundState {
  isOwner: boolean;
  followed: number;
}

/** Counts what followed tournaments cost and give; kinds, outcomes and reasons are those that are built. */
export function backgroundMetrics(registry: Registry, state: () => BackgroundState) {
  const registers = [registry];
  const polls = new Counter({
    name: 'matchpoint_background_polls_total',
    help: 'Background reads of the platform, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const posts = new Histogram({
    name: 'matchpoint_background_post_delay_seconds',
    help: 'Time from the reading that shows something new to the post that tells it, by kind; its count is the posts.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  const stops = new Counter({
    name: 'matchpoint_background_stops_total',
    help: 'Channels that are told nothing more of a tournament, by reason.',
    labelNames: ['reason'],
    registers,
  });
  new Gauge({
    name: 'matchpoint_background_owner',
    help: 'Whether this process does the background work; the sum over all replicas is 1.',
    registers,
    collect() {
      this.set(state().isOwner ? 1 : 0);
    },
  });
  new Gauge({
    name: 'matchpoint_background_followed',
    help: 'Tournaments that channels follow, each channel counted; only the owner knows.',
    registers,
    collect() {
      this.set(state().followed);
    },
  });
  return {
    onPoll: (outcome: string): void => polls.inc({ outcome }),
    onPost: (kind: string, delayMs: number): void => posts.observe({ kind }, Math.max(0, delayMs) / 1000),
    onStop: (reason: string): void => stops.inc({ reason }),
  };
}
