import { callPost, overduePost } from '../replies/feed.ts';
import type { Changes, KeyedMatch } from './changes.ts';
import type { Telling } from './feed-record.ts';
import { RefusedError, type Poster } from './poster.ts';
import { batches, type Turn, type TurnDeps } from './turn.ts';

/** Calls two players. Throws as the poster does. */
export async function tellCall(
  { follow, guildId, reading }: Turn,
  call: KeyedMatch,
  poster: Poster,
  { reachPlayers, now, t }: TurnDeps,
): Promise<void> {
  const { tournament } = reading;
  const { match } = call;
  const direct = callPost({ match, tournament, members: 'direct', now: now() }, t);
  const members = await reachPlayers({ guildId, tournamentId: tournament.id, call, direct });
  await poster.tell(
    { kind: 'call', keys: [call.key] },
    follow.channelId,
    callPost({ match, tournament, members, now: now() }, t),
  );
}

/** Tells the organizers of all that nobody reports. Throws as the poster does. */
export async function tellOverdue(
  { follow, guildId, reading }: Turn,
  changes: Changes,
  poster: Poster,
  { settings, t }: TurnDeps,
): Promise<void> {
  const { pending } = poster.feed();
  const waits = pending?.telling.kind === 'overdue' ? pending.telling.keys : [];
  const { logChannelId = follow.channelId, organizerRoleId: roleId } = await settings(guildId);
  for (const batch of batches(changes.overdue, ({ key }) => waits.includes(key))) {
    const post = overduePost(
      {
        tournament: reading.tournament,
        matches: batch.map(({ match }) => match),
        roleId,
        channelId: follow.channelId,
      },
      t,
    );
    const telling: Telling = { kind: 'overdue', keys: batch.map(({ key }) => key) };
    try {
      await poster.tell(telling, logChannelId, post);
    } catch (error) {
      if (!(error instanceof RefusedError) || logChannelId === follow.channelId) throw error;
      await poster.tell(telling, follow.channelId, post);
    }
  }
}
