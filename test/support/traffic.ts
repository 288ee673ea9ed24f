import type { SentInteraction } from '../../playground/discord/interactions/sent.ts';

export interface Traffic {
  sent: readonly { one: SentInteraction; at: number }[];
  /** Ends it, and waits until each has been answered, or nobody has in time. */
  stop(): Promise<void>;
}

/** One interaction after the other at a steady pace, whatever becomes of them. */
export function startTraffic(next: (index: number) => SentInteraction, everyMs: number): Traffic {
  const sent: { one: SentInteraction; at: number }[] = [];
  const timer = setInterval(() => sent.push({ at: Date.now(), one: next(sent.length) }), everyMs);
  return {
    sent,
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(sent.map(({ one }) => one.final));
    },
  };
}
