import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Player, PlayerRank } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { ACCENT, asOfLine, httpsUrl, imageOf, lines, playerText, trend } from './format.ts';
import { formStrip, type Result } from './matches.ts';

interface RankView {
  player: Player;
  rank: PlayerRank;
  /** The last results, the newest first. */
  form: readonly Result[];
  picture: { name: string; description: string } | undefined;
  platformName: string;
  asOf: number | undefined;
}

/** A player's rating, rank label, places and trend; what the platform does not say is left out. */
export function rankEmbed(
  { player, rank, form, picture, platformName, asOf }: RankView,
  t: Translate,
): APIEmbed {
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined) fields.push({ name, value, inline: true });
  };
  const place = (value: number | undefined) =>
    value === undefined ? undefined : t('rank.place', { place: t.number(value) });
  const rating = rank.elo ?? player.elo;
  add(t('rank.rating'), rating === undefined ? undefined : t.number(rating));
  add(t('rank.rank'), player.rank === undefined ? undefined : plain(player.rank, 60));
  add(t('rank.trend'), rank.trend === undefined ? undefined : trend(rank.trend, t));
  add(t('rank.global'), place(rank.globalRank));
  add(t('rank.regional'), place(rank.regionalRank));
  if (form.length > 0) fields.push({ name: t('rank.form'), value: formStrip(form), inline: false });
  const avatar = httpsUrl(player.avatarUrl);
  return {
    color: ACCENT,
    title: playerText(player, t),
    description: lines(
      fields.length === 0 ? t('rank.unranked', { platform: plain(platformName) }) : undefined,
      asOfLine(asOf, platformName, t),
    ),
    fields,
    ...(avatar !== undefined && { thumbnail: { url: avatar } }),
    ...(picture && { image: imageOf(picture) }),
  };
}
