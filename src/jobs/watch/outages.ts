import { MINUTE_MS } from '../../durations.ts';
import { tournamentTitle } from '../../replies/format.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Store } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';
import type { Watch } from './watch.ts';
import type { JobsDeps } from '../work.ts';

/** Shorter outages are not reported. */
const PATIENCE_MS = 5 * MINUTE_MS;
/** As many as a line names. */
const NAMES_MAX = 3;

type OutageDeps = Pick<JobsDeps, 'guilds' | 'now' | 'monotonic'>;

/** Since when (monotonic) a part of a server's tournaments cannot be read; nothing where all is well, or nothing is known yet. */
function failingSince(watches: readonly Watch[]): number | undefined {
  const since = watches.flatMap(({ failingSince: parts, missingSince = Infinity }) => [
    ...Object.values(parts),
    ...(watches.length > 1 && watches.every((one) => one.missingSince !== undefined) ? [missingSince] : []),
  ]);
  return since.length === 0 ? undefined : Math.min(...since);
}

const isKnown = ({ recordAt }: Watch): boolean => recordAt !== undefined;

/**
 * Tells each server once that its tournaments cannot be read, and once that they can be again, across owners.
 * `store`: under the server's id, since when they cannot, epoch milliseconds.
 */
export function createOutages(store: Store<number>, { guilds, monotonic, now }: OutageDeps) {
  /** By server: whether an outage is stored, as far as this owner knows. */
  const reported = new Map<string, boolean>();

  /** What cannot be read: everything, or the brackets of some. */
  function line(watches: readonly Watch[], when: string, t: Translate): string {
    const lacking = watches.filter(({ failingSince: parts }) => parts.bracket !== undefined);
    const onlyBrackets = watches.every(
      ({ failingSince: parts, missingSince }) => parts.record === undefined && missingSince === undefined,
    );
    if (!onlyBrackets || lacking.length === 0) return t('feed.audit.outage', { when });
    const names = lacking.slice(0, NAMES_MAX).map(({ tournament, tournamentId }) =>
      t('feed.audit.outageBracket', {
        tournament: escapeMarkup(tournamentTitle(tournament ?? { id: tournamentId }, t), 80),
      }),
    );
    const what = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(names);
    return t('feed.audit.outageSome', { what, when });
  }

  return {
    /** `watches`: what the server follows. Throws `StoreError`. */
    async look(guildId: string, watches: readonly Watch[]): Promise<void> {
      const since = failingSince(watches);
      // Before the first answers nothing is known, but an outage that an earlier owner reported may still be going on.
      if (since === undefined && !watches.every(isKnown)) return;
      const failingMs = since === undefined ? 0 : monotonic() - since;
      const isOut = failingMs >= PATIENCE_MS;
      if (reported.get(guildId) === isOut || (!isOut && failingMs > 0)) return;
      const at = now() - failingMs;
      const isNews = isOut ? await store.add(guildId, at) : (await store.take(guildId)) !== undefined;
      const when = `<t:${Math.floor(at / 1000)}:R>`;
      if (isNews) {
        const t = await guilds.translator(guildId);
        await guilds.note(guildId, isOut ? line(watches, when, t) : t('feed.audit.outageOver'));
      }
      reported.set(guildId, isOut);
    },
    clear: (): void => reported.clear(),
  };
}
