import type { Match, Tournament } from '../reading/records.ts';
import { fitLabel } from '../words/plain.ts';
import type { Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { callButtons, memberTitles, mentionsOf } from './feed-calls.ts';
import { versusLabel } from './match.ts';

const NAME_LENGTH = 100;

/** "Ana vs Bảo · Final". Discord renders no markup in it. */
export const threadName = (match: Match, round: string | undefined, t: Translate): string =>
  fitLabel(
    [versusLabel(match, t), round].filter((part) => part !== undefined).join(t('list.separator')),
    NAME_LENGTH,
  );

interface ThreadView {
  match: Match;
  tournament: Tournament;
  /** The Discord ids to mention, in the order of the sides. */
  members: readonly [string | undefined, string | undefined];
}

/** The first message in the thread of a match. */
export function threadPost(view: ThreadView, t: Translate): Post {
  const { match, members, tournament } = view;
  const [first, second] = memberTitles(match, members, t);
  return {
    content: t('feed.thread.text', { first, second }),
    rows: callButtons(match, tournament, t),
    ...mentionsOf(members),
  };
}

/** Mentions the players below their call, if there is no thread. */
export function noThreadPost(view: Omit<ThreadView, 'tournament'>, t: Translate): Post {
  const [first, second] = memberTitles(view.match, view.members, t);
  return { content: t('feed.call.text', { first, second }), ...mentionsOf(view.members) };
}
