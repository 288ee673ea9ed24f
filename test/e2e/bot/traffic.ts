import type { SentInteraction } from '../../../tools/discord-stand-in/interactions/sent.ts';

export interface Traffic {
  sent: readonly { one: SentInteraction; at: number }[];
  /** Ends it, and waits until each is answered or has missed its deadline. */
  stop(): Promise<void>;
}

/** Sends interactions at a steady pace, without waiting for their answers. */
export function startTraffic(next: (index: number) => SentInteraction, everyMs: number): Traffic {
  const requests: { one: SentInteraction; at: number }[] = [];
  const timer = setInterval(() => requests.push({ at: Date.now(), one: next(requests.length) }), everyMs);
  return {
    sent: requests,
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(requests.map(({ one }) => one.final));
    },
  };
}
