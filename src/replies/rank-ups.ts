import type { Post } from '../message/reply.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';

/** Fits a message. */
const TEXT_MAX = 1900;

/** Members and their new ranks, as many as one message holds; mentions notify no one. */
export function rankUpPost(
  rises: readonly { discordId: string; rank: string }[],
  t: Translate,
): { post: Post; count: number } {
  const lines = rises.map(({ discordId, rank }) =>
    t('rankUps.line', { member: `<@${discordId}>`, rank: escapeMarkup(rank, 60) }),
  );
  let count = lines.length;
  const textOf = (): string => [t('rankUps.title'), ...lines.slice(0, count)].join('\n');
  while (textOf().length > TEXT_MAX) count--;
  return { post: { content: textOf() }, count };
}
