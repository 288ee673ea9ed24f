import enUS from '../../src/words/en-US.json' with { type: 'json' };
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { FinalAnswer } from '../../tools/discord-stand-in/interactions/sent.ts';
import type { WordKey } from '../../src/words/words.ts';
import { patternOf, sayIn } from '../wording.ts';

const say = sayIn('en-US');

const says = (message: ChatMessage, sentences: RegExp): boolean =>
  sentences.test([message.content, ...message.embeds.map(({ description = '' }) => description)].join('\n'));
const anyOf = (...keys: readonly WordKey[]): RegExp => patternOf(...keys.map((key) => say(key)));

const SUCCESS = anyOf(
  'account.saved',
  'register.done',
  'register.doneStarts',
  'score.done',
  'score.accepted',
  'score.differs',
  'score.noScoreYet',
);
const UNCERTAIN = anyOf('account.lost', 'register.lost', 'score.lost', 'score.lostShows', 'score.lostEmpty');
const APOLOGY = anyOf('failure.unknown');
const NOT_LINKED = anyOf('link.needed');
const LINK_LOST = anyOf('link.expired');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record that is known
const failures = Object.keys(enUS.failure) as (keyof typeof enUS.failure)[];
const POLITE = anyOf(
  ...failures.flatMap((name) => (name === 'unknown' ? [] : [`failure.${name}` as const])),
  'register.refused',
  'score.refused',
);

/** What a member was told of a write. */
export type WriteReport = 'done' | 'uncertain' | 'refused' | 'nothing';

/** `score.handled`: another press has the question, and its answer says what was done. */
export function toldOf(answer: FinalAnswer | undefined): WriteReport {
  if (answer?.kind !== 'message') return 'nothing';
  if (says(answer.message, SUCCESS)) return 'done';
  return says(answer.message, UNCERTAIN) ? 'uncertain' : 'refused';
}

/** What kind of answer it is, for any command. `apology`: a fault of the bot itself. */
export type ReplyKind = 'answered' | 'refused politely' | 'link lost' | 'apology' | 'not linked';

export function kindOf(answer: FinalAnswer): ReplyKind {
  if (answer.kind !== 'message') return 'answered';
  const { message } = answer;
  if (says(message, APOLOGY)) return 'apology';
  if (says(message, NOT_LINKED)) return 'not linked';
  if (says(message, LINK_LOST)) return 'link lost';
  return says(message, POLITE) ? 'refused politely' : 'answered';
}
