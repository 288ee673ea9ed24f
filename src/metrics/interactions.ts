import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HandledInteraction } from '../bot/dispatch.ts';

/** Around the 1.5 s after which a read is deferred, and the 3 s that Discord gives. */
const FIRST_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];
const FINAL_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15];

/** What the dispatcher calls interactions that are no command's. */
const OWN_NAMES = ['gone', 'spam', 'ping', 'too-fast', 'busy'];

/** Counts one interaction, and times it where anything was said. */
type Series = (handled: HandledInteraction) => void;

/**
 * `commands`: the names of all that are built. Any other name is told as "unknown", so that nobody makes up series: an
 * interaction carries whatever name a stale registration, or a custom id, holds.
 */
export function interactionMetrics(
  registry: Registry,
  { commands, running }: { commands: readonly string[]; running: () => number },
): (handled: HandledInteraction) => void {
  const registers = [registry];
  const names = new Set([...commands, ...OWN_NAMES]);
  const total = new Counter({
    name: 'matchpoint_interactions_total',
    help: 'Interactions that are over, by command, kind and outcome.',
    labelNames: ['command', 'kind', 'outcome'],
    registers,
  });
  const first = new Histogram({
    name: 'matchpoint_interaction_first_answer_seconds',
    help: 'Time from an interaction to its first answer; Discord gives 3 seconds.',
    labelNames: ['command', 'kind'],
    buckets: FIRST_SECONDS,
    registers,
  });
  const final = new Histogram({
    name: 'matchpoint_interaction_final_answer_seconds',
    help: 'Time from an interaction to its last answer.',
    labelNames: ['command', 'kind'],
    buckets: FINAL_SECONDS,
    registers,
  });
  new Gauge({
    name: 'matchpoint_interactions_running',
    help: 'Interactions that are being answered.',
    registers,
    collect() {
      this.set(running());
    },
  });

  function open(command: string, { kind, outcome }: HandledInteraction): Series {
    const counter = total.labels(command, kind, outcome);
    const firstOf = first.labels(command, kind);
    const finalOf = final.labels(command, kind);
    return ({ firstMs, ms }) => {
      counter.inc();
      if (firstMs === undefined) return;
      firstOf.observe(firstMs / 1000);
      finalOf.observe(ms / 1000);
    };
  }

  // This is the hot path: the labels of each series are made once.
  const series = new Map<string, Series>();
  return (handled) => {
    const [asked = ''] = handled.command.split(':', 1);
    const command = names.has(asked) ? asked : 'unknown';
    const key = `${command} ${handled.kind} ${handled.outcome}`;
    let count = series.get(key);
    if (count === undefined) series.set(key, (count = open(command, handled)));
    count(handled);
  };
}
