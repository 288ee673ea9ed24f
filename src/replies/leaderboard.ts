import type { APIEmbed } from 'discord-api-types/v10';
import type { RankingEntry } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, factLine, listed, NAME_COLUMNS, nameText, paragraphs } from './format.ts';
import { pageText, type Page } from './pager.ts';

const MEDALS = ['🥇', '🥈', '🥉'];

/** On a server's own leaderboard, the place is the one in this server. */
type BoardEntry = RankingEntry & { globalRank?: number };

/** "🥇 `#1` **Ana** · 2,400 · Diamond" */
export function entryLine(entry: BoardEntry, mine: boolean, t: Translate, member?: string): string {
  const medal = MEDALS[entry.place - 1];
  const facts = [
    entry.elo === undefined ? undefined : t.number(entry.elo),
    entry.rank === undefined ? undefined : listed(entry.rank, NAME_COLUMNS),
    entry.globalRank === undefined
      ? undefined
      : t('rank.globally', { place: t('rank.place', { place: t.number(entry.globalRank) }) }),
    member === undefined ? undefined : `<@${member}>`,
    mine ? `◂ ${t('leaderboard.you')}` : undefined,
  ];
  const name = `\`${t('rank.place', { place: t.number(entry.place) })}\` **${listed(nameText(entry.player, t), NAME_COLUMNS)}**`;
  return factLine([medal === undefined ? name : `${medal} ${name}`, ...facts], t);
}

export interface BoardView {
  title: string;
  page: Page<BoardEntry>;
  /** The caller's player id, to mark their line. */
  playerId: string | undefined;
  /** Members of this server who may be named, by player id: their mention stands beside the name, and pings nobody. */
  members: ReadonlyMap<string, string>;
  /** The caller's own line, where it is not among the entries. */
  own: string | undefined;
  /** What is missing of it. */
  note?: string | undefined;
  asOf: number | undefined;
}

/** One page of a ranking. */
export function leaderboardEmbed(view: BoardView, t: Translate): APIEmbed {
  const list = view.page.items.map((entry) => {
    const { id } = entry.player;
    const mine = view.playerId !== undefined && id === view.playerId;
    return entryLine(entry, mine, t, id === undefined ? undefined : view.members.get(id));
  });
  const text = paragraphs(list.join('\n'), view.own, view.note, asOfLine(view.asOf, t));
  return embed(view.title, { text, footer: pageText(view.page, t) });
}
