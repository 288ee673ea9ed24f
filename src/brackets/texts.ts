// Every text here is plain and may hold untrusted names: escape it where Discord renders markup.

import type { Match, PlayerName, Side } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import type { TableRow } from './standings.ts';
import { roundNameText } from './usual-names.ts';
import type { PlacedTitle, RoundTitle, StageTitle, TableTitle } from './titles.ts';

export function roundText(title: RoundTitle, t: Translate): string {
  if (title.kind === 'named') return roundNameText(title.name, t);
  if (title.kind === 'numbered') return t('match.round', { round: title.number });
  return t(`pictures.${title.kind}`);
}

export function stageText(title: StageTitle, t: Translate): string {
  if (title.kind === 'named') return roundNameText(title.name, t);
  if (title.kind === 'numbered') return t('pictures.stage', { number: title.number });
  return t(`pictures.${title.kind}`);
}

const BARE_GROUP = /^[\p{L}\d]{1,2}$/u;

/** "Group A" for a bare "A"; a longer name is unchanged. */
const groupText = (group: string, t: Translate): string =>
  BARE_GROUP.test(group) ? t('pictures.group', { group }) : roundNameText(group, t);

/** How round names mention their section. */
const SAYS_SECTION = {
  winners: /\b(?:winners?|upper|[wu]b)\b/i,
  losers: /\b(?:losers?|lower|lb)\b/i,
} as const;

/** A round with its section: "Losers round 2", "Losers bracket · Opening". */
function sectionParts({ round, section }: PlacedTitle, t: Translate): string[] {
  const title = roundText(round, t);
  if (section === undefined) return [title];
  if (round.kind === 'numbered') return [t(`pictures.${section}Round`, { round: round.number })];
  const written = round.kind === 'named' ? round.name : title;
  return SAYS_SECTION[section].test(written) ? [title] : [t(`pictures.${section}`), title];
}

/** The stage, unless it is the only group stage and the group's name is enough. */
const stageAround = ({ stage, group }: TableTitle, t: Translate): string | undefined =>
  stage && !(stage.kind === 'groups' && group !== undefined) ? stageText(stage, t) : undefined;

/** The parts of a round's full title, the round last: "Playoffs", "Losers round 2". */
export function placedParts(title: PlacedTitle, t: Translate): string[] {
  const parts = sectionParts(title, t);
  const around = [
    stageAround(title, t),
    title.group === undefined ? undefined : groupText(title.group, t),
  ].filter((part) => part !== undefined);
  // The platform's name of the round may be complete: "Group A, round 1".
  const inTitle = parts.join(' ').toLowerCase();
  return [...around.filter((part) => !inTitle.includes(part.toLowerCase())), ...parts];
}

/** A round's full title: "Losers round 2", "Group A · Round 1". */
export const placedText = (title: PlacedTitle, t: Translate): string =>
  placedParts(title, t).join(t('list.separator'));

/** The title of a window of current matches. */
export const currentText = (current: readonly { match: Match }[], t: Translate): string =>
  t(current.every(({ match }) => match.phase === 'running') ? 'bracket.now' : 'bracket.next');

/** The name of a table: its group, or a generic one. */
export const tableText = (group: string | undefined, t: Translate): string =>
  group === undefined ? t('pictures.table') : groupText(group, t);

/** A table's full title: "Group A", "Stage 1 · Group A". */
export const placedTableText = (title: TableTitle, t: Translate): string =>
  [stageAround(title, t), tableText(title.group, t)]
    .filter((part) => part !== undefined)
    .join(t('list.separator'));

/** "+3", "−2", "0" */
export const signedText = (value: number, t: Translate): string =>
  value > 0 ? `+${t.number(value)}` : value < 0 ? `−${t.number(-value)}` : '0';

/** "2W 1D 0L" */
export const recordText = (
  { won, drawn, lost }: Pick<TableRow, 'won' | 'drawn' | 'lost'>,
  hasDraws: boolean,
  t: Translate,
): string =>
  t(hasDraws ? 'bracket.recordDrawn' : 'bracket.record', {
    won: t.number(won),
    drawn: t.number(drawn),
    lost: t.number(lost),
  });

/** "Round 1 · page 2 of 8"; the title alone if there is one page. `page` counts from 0. */
export const pagedTitleText = (
  title: string,
  { page, pages }: { page: number; pages: number },
  t: Translate,
): string => (pages === 1 ? title : t('pictures.page', { title, page: page + 1, pages }));

const NUMBER = /^\d+$/;

/** "M12" for a bare number; a tag with letters is unchanged. */
export const tagText = (tag: string, t: Translate): string =>
  NUMBER.test(tag) ? t('match.number', { number: tag }) : tag;

/** A player's name; or a text with the id, for an unknown player, or for an open slot. */
export function playerText(player: PlayerName | undefined, t: Translate): string {
  if (player === undefined) return t('match.open');
  if (player.name !== undefined) return player.name;
  return player.id === undefined ? t('leaderboard.nobody') : t('leaderboard.somebody', { id: player.id });
}

/** The text of a slot: its player, or how it gets filled ("Winner of M12"). */
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
  // Members do not know the ids of matches without a tag.
  if (tag === undefined) return t(isLoser ? 'match.loserOfAnother' : 'match.winnerOfAnother');
  return t(isLoser ? 'match.loserOf' : 'match.winnerOf', { match: tagText(tag, t) });
}
