import { fittingLines } from '../message/limits.ts';
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
  const all = rises.map(({ discordId, rank }) =>
    t('rankUps.line', { member: `<@${discordId}>`, rank: escapeMarkup(rank, 60) }),
  );
  const lines = fittingLines([t('rankUps.title'), ...all], TEXT_MAX);
  return { post: { content: lines.join('\n') }, count: lines.length - 1 };
}
