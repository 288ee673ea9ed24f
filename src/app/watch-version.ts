import { repeat, type Background } from '../async/repeat.ts';
import { MINUTE_MS } from '../durations.ts';
import type { OpenedStores } from '../store/records.ts';
import { StoreVersionError } from '../store/version.ts';

/** Looks once a minute whether a newer version has updated the store: what this bot wrote from then on would be lost. */
export const watchVersion = (
  stores: Pick<OpenedStores, 'checkVersion'>,
  onNewer: (error: StoreVersionError) => void,
): Background =>
  repeat(
    async () => {
      const error: unknown = await stores.checkVersion().catch((caught: unknown) => caught);
      if (!(error instanceof StoreVersionError && error.fault === 'newer')) return;
      onNewer(error);
      return 'done';
    },
    { everyMs: MINUTE_MS },
  );
