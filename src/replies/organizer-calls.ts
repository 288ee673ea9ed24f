import { present } from '../present.ts';
import { cutMarkup, LIMITS } from '../message/limits.ts';
import { button, type ActionButton, type Post, type Select } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { lines } from './format.ts';

/** Leaves room for the name of the organizer who takes it. */
const TEXT_LENGTH = LIMITS.content - 200;
/** For the log channel, which adds more text. */
const SUMMARY_LENGTH = LIMITS.content - 400;

/** A line of facts, such as the round. */
const SMALL = '-# ';

const callButtons = (lineCount: number, t: Translate): ActionButton[] => [
  button(t('follow.organizers.take'), 'follow:take', { args: [lineCount], style: 'primary' }),
  button(t('follow.organizers.resolve'), 'follow:resolve', { args: [lineCount] }),
];

/** A message that asks the organizers to act. It notifies only their role, and one of them can take it. */
export function organizersCall(
  [first = '', ...rest]: readonly string[],
  roleId: string | undefined,
  t: Translate,
): Post {
  const text = lines(roleId === undefined ? first : `<@&${roleId}> ${first}`, ...rest);
  const content = cutMarkup(text, TEXT_LENGTH);
  return {
    content,
    rows: [callButtons(content.split('\n').length, t)],
    ...present({ mentions: roleId === undefined ? undefined : { roles: [roleId] } }),
  };
}

/** The message as Discord shows it. */
interface ShownCall {
  content: string;
  /** How many lines it had at first: further ones name the organizer who takes it. */
  lineCount: number | undefined;
}

const linesOf = ({ content, lineCount }: ShownCall): string[] => content.split('\n').slice(0, lineCount);

/** The message after an organizer took or resolved it. Replaces the earlier line about that. */
export function handledCall(
  call: ShownCall,
  { state, member, menu }: { state: 'taken' | 'resolved'; member: string; menu?: Select | undefined },
  t: Translate,
): Post {
  const own = linesOf(call);
  return {
    content: lines(...own, t(`follow.organizers.${state}`, { member })),
    rows: state === 'taken' ? [callButtons(own.length, t)] : [],
    ...present({ menu: state === 'taken' ? menu : undefined }),
  };
}

/** What it asks for, in one line of the log. */
export function callSummary(call: ShownCall, t: Translate): string {
  const [first = '', ...rest] = linesOf(call).filter((line) => !line.startsWith(SMALL));
  const matches = rest.join(t('list.separator'));
  return cutMarkup(`${first.replace(/^<@&\d+> /, '')} ${matches}`, SUMMARY_LENGTH);
}
