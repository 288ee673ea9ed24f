import { present } from '../present.ts';
import type { FollowDefaults, Follows } from './follows.ts';
import type { SeriesRule } from './series.ts';
import type { createServerIndex } from './server-index.ts';
import type { SettingsStore } from './settings-store.ts';
import type { GuildSettings } from './settings.ts';
import { INITIAL_SWITCHES } from './switches.ts';

/** The switches of a rule's follows: those of its channel's last follow, until an admin chose others. Throws `StoreError`. */
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

/** Changes the rules of a server, and marks them for the background work. Throws `StoreError`. */
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
