/** `node --import` this before a program: its parent may ask how long the event loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerParent } from './measure/conversation.ts';

export interface LoopDelay {
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  longestMs: number;
}

export interface LoopQuestions {
  /** Since the last time this was asked. The timer's own millisecond is part of each figure. */
  delay: (settings: object) => LoopDelay;
}

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

answerParent<LoopQuestions>({
  delay() {
    const figures = {
      p50Ms: histogram.percentile(50) / 1e6,
      p99Ms: histogram.percentile(99) / 1e6,
      p999Ms: histogram.percentile(99.9) / 1e6,
      longestMs: histogram.max / 1e6,
    };
    histogram.reset();
    return figures;
  },
});
