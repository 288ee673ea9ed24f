import type { PageAct } from '../act.ts';
import type { ActOutcome } from '../protocol.ts';
import type { MarkdownWorld } from './markdown/draw.ts';
import type { PageStore } from './store.ts';

/** What every part of the page may use. */
export interface Room {
  store: PageStore;
  /** Acts, opens the resulting form, and says in the chat if there was no answer. */
  act(act: PageAct, label: string): Promise<ActOutcome>;
  /** For screen readers, and where asked for also for the eye. */
  say(text: string): void;
  /** Takes a command as from the list of commands. */
  useCommand(line: string): void;
  /** Closes what covers the chat on a phone. */
  toChat(): void;
  markdown(): MarkdownWorld;
}
