import type { PlayerName, Side } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import type { PlacedTitle, RoundTitle, StageTitle } from './titles.ts';

export function roundText(title: RoundTitle, t: Translate): string {
  if (title.kind === 'named') return title.name;
  if (title.kind === 'numbered') return t('match.round', { round: title.number });
  return t(`pictures.${title.kind}`);
}

export function stageText(title: StageTitle, t: Translate): string {
  if (title.kind === 'named') return title.name;
  if (title.kind === 'numbered') return t('pictures.stage', { number: title.number });
  return t(`pictures.${title.kind}`);
}

const BARE_GROUP = /^[\p{L}\d]{1,2}$/u;

/** "Group A" of a bare "A"; a longer name stands as it is. */
export const groupText = (group: string, t: Translate): string =>
  BARE_GROUP.test(group) ? t('pictures.group', { group }) : group;

/** A round's full title: "Losers bracket · Round 2", "Group A · Round 1". */
export function placedText({ round, section, group, stage }: PlacedTitle, t: Translate): string {
  const title = roundText(round, t);
  const around = [
    // A group's own name says enough where there is one group stage.
    stage && !(stage.kind === 'groups' && group !== undefined) ? stageText(stage, t) : undefined,
    section && t(`pictures.${section}`),
    group === undefined ? undefined : groupText(group, t),
  ];
  // Platforms often name a round in full already: "Group A, round 1".
  const missing = around.filter(
    (part) => part !== undefined && !title.toLowerCase().includes(part.toLowerCase()),
  );
  return [...missing, title].join(t('list.separator'));
}

/** "Round 1 · page 2 of 8"; the number only where there are several pages, counted from 0. */
export const pageText = (
  title: string,
  { page, pages }: { page: number; pages: number },
  t: Translate,
): string => (pages === 1 ? title : t('pictures.page', { title, page: page + 1, pages }));

const NUMBER = /^\d+$/;

/** "M12" of a bare number; what has letters is a name already. */
export const tagText = (tag: string, t: Translate): string =>
  NUMBER.test(tag) ? t('match.number', { number: tag }) : tag;

/** A player's name; a bare id, or nobody known, says so. */
export function playerText(player: PlayerName | undefined, t: Translate): string {
  if (player?.name !== undefined) return player.name;
  return player?.id === undefined ? t('match.open') : t('leaderboard.somebody', { id: player.id });
}

/** What a slot says: the player, or how it gets filled ("Winner of M12"). */
export function slotText(
  { player, bye, from }: Side,
  tagOf: (matchId: string) => string | undefined,
  t: Translate,
): string {
  if (player !== undefined) return playerText(player, t);
  if (bye === true) return t('match.bye');
  if (from === undefined) return t('match.open');
  if ('text' in from) return from.text;
  const tag = 'label' in from ? from.label : tagOf(from.matchId);
  const isLoser = from.outcome === 'loser';
  // An id that nobody has seen is nothing to people.
  if (tag === undefined) return t(isLoser ? 'match.loserOfAnother' : 'match.winnerOfAnother');
  return t(isLoser ? 'match.loserOf' : 'match.winnerOf', { match: tagText(tag, t) });
}
