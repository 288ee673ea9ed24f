import type { Match, PlayerName, Side } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import type { MatchTags } from './match-tags.ts';

/** What every piece of one bracket's picture is drawn with. */
export interface Drawing {
  t: Translate;
  tags: MatchTags;
  /** Whose matches are marked. */
  playerId: string | undefined;
}

/** What a slot says: the player, or how it gets filled. */
export function slotText(side: Side, { t, tags }: Pick<Drawing, 't' | 'tags'>): string {
  if (side.player !== undefined) return playerText(side.player, t);
  if (side.bye === true) return t('match.bye');
  return side.from === undefined ? t('match.open') : tags.sourceText(side.from);
}

/** A player's name; a bare id, or nobody known, says so. */
export function playerText(player: PlayerName | undefined, t: Translate): string {
  if (player?.name !== undefined) return player.name;
  return player?.id === undefined ? t('match.open') : t('leaderboard.somebody', { id: player.id });
}

export const scoreText = (side: Side, t: Translate): string =>
  side.score === undefined ? '' : t.number(side.score);

export const tagOf = (match: Match, { tags }: Drawing): string | undefined => tags.tagOf(match);
