import type { SeasonView } from '../guilds/season.ts';
import type { Post } from '../message/reply.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { leaderboardEmbed, type BoardEntry } from './leaderboard.ts';
import { pageOf } from './pager.ts';
import { seriesName } from './series-name.ts';

/** The message with a series' season. Its mentions notify no one. */
export function seasonPost(
  { count, last, rows, words }: Omit<SeasonView, 'rows'> & { rows: readonly BoardEntry[] },
  t: Translate,
): Post {
  const note = [
    t('leaderboard.cupCount', { count }),
    ...(last === undefined ? [] : [t('season.last', { tournament: escapeMarkup(last, 80) })]),
  ].join(' ');
  const title =
    words.length === 0 ? t('leaderboard.cups') : t('season.title', { series: seriesName(words, t) });
  const page = pageOf(rows, 1, Math.max(1, rows.length));
  return {
    content: t('season.kept'),
    embeds: [leaderboardEmbed({ title, page, own: undefined, mention: undefined, note, asOf: undefined }, t)],
    rows: [],
  };
}
