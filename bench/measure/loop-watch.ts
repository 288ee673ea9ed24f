import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The timer's own millisecond is part of each figure. */
export interface LoopDelay {
  p999Ms: number;
  longestMs: number;
}

/** Watches how late this process's event loop comes round. */
export function createLoopWatch(): { /** Since the last reading. */ read(): LoopDelay } {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  return {
    read() {
      const figures = { p999Ms: histogram.percentile(99.9) / 1e6, longestMs: histogram.max / 1e6 };
      histogram.reset();
      return figures;
    },
  };
}
