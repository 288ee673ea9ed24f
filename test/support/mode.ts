import { inject } from 'vitest';

type Mode = 'gateway' | 'http';

declare module 'vitest' {
  interface ProvidedContext {
    mode: Mode;
  }
}

/** How interactions reach the bot in this run: the same flows run once each way. */
export const mode: Mode = inject('mode');
