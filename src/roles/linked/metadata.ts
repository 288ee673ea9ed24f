import { ApplicationRoleConnectionMetadataType as Type } from 'discord-api-types/v10';
import { present } from '../../present.ts';
import type { Words } from '../../words/words.ts';
import type { RankRecord } from '../ranks.ts';
import type { Connection, MetadataRecord } from './ports.ts';

const KINDS = {
  rating: Type.IntegerGreaterThanOrEqual,
  tournaments_won: Type.IntegerGreaterThanOrEqual,
  global_place: Type.IntegerLessThanOrEqual,
  // At least so many days ago: Discord's page has the two kinds of dates in reverse (discord/discord-api-docs#5936).
  linked_since: Type.DatetimeGreaterThanOrEqual,
} as const;
type Key = keyof typeof KINDS;
const KEYS: readonly Key[] = ['rating', 'tournaments_won', 'global_place', 'linked_since'];

const NAME_MAX = 50;
const USERNAME_MAX = 100;

/** The conditions that servers can set for a member, in all languages. */
export function metadataRecords(words: Words): MetadataRecord[] {
  const english = words.in('en-US');
  const others = words.locales.filter((locale) => locale !== 'en-US');
  return KEYS.map((key) => {
    const localized = (part: 'name' | 'description'): Record<string, string> =>
      Object.fromEntries(
        others.flatMap((locale) => {
          const text = words.in(locale)(`linkedRoles.metadata.${key}.${part}`);
          return text === english(`linkedRoles.metadata.${key}.${part}`) ? [] : [[locale, text]];
        }),
      );
    const unlessEmpty = (texts: Record<string, string>) =>
      Object.keys(texts).length === 0 ? undefined : texts;
    return present({
      type: KINDS[key],
      key,
      name: english(`linkedRoles.metadata.${key}.name`),
      name_localizations: unlessEmpty(localized('name')),
      description: english(`linkedRoles.metadata.${key}.description`),
      description_localizations: unlessEmpty(localized('description')),
    });
  });
}

/** What Discord receives about a member. Values that the platform never showed are omitted. */
export function connectionOf(shown: {
  platformName: string;
  playerName: string;
  linkedAt: number;
  rank: RankRecord;
  wins: number;
}): Connection {
  const { platformName, playerName, linkedAt, rank, wins } = shown;
  const whole = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : String(Math.round(value));
  return {
    platform_name: platformName.slice(0, NAME_MAX),
    platform_username: playerName.slice(0, USERNAME_MAX),
    metadata: present({
      rating: whole(rank.elo),
      tournaments_won: String(wins),
      global_place: whole(rank.place),
      linked_since: new Date(linkedAt).toISOString(),
    }),
  };
}
