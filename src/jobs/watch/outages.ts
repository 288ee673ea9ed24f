import { MINUTE_MS } from '../../durations.ts';
import { tournamentTitle } from '../../replies/format.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Store } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';
import type { Watch } from './watch.ts';
import type { JobsDeps } from '../work.ts';

/** Shorter outages are not reported. */
const PATIENCE_MS = 5 * MINUTE_MS;
/** The most names in one line. */
const NAMES_MAX = 3;

type OutageDeps = Pick<JobsDeps, 'guilds' | 'now' | 'monotonic'>;

/**
 * Since when (monotonic) some of a server's tournaments have been unreadable, and for how long until the last failed read.
 * `undefined` if all is well or nothing is known yet.
 */
function longestFailure(watches: readonly Watch[]): { since: number; ms: number } | undefined {
  // Ended tournaments are read too rarely to tell.
  const ongoing = watches.filter(({ overSince }) => overSince === undefined);
  const areAllMissing = ongoing.length > 1 && ongoing.every((one) => one.missingSince !== undefined);
  const failures = watches.flatMap(({ failedAt = 0, failingSince: parts, missingSince = Infinity }) =>
    [...Object.values(parts), ...(areAllMissing ? [missingSince] : [])].map((since) => ({
      since,
      ms: failedAt - since,
    })),
  );
  return failures.toSorted((a, b) => b.ms - a.ms)[0];
}

const isKnown = ({ isResting, recordAt }: Watch): boolean => recordAt !== undefined || isResting === true;

/**
 * Logs once for each server that its tournaments can't be read, and once that they can again, across owners. `store`: by server id,
 * since when they can't, epoch milliseconds.
 */
export function createOutages(store: Store<number>, { guilds, monotonic, now }: OutageDeps) {
  /** By server: whether an outage is stored, as far as this owner knows. */
  const reported = new Map<string, boolean>();

  /** What is unreadable: everything, or the brackets of some. */
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
      const failure = longestFailure(watches);
      // Before the first answers nothing is known, but an outage that an earlier owner reported may be going on.
      if (failure === undefined && !watches.every(isKnown)) return;
      const isOut = failure !== undefined && failure.ms >= PATIENCE_MS;
      if (reported.get(guildId) === isOut || (!isOut && failure !== undefined)) return;
      const at = now() - (failure === undefined ? 0 : monotonic() - failure.since);
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
