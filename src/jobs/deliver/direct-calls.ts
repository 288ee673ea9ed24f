import { playerIdsOf } from '../../brackets/players.ts';
import { MINUTE_MS } from '../../durations.ts';
import { callPost, type DirectFrom } from '../../replies/feed-calls.ts';
import type { Act } from '../plan/acts.ts';
import { OPEN } from '../plan/closing.ts';
import { KNOWN } from '../plan/match-record.ts';
import { noteDirect } from '../plan/notices.ts';
import type { MatchReport } from '../plan/plan-input.ts';
import type { Turn, Work } from '../work.ts';
import { isHidden } from './delivery.ts';
import { feedKeyOf } from './feeds.ts';
import type { Deliver } from './messages.ts';
import { closedView, matchFinder } from './result-views.ts';
import { waitedMs } from './waiting.ts';

/** How long a call waits for a direct message while Discord does not answer. */
const DIRECT_PATIENCE_MS = MINUTE_MS;

const aboutOf = ({ reading: { tournament } }: Turn, key: string): string => `${tournament.id}:${key}`;

const fromOf = async (
  { follow: { channelId }, followId, guildId }: Turn,
  { guilds }: Work,
): Promise<DirectFrom> => ({
  guildId,
  followId,
  channelId,
  serverName: await guilds.serverName(guildId),
});

/** Sends a direct message before its call. A failed one is retried with the next reading; after that, the call replaces it. */
export const callDirectly: Deliver<Extract<Act, { kind: 'direct' }>> = async (
  { call: { key, match }, discordId },
  { delayed, feed, turn, unreached, work },
) => {
  const { alerts, log, now, outbox, words } = work;
  const { followId, reading } = turn;
  const { tournament } = reading;
  const isPatient = waitedMs(`direct:${feedKeyOf(turn)}:${key}`, work) < DIRECT_PATIENCE_MS;
  const { locale = 'en-US' } = await alerts.read(discordId);
  const post = callPost(
    { match, tournament, members: [], from: await fromOf(turn, work), now: now() },
    words.in(locale),
  );
  // Its answer may be lost: then it is found when it is to be edited.
  const { direct } = feed.record().matches.get(key) ?? KNOWN;
  const playerIds = [...new Set([...(direct?.playerIds ?? []), ...playerIdsOf(match)])];
  if (direct === undefined || playerIds.length !== direct.playerIds?.length)
    await feed.save(noteDirect(feed.record(), key, { ...direct, playerIds }));
  const outcome = await outbox
    .sendDirect({ discordId, about: aboutOf(turn, key), followId, post }, async (reason) => {
      if (reason === 'closed') await alerts.noteClosed(discordId);
      else log.warn({ reason }, 'a direct message could not be sent');
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'a direct message could not be sent');
      return 'failed' as const;
    });
  if (outcome === 'sent' || outcome === 'sent-before') return;
  if (outcome === 'failed' && isPatient) return void delayed.add(key);
  unreached.add(`${key}:${discordId}`);
};

/** Edits the direct messages that called two players, like the call in the channel: each in its member's language. */
export const editDirects: Deliver<Extract<Act, { kind: 'edit-direct' }>> = async (
  { key, shows, state },
  { feed, reports, turn, work },
) => {
  const { accounts, alerts, channels, now, outbox, words } = work;
  const {
    followId,
    reading: { tournament },
  } = turn;
  const record = feed.record().matches.get(key) ?? KNOWN;
  const match = matchFinder(feed.reading())(key, record);
  const shown = reports.get(key);
  // A direct message names only its member.
  const unnamed = new Map<string, MatchReport>(
    shown === undefined ? [] : [[key, { ...shown, mentions: {} }]],
  );
  const open = { match, tournament, members: [], from: await fromOf(turn, work), now: now() };
  for (const playerId of record.direct?.playerIds ?? playerIdsOf(match)) {
    const discordId = await accounts.memberOf(playerId);
    if (discordId === undefined) continue;
    const t = words.in((await alerts.read(discordId)).locale ?? 'en-US');
    const called = callPost(open, t);
    const sent = await outbox.directOf({ discordId, about: aboutOf(turn, key), followId, post: called });
    if (sent === undefined || (sent.followId !== undefined && sent.followId !== followId)) continue;
    const view = {
      record,
      shows: state,
      reading: feed.reading(),
      key,
      reports: unnamed,
      isShared: true,
      isHidden: isHidden(turn),
    };
    const post = state === OPEN ? called : closedView(view, t);
    // A deleted one needs no edit.
    const direct = await channels.openDirect(discordId);
    if ('id' in direct) await channels.edit(direct.id, sent.messageId, post);
  }
  feed.note(noteDirect(feed.record(), key, { ...record.direct, shows }));
};
