/** `node --import` this before a program: its parent may ask how late the event loop came round. */
import { answerParent } from './measure/conversation.ts';
import { createLoopWatch, type LoopDelay } from './measure/loop-watch.ts';

export interface LoopQuestions {
  /** Since the last time this was asked. */
  delay: (settings: object) => LoopDelay;
}

const watch = createLoopWatch();

answerParent<LoopQuestions>({ delay: () => watch.read() });
