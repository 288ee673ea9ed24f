import type { StopReason } from '../guilds/follows.ts';
import type { ReplyFile } from '../message/reply.ts';
import type { Bracket } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';

/** Draws the current bracket; `undefined` if it can't be drawn. */
export type DrawBracket = (view: {
  bracket: Bracket;
  name: string;
  t: Translate;
}) => Promise<ReplyFile | undefined>;

/** Events for the metrics. */
export interface JobsEvents {
  onPoll: (outcome: string) => void;
  /** `delayMs`: from the reading to the post. */
  onPost: (kind: string, delayMs: number) => void;
  onStop: (reason: StopReason) => void;
}
