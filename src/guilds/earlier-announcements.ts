import { z } from 'zod';
import { present } from '../present.ts';
import type { SeriesRule } from './series.ts';
import type { GuildSettings } from './settings.ts';

const id = z.string().exactOptional();

/** How versions before the series stored what is announced and followed. Must not change. */
const Announcements = z.object({
  announceChannelId: id,
  announceWords: z.array(z.string()).exactOptional(),
  announceRoleId: id,
  announcePublish: z.boolean().exactOptional(),
  followChannelId: id,
});

/** The id of the rule that they become. */
export const FIRST_RULE_ID = 'first';

/** A stored record in this version's form: the announcements of an earlier version become the first rule. */
export function withSeries(record: GuildSettings): GuildSettings {
  const names = Object.keys(Announcements.shape);
  if (!names.some((name) => name in record)) return record;
  const others: GuildSettings = Object.fromEntries(
    Object.entries(record).filter(([name]) => !names.includes(name)),
  );
  const earlier = Announcements.safeParse(record).data;
  // A rule written by this version is newer.
  if (earlier === undefined || record.series !== undefined) return others;
  const { announceChannelId, announcePublish, announceRoleId, announceWords, followChannelId } = earlier;
  const rule: SeriesRule = {
    id: FIRST_RULE_ID,
    ...present({
      words: announceWords,
      announceChannelId,
      roleId: announceRoleId,
      publish: announcePublish === true ? (true as const) : undefined,
      followChannelId,
    }),
  };
  return { ...others, series: [rule] };
}
