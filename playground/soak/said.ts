import enUS from '../../src/words/en-US.json' with { type: 'json' };
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { FinalAnswer } from '../../tools/discord-stand-in/interactions/sent.ts';

/** The longest part of a sentence that does not depend on its placeholders. */
const fixedPart = (sentence: string): string =>
  sentence.split(/\{\{\w+\}\}|\n/).toSorted((a, b) => b.length - a.length)[0] ?? sentence;

const says = (message: ChatMessage, sentences: readonly string[]): boolean => {
  const text = [message.content, ...message.embeds.map(({ description = '' }) => description)].join('\n');
  return sentences.some((sentence) => text.includes(fixedPart(sentence)));
};

const { account, register, score, failure, link } = enUS;
const SUCCESS_SENTENCES = [
  account.saved,
  register.done,
  register.doneStarts,
  score.done,
  score.accepted,
  score.differs,
  score.noScoreYet,
];
const UNCERTAIN = [account.lost, register.lost, score.lost, score.lostShows, score.lostEmpty];
const { unknown: APOLOGY, ...POLITE } = failure;

/** What a member was told of a write. */
export type WriteReport = 'done' | 'uncertain' | 'refused' | 'nothing';

/** `score.handled`: another press has the question, and its answer says what was done. */
export function toldOf(answer: FinalAnswer | undefined): WriteReport {
  if (answer?.kind !== 'message') return 'nothing';
  if (says(answer.message, SUCCESS_SENTENCES)) return 'done';
  return says(answer.message, UNCERTAIN) ? 'uncertain' : 'refused';
}

/** What kind of answer it is, for any command. `apology`: a fault of the bot itself. */
export type ReplyKind = 'answered' | 'refused politely' | 'link lost' | 'apology' | 'not linked';

export function kindOf(answer: FinalAnswer): ReplyKind {
  if (answer.kind !== 'message') return 'answered';
  const { message } = answer;
  if (says(message, [APOLOGY])) return 'apology';
  if (says(message, [link.needed])) return 'not linked';
  if (says(message, [link.expired])) return 'link lost';
  return says(message, [...Object.values(POLITE), register.refused, score.refused])
    ? 'refused politely'
    : 'answered';
}
