import { DAY_MS, HOUR_MS } from '../../durations.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { isEntrant } from '../../brackets/registration.ts';
import type { Registrations } from '../../members/registrations.ts';
import type { Reminders } from '../../members/reminders.ts';
import type { Tournament } from '../../reading/records.ts';
import { reminderPost } from '../../replies/announcements.ts';
import type { Store } from '../../store/store.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { Owned } from '../owner/owned.ts';
import { MOVED_MS } from '../plan/schedule.ts';
import type { JobsDeps } from '../work.ts';

const AHEAD_MS = HOUR_MS;
/** By then, no start that moved by less can lie ahead. */
const REMINDED_TTL_MS = DAY_MS;

export interface RemindDeps extends Pick<JobsDeps, 'events' | 'log' | 'now' | 'words'> {
  reminders: Pick<Reminders, 'all' | 'noteClosed' | 'set'>;
  registrations: Pick<Registrations, 'read'>;
  accounts: Pick<Accounts, 'find'>;
  /** By tournament id: the start of which members were reminded, epoch milliseconds. */
  reminded: Pick<Store<number>, 'get' | 'set'>;
}

/** A member who wants reminders. */
type Wanting = Awaited<ReturnType<Reminders['all']>>[number];

/** Reminds registered members who want it, by a direct message in the hour before the start: each once, unless it moves far. */
export function createRemind(deps: RemindDeps) {
  const { accounts, events, log, now, registrations, reminded, reminders, words } = deps;

  const isSoon = ({ startsAt, phase, registration }: Tournament): boolean => {
    const leftMs = startsAt?.precision === 'second' ? startsAt.epochMs - now() : 0;
    const isOn = phase !== 'cancelled' && phase !== 'finished' && registration !== 'postponed';
    return isOn && leftMs > 0 && leftMs <= AHEAD_MS;
  };

  /** After a small move, the start that members were reminded of stays, so that small moves add up. */
  async function remindedStart({ id, startsAt }: Tournament): Promise<number> {
    const before = await reminded.get(id);
    const start = startsAt?.epochMs ?? 0;
    if (before !== undefined && Math.abs(start - before) < MOVED_MS) return before;
    await reminded.set(id, start, REMINDED_TTL_MS);
    return start;
  }

  async function send(
    { discordId, locale = 'en-US' }: Wanting,
    tournament: Tournament,
    { outbox }: Owned,
  ): Promise<void> {
    const about = `${tournament.id}:start:${await remindedStart(tournament)}`;
    const post = reminderPost(tournament, words.in(locale));
    const outcome = await outbox.sendDirect({ discordId, about, post }, async (reason) => {
      if (reason === 'closed') await reminders.noteClosed(discordId);
      else log.warn({ reason }, 'a reminder could not be sent');
    });
    if (outcome === 'sent') events.onPost('reminder', 0);
  }

  async function remind(member: Wanting, soon: readonly Tournament[], owned: Owned): Promise<void> {
    const { discordId } = member;
    const state = await accounts.find(discordId);
    // Nothing is stored about people who are not linked.
    if (state.state === 'none') await reminders.set(discordId, false);
    if (state.state !== 'linked') return;
    const { playerId } = state.account;
    const noted = await registrations.read({ discordId, playerId });
    for (const tournament of soon)
      if (isEntrant(tournament, playerId, noted)) await send(member, tournament, owned);
  }

  return {
    /** The tournaments that members who want reminders registered for through the bot. Throws `StoreError`. */
    async noted(): Promise<string[]> {
      const noted: string[] = [];
      for (const { discordId } of await reminders.all()) {
        const state = await accounts.find(discordId);
        if (state.state !== 'linked') continue;
        noted.push(...(await registrations.read({ discordId, playerId: state.account.playerId })));
      }
      return noted;
    },
    /** A failure for one member does not stop the others; calling it again is safe. Throws `StoreError` and `NotOwnerError`. */
    async remind(tournaments: readonly Tournament[], owned: Owned): Promise<void> {
      const soon = tournaments.filter(isSoon);
      if (soon.length === 0) return;
      for (const member of await reminders.all())
        await remind(member, soon, owned).catch((error: unknown) => {
          if (error instanceof NotOwnerError) throw error;
          log.warn({ err: error }, 'a reminder could not be sent');
        });
    },
  };
}
