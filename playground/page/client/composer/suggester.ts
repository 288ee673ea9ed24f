import type { PageAct } from '../../act.ts';
import type { OfferedChoice, ActOutcome } from '../../protocol.ts';

const DEBOUNCE_MS = 120;

type Ask = Extract<PageAct, { kind: 'suggest' }>;

/** Asks the bot for suggestions while a member types: one request at a time, the newest last. */
export function createSuggester(send: (question: Ask) => Promise<ActOutcome>, changed: () => void) {
  let choices: readonly OfferedChoice[] = [];
  let lastKey = '';
  let running: Promise<void> | undefined;
  let cancel = (): void => {};

  async function run(question: Ask, isCurrent: () => boolean, wait: Promise<void>): Promise<void> {
    await wait;
    if (!isCurrent()) return;
    const outcome = await send(question);
    if (!isCurrent()) return;
    choices = outcome.kind === 'choices' ? outcome.choices : [];
    running = undefined;
    changed();
  }

  return {
    get choices(): readonly OfferedChoice[] {
      return choices;
    },
    get isBusy(): boolean {
      return running !== undefined;
    },
    /** Asks unless this very thing was asked last. */
    ask: (question: Ask): void => {
      const key = JSON.stringify(question);
      if (key === lastKey) return;
      // Another option's suggestions are none of this one's.
      if (!lastKey.includes(`"focused":"${question.focused}"`)) choices = [];
      lastKey = key;
      cancel();
      const wait = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, DEBOUNCE_MS);
        cancel = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      running = run(question, () => lastKey === key, wait);
    },
    forget: (): void => {
      cancel();
      lastKey = '';
      choices = [];
      running = undefined;
    },
    /** Resolves when no answer is awaited any more. */
    settled: async (): Promise<void> => {
      while (running) await running;
    },
  };
}
