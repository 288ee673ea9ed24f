import type { APIEmbed } from 'discord-api-types/v10';
import type { PlayerResult } from '../brackets/results.ts';
import type { Player, PlayerRank } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, factLine, lines, playerMarkup, trendText, type EmbedImage } from './format.ts';
import { formStrip } from './matches.ts';

interface RankView {
  player: Player;
  rank: PlayerRank;
  /** The latest results, the newest first. */
  form: readonly PlayerResult[];
  picture: EmbedImage | undefined;
  /** The Discord id of the member, if they were asked for or may be named. */
  member: string | undefined;
  asOf: number | undefined;
}

/** In display order. */
const NAMES = ['rating', 'rank', 'trend', 'global', 'regional'] as const;

/** A player's rating, rank label, places and trend, as far as the platform gives them. One line if a card shows them too. */
export function rankEmbed({ player, rank, form, picture, member, asOf }: RankView, t: Translate): APIEmbed {
  const numbered = (value: number | undefined) =>
    value === undefined ? undefined : t('rank.place', { place: t.number(value) });
  const rating = rank.elo ?? player.elo;
  const facts = {
    rating: rating === undefined ? undefined : t.number(rating),
    rank: player.rank === undefined ? undefined : escapeMarkup(player.rank, 60),
    trend: rank.trend === undefined ? undefined : trendText(rank.trend, t),
    global: numbered(rank.globalRank),
    regional: numbered(rank.regionalRank),
  };
  const isKnown = Object.values(facts).some((fact) => fact !== undefined) || form.length > 0;
  const title = playerMarkup(player, t);
  const whose = member === undefined ? undefined : `<@${member}>`;
  const notes = [isKnown ? undefined : t('rank.unranked'), asOfLine(asOf, t)];
  if (picture !== undefined) {
    const line = [
      facts.rating && `**${facts.rating}**`,
      facts.rank,
      facts.global && t('rank.globally', { place: facts.global }),
      facts.regional && t('rank.regionally', { place: facts.regional }),
      facts.trend,
    ];
    return embed(title, { text: lines(whose, factLine(line, t), ...notes), picture });
  }
  return embed(title, {
    text: lines(whose, ...notes),
    facts: [
      ...NAMES.map((name) => [t(`rank.${name}`), facts[name]] as const),
      [t('rank.form'), form.length === 0 ? undefined : formStrip(form, t), 'full'],
    ],
    thumbnail: player.avatarUrl,
  });
}
