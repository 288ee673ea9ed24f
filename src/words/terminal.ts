import { present } from '../present.ts';
import { createSentences, type KeyOf, type Sentences } from './sentences.ts';
import enUS from './terminal/en-US.json' with { type: 'json' };

export type TerminalKey = KeyOf<typeof enUS>;

/** Renders sentences for operators: what the start, the doctor and the other programs print. English, like the log. */
export type TerminalText = Sentences<TerminalKey>;

/** `platformName` is the default for {{platform}}. */
export const createTerminalText = ({
  strict = false,
  platformName,
}: { strict?: boolean; platformName?: string } = {}): TerminalText =>
  createSentences({
    locale: 'en-US',
    trees: [enUS],
    strict,
    ...present({ defaults: platformName === undefined ? undefined : { platform: platformName } }),
  });
