import type { Accounts } from '../../accounts/accounts.ts';
import { isEntrant } from '../../brackets/registration.ts';
import type { Registrations } from '../../members/registrations.ts';
import type { Reminders } from '../../members/reminders.ts';
import type { Tournament } from '../../reading/records.ts';
import { reminderPost } from '../../replies/news.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Store } from '../../store/store.ts';
import { NotOwnerError } from '../deliver/feeds.ts';
import type { Owner } from '../owner/part.ts';
import type { JobsDeps } from '../work.ts';
import type { List } from './list-reads.ts';

const AHEAD_MS = 60 * 60_000;
const TTL_MS = 2 * 24 * 60 * 60_000;

export interface RemindDeps extends Pick<JobsDeps, 'channels' | 'events' | 'log' | 'now' | 'words'> {
  directs: Store<number | true>;
  reminders: Pick<Reminders, 'all' | 'noteClosed' | 'set'>;
  registrations: Pick<Registrations, 'read'>;
  accounts: Pick<Accounts, 'find'>;
  lease: Owner['lease'];
}

/** Who wants reminders. */
type Wanting = Awaited<ReturnType<Reminders['all']>>[number];

/** Reminds registrants who want it, by a direct message in the hour before the start: each once. */
export function createRemind(deps: RemindDeps) {
  const { accounts, channels, directs, events, lease, log, now, registrations, reminders, words } = deps;

  const isSoon = ({ startsAt, phase, registration }: Tournament): boolean => {
    const leftMs = startsAt?.precision === 'second' ? startsAt.epochMs - now() : 0;
    const isOn = phase !== 'cancelled' && phase !== 'finished' && registration !== 'postponed';
    return isOn && leftMs > 0 && leftMs <= AHEAD_MS;
  };

  async function send(
    { discordId, locale = 'en-US' }: Wanting,
    tournament: Tournament,
    epoch: number,
  ): Promise<void> {
    const name = sha256(`${discordId}:${tournament.id}:start:${tournament.startsAt?.epochMs}`);
    const mark = await directs.get(name);
    if (mark === true) return;
    const post = reminderPost(tournament, words.in(locale));
    const nonce = name.slice(0, 25);
    if (!(await lease.isOwner(epoch))) throw new NotOwnerError('the lease is gone');
    const opened = await channels.openDirect(discordId);
    if ('refused' in opened) return refuse(opened.refused);
    const messages = mark === undefined ? [] : ((await channels.since(opened.id, mark)) ?? []);
    const isSent = messages.some((one) => one.nonce === nonce || one.content.trim() === post.content.trim());
    if (!isSent) {
      await directs.set(name, now(), TTL_MS);
      const sent = await channels.post(opened.id, post, nonce);
      if ('refused' in sent) return refuse(sent.refused);
      events.onPost('reminder', 0);
    }
    await directs.set(name, true, TTL_MS);

    async function refuse(reason: string): Promise<void> {
      // Not tried again: it would be refused again.
      await directs.set(name, true, TTL_MS);
      if (reason === 'closed') await reminders.noteClosed(discordId);
      else log.warn({ reason }, 'a reminder could not be sent');
    }
  }

  async function remind(member: Wanting, soon: readonly Tournament[], epoch: number): Promise<void> {
    const { discordId } = member;
    const state = await accounts.find(discordId);
    // Nothing is stored of people who are not linked.
    if (state.state === 'none') await reminders.set(discordId, false);
    if (state.state !== 'linked') return;
    const { playerId } = state.account;
    const noted = await registrations.read({ discordId, playerId });
    for (const tournament of soon)
      if (isEntrant(tournament, playerId, noted)) await send(member, tournament, epoch);
  }

  /** What fails for one member holds up no other; the same can be called again. Throws `StoreError` and `NotOwnerError`. */
  return async (list: List, epoch: number): Promise<void> => {
    const soon = list.tournaments.filter(isSoon);
    if (soon.length === 0) return;
    for (const member of await reminders.all())
      await remind(member, soon, epoch).catch((error: unknown) => {
        if (error instanceof NotOwnerError) throw error;
        log.warn({ err: error }, 'a reminder could not be sent');
      });
  };
}
