import { present } from '../present.ts';
import type { FollowDefaults, Follows } from './follows.ts';
import type { SeriesRule } from './series.ts';
import type { createServerIndex } from './server-index.ts';
import type { SettingsStore } from './settings-store.ts';
import type { GuildSettings } from './settings.ts';
import { INITIAL_SWITCHES } from './switches.ts';

/** What a rule switches on for what it follows: as the last follow of its channel, until an admin chose. Throws `StoreError`. */
export const switchesOf = async (
  { follows }: { follows: Pick<Follows, 'last'> },
  guildId: string,
  { eventHours, followChannelId, topics }: SeriesRule,
): Promise<FollowDefaults> => {
  if (topics !== undefined) return present({ topics, eventHours });
  const last = followChannelId === undefined ? undefined : await follows.last(guildId, followChannelId);
  return last ?? { topics: INITIAL_SWITCHES };
};

interface SeriesStores {
  settings: Pick<SettingsStore, 'change'>;
  announcing: Pick<ReturnType<typeof createServerIndex>, 'around'>;
  boards: { index: Pick<ReturnType<typeof createServerIndex>, 'around'> };
}

/** Changes the rules of a server. The background work, which announces and keeps the season, learns of it. Throws `StoreError`. */
export const changeSeries = (
  { announcing, boards, settings }: SeriesStores,
  guildId: string,
  edit: (rules: readonly SeriesRule[]) => readonly SeriesRule[],
): Promise<{ before: GuildSettings; after: GuildSettings }> =>
  announcing.around(guildId, () =>
    boards.index.around(guildId, () =>
      settings.change(guildId, ({ series = [], ...others }) => {
        const after = edit(series);
        return after.length === 0 ? others : { ...others, series: [...after] };
      }),
    ),
  );
