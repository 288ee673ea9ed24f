import type { APIEmbed } from 'discord-api-types/v10';
import { present } from '../present.ts';
import type { RankingEntry } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  type EmbedImage,
  factLine,
  shortMarkup,
  NAME_COLUMNS,
  nameText,
  paragraphs,
  trendText,
} from './format.ts';
import { pageText, type ListPage } from './pager.ts';

const MEDALS = ['🥇', '🥈', '🥉'];

export interface BoardEntry extends RankingEntry {
  /** On a server's leaderboard, where `place` is the place within the server. */
  globalRank?: number;
  /** Places gained recently, or lost if negative. */
  gained?: number;
  /** In a season: how many tournaments they won, and how often they were among the first two and three. */
  wins?: number;
  finals?: number;
  podiums?: number;
  /** The Discord id of a member who may be named. The mention beside the name does not notify. */
  member?: string;
}

/** A server's own ranking, the best first. */
export const serverEntries = (
  members: readonly { playerId: string; name?: string; elo?: number; globalRank?: number }[],
): BoardEntry[] =>
  members.map(({ playerId, name, elo, globalRank }, at) =>
    present({ place: at + 1, player: present({ id: playerId, name }), elo, globalRank }),
  );

/** Adds the members who may be named. `discordIds`: of each entry's player, if known. */
export const withMembers = (
  entries: readonly BoardEntry[],
  discordIds: readonly (string | undefined)[],
  nameable: ReadonlySet<string>,
): BoardEntry[] =>
  entries.map((entry, at) => {
    const member = discordIds[at];
    return member !== undefined && nameable.has(member) ? { ...entry, member } : entry;
  });

/** The first three of a ranking, for a picture. */
export const podiumOf = (title: string, entries: readonly BoardEntry[], t: Translate) => ({
  title,
  entries: entries.slice(0, MEDALS.length).map(({ place, player, elo, rank, wins }) => ({
    place,
    name: nameText(player, t),
    facts: [
      ...(elo === undefined ? [] : [t.number(elo)]),
      ...(wins === undefined ? [] : [t('leaderboard.wins', { count: wins })]),
    ],
    ...present({ rank }),
  })),
  t,
});

/** "🥇 `#1` **Ana** · 2,400 · Diamond" */
function entryLine(entry: BoardEntry, you: string | undefined, t: Translate): string {
  const medal = MEDALS[entry.place - 1];
  const facts = [
    entry.elo === undefined ? undefined : t.number(entry.elo),
    entry.rank === undefined ? undefined : shortMarkup(entry.rank, NAME_COLUMNS),
    entry.globalRank === undefined
      ? undefined
      : t('rank.globally', { place: t('rank.place', { place: t.number(entry.globalRank) }) }),
    ...(['wins', 'finals', 'podiums'] as const).map((name) =>
      entry[name] === undefined ? undefined : t(`leaderboard.${name}`, { count: entry[name] }),
    ),
    entry.gained === undefined ? undefined : trendText(String(entry.gained), t),
    entry.member === undefined || `<@${entry.member}>` === you ? undefined : `<@${entry.member}>`,
    you === undefined ? undefined : `◂ ${you}`,
  ];
  const name = `\`${t('rank.place', { place: t.number(entry.place) })}\` **${shortMarkup(nameText(entry.player, t), NAME_COLUMNS)}**`;
  return factLine([medal === undefined ? name : `${medal} ${name}`, ...facts], t);
}

/** One page of a ranking. `own`: the caller's entry, which is marked, or shown below if it is on another page. */
export function leaderboardEmbed(
  view: {
    title: string;
    page: ListPage<BoardEntry>;
    own: BoardEntry | undefined;
    /** What other readers see instead of "you". */
    mention: string | undefined;
    /** Names what is missing. */
    note: string | undefined;
    /** Of the first three, on the first page. */
    picture?: EmbedImage | undefined;
    asOf: number | undefined;
  },
  t: Translate,
): APIEmbed {
  const { page, own, mention } = view;
  const you = mention ?? t('leaderboard.you');
  const isOwn = ({ player }: BoardEntry): boolean => own !== undefined && player.id === own.player.id;
  const ownLine = (entry: BoardEntry): string => {
    const line = entryLine(entry, undefined, t);
    return mention === undefined
      ? t('leaderboard.yours', { line })
      : t('leaderboard.theirs', { member: mention, line });
  };
  const apart = own === undefined || page.items.some(isOwn) ? undefined : ownLine(own);
  const list = page.items.map((entry) => entryLine(entry, isOwn(entry) ? you : undefined, t)).join('\n');
  const text = paragraphs(list, apart, view.note, asOfLine(view.asOf, t));
  return embed(view.title, { text, picture: view.picture, footer: pageText(page, t) });
}
