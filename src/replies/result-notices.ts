import type { Post } from '../message/reply.ts';
import type { Match } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { lines } from './format.ts';
import { versusLabel } from './match.ts';
import { mentionedIds, type ReportView } from './results.ts';

/** Tells who reported a result that it was disputed or ruled on. It has no score, which a channel may hide. */
export function noticePost(
  view: {
    match: Match;
    state: ReportView['state'];
    mentioned?: readonly string[];
    url: string | undefined;
  },
  t: Translate,
): Post {
  const { match, state, mentioned = [], url } = view;
  const text = t(`results.notices.${state === 'ruled' ? 'ruled' : 'disputed'}`, {
    match: escapeMarkup(versusLabel(match, t)),
  });
  return {
    content: lines([...mentioned, text].join(' '), url),
    mentions: { users: mentionedIds(mentioned) },
  };
}
