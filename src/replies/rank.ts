import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Result } from '../brackets/results.ts';
import type { Player, PlayerRank } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { ACCENT, asOfLine, factLine, httpsUrl, imageOf, lines, playerText, trend } from './format.ts';
import { formStrip } from './matches.ts';

interface RankView {
  player: Player;
  rank: PlayerRank;
  /** The last results, the newest first. */
  form: readonly Result[];
  picture: { name: string; description: string } | undefined;
  asOf: number | undefined;
}

/**
 * A player's rating, rank label, ranks and trend; what the platform does not say is left out. Under a card, which shows them
 * all, they are one line.
 */
export function rankEmbed({ player, rank, form, picture, asOf }: RankView, t: Translate): APIEmbed {
  const numbered = (value: number | undefined) =>
    value === undefined ? undefined : t('rank.place', { place: t.number(value) });
  const rating = rank.elo ?? player.elo;
  const facts = {
    rating: rating === undefined ? undefined : t.number(rating),
    rank: player.rank === undefined ? undefined : plain(player.rank, 60),
    trend: rank.trend === undefined ? undefined : trend(rank.trend, t),
    global: numbered(rank.globalRank),
    regional: numbered(rank.regionalRank),
  };
  const isKnown = Object.values(facts).some((fact) => fact !== undefined) || form.length > 0;
  const avatar = httpsUrl(player.avatarUrl);
  const embed = { color: ACCENT, title: playerText(player, t) };
  const notes = [isKnown ? undefined : t('rank.unranked'), asOfLine(asOf, t)];
  if (picture !== undefined) {
    const line = [
      facts.rating && `**${facts.rating}**`,
      facts.rank,
      facts.global && t('rank.globally', { place: facts.global }),
      facts.regional && t('rank.regionally', { place: facts.regional }),
      facts.trend,
    ];
    return { ...embed, description: lines(factLine(line, t), ...notes), image: imageOf(picture) };
  }
  const fields: APIEmbedField[] = (['rating', 'rank', 'trend', 'global', 'regional'] as const).flatMap(
    (name) => {
      const value = facts[name];
      return value === undefined ? [] : [{ name: t(`rank.${name}`), value, inline: true }];
    },
  );
  if (form.length > 0) fields.push({ name: t('rank.form'), value: formStrip(form), inline: false });
  return {
    ...embed,
    description: lines(...notes),
    fields,
    ...(avatar !== undefined && { thumbnail: { url: avatar } }),
  };
}
