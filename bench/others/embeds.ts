/** A rank as an embed, in as many words as our own. */
const rankEmbed = (
  name: string,
  elo: number,
  label: string,
  global: number,
  regional: number,
  trend: string,
) => ({
  color: 0x58_65_f2,
  title: name,
  fields: [
    { name: 'Rating', value: elo.toLocaleString('en-US'), inline: true },
    { name: 'Rank', value: label, inline: true },
    { name: 'Trend', value: trend, inline: true },
    { name: 'Global place', value: `#${global}`, inline: true },
    { name: 'Regional place', value: `#${regional}`, inline: true },
  ],
});

export const CONSTANT_EMBED = rankEmbed('Nguyễn Văn 1', 2400, 'Diamond', 17, 3, '+12');

export interface UserAnswer {
  name: string;
  rank: string;
}

export interface RankAnswer {
  global_rank: number;
  regional_rank: number;
  elo: number;
  trend: string;
}

export const embedOf = (user: UserAnswer, rank: RankAnswer) =>
  rankEmbed(user.name, rank.elo, user.rank, rank.global_rank, rank.regional_rank, rank.trend);
