import enUS from '../../src/words/en-US.json' with { type: 'json' };
import type { ChatMessage } from '../../playground/discord/chat/message.ts';
import type { FinalAnswer } from '../../playground/discord/interactions/sent.ts';

/** The longest part of a sentence that stands in it whatever its placeholders hold. */
const fixedPart = (sentence: string): string =>
  sentence.split(/\{\{\w+\}\}|\n/).toSorted((a, b) => b.length - a.length)[0] ?? sentence;

const says = (message: ChatMessage, sentences: readonly string[]): boolean => {
  const read = [message.content, ...message.embeds.map(({ description = '' }) => description)].join('\n');
  return sentences.some((sentence) => read.includes(fixedPart(sentence)));
};

const { account, register, score, failure, link } = enUS;
const DONE = [
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
export type Told = 'done' | 'uncertain' | 'refused' | 'nothing';

/** `score.handled`: another press has the question; what that one did is told there. */
export function toldOf(answer: FinalAnswer | undefined): Told {
  if (answer?.kind !== 'message') return 'nothing';
  if (says(answer.message, DONE)) return 'done';
  return says(answer.message, UNCERTAIN) ? 'uncertain' : 'refused';
}

/** What an answer is, whatever was asked. `apology`: a fault of the bot's own. */
export type Kind = 'answered' | 'refused politely' | 'link lost' | 'apology' | 'not linked';

export function kindOf(answer: FinalAnswer): Kind {
  if (answer.kind !== 'message') return 'answered';
  const { message } = answer;
  if (says(message, [APOLOGY])) return 'apology';
  if (says(message, [link.needed])) return 'not linked';
  if (says(message, [link.expired])) return 'link lost';
  return says(message, [...Object.values(POLITE), register.refused, score.refused])
    ? 'refused politely'
    : 'answered';
}
