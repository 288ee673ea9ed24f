import type { Guilds } from '../../guilds/guilds.ts';
import type { OwnMessage, StandingPosts } from '../../message/channels.ts';
import { withoutMention } from '../../replies/unmentioned.ts';
import type { Stores } from '../../store/store.ts';
import { escapeMarkup } from '../../words/plain.ts';
import { FeedRecord, StoredFeed } from '../plan/feed-record.ts';
import { playerHash } from '../plan/match-keys.ts';
import type { MatchRecord } from '../plan/match-record.ts';
import type { Work } from '../work.ts';
import { feedKeyOf } from './feeds.ts';

/** A person whom posts may no longer name. */
export interface Unnamed {
  discordId: string;
  playerIds: readonly string[];
  playerName?: string | undefined;
  /** The servers where they were seen. */
  guildIds: readonly string[];
}

/** A message in a channel. */
export interface PostPlace {
  channelId: string;
  messageId: string;
}

interface DropMentionsDeps {
  stores: Pick<Stores, 'namespace'>;
  guilds: Pick<Guilds, 'follows' | 'translator' | 'wakes'>;
  posts: StandingPosts;
  /** The messages of a server's undecided reports that concern this person, by match. Throws `StoreError`. */
  undecidedIn: (guildId: string, who: Unnamed) => Promise<readonly (PostPlace & { matchId: string })[]>;
}

/** The messages of a match that is called and not over. */
function openPosts({ call, state, thread }: MatchRecord, channelId: string): PostPlace[] {
  if (state !== 'called' && state !== 'late') return [];
  const inThread = thread?.id === undefined ? [] : [{ channelId: thread.id, messageId: thread.messageId }];
  return [
    { channelId, messageId: call?.messageId },
    { channelId, messageId: call?.reminder?.messageId },
    ...inThread,
  ].flatMap(({ messageId, ...place }) => (messageId === undefined ? [] : [{ ...place, messageId }]));
}

/** By ids, or by names where the platform no longer shows ids. */
const isPlayedBy = ({ names, players }: MatchRecord, who: ReadonlySet<string>): boolean =>
  [...(players ?? []), ...(names ?? [])].some((player) => who.has(player));

/**
 * Removes a person's mentions from the messages of undecided matches, in the servers where they were seen. It works without the
 * platform: the rest of a message stays as Discord shows it. Throws `StoreError`, or if Discord does not answer.
 */
export function createDropMentions({ stores, guilds, posts, undecidedIn }: DropMentionsDeps) {
  const feeds = stores.namespace('feeds', StoredFeed);

  /** Calls, reminders and threads. */
  async function calledIn(guildId: string, players: ReadonlySet<string>): Promise<PostPlace[]> {
    const follows = Object.entries(await guilds.follows.read(guildId));
    const found = await Promise.all(
      follows.map(async ([followId, { channelId, stopped }]) => {
        const stored = stopped === undefined ? await feeds.get(feedKeyOf({ guildId, followId })) : undefined;
        const { data } = FeedRecord.safeParse(stored);
        return [...(data?.matches.values() ?? [])].flatMap((match) =>
          isPlayedBy(match, players) ? openPosts(match, channelId) : [],
        );
      }),
    );
    return found.flat();
  }

  return async function dropMentions(who: Unnamed): Promise<void> {
    const named = who.playerName === undefined ? [] : [{ name: who.playerName }];
    const players = new Set([...who.playerIds.map((id) => ({ id })), ...named].map((one) => playerHash(one)));
    const failures: unknown[] = [];
    for (const guildId of who.guildIds) {
      const reported = await undecidedIn(guildId, who);
      // The owner still knows who may be named in them.
      for (const matchId of new Set(reported.map((one) => one.matchId))) await guilds.wakes.note(matchId);
      const t = await guilds.translator(guildId);
      const { discordId, playerName } = who;
      const name = playerName === undefined ? t('roles.log.somebody') : escapeMarkup(playerName, 60);
      for (const { channelId, messageId } of [...(await calledIn(guildId, players)), ...reported])
        await posts
          .rewrite(channelId, messageId, (text) => withoutMention(text, { discordId, name }))
          .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** Removes from a message that was found who may not be named by now: nobody knew of it when they hid. Throws as above. */
export async function dropHidden(
  { channelId, id, content }: OwnMessage & { channelId: string },
  guildId: string,
  { guard, naming, standingPosts, t }: Work,
): Promise<void> {
  const mentioned = [...content.matchAll(/<@(\d+)>/g)].map(([, discordId = '']) => discordId);
  if (mentioned.length === 0) return;
  const standings = await naming.standings(guildId, mentioned, 'now');
  const hidden = mentioned.filter((discordId) => standings.get(discordId) !== 'nameable');
  if (hidden.length === 0) return;
  const name = t('roles.log.somebody');
  await guard(standingPosts).rewrite(channelId, id, (text) =>
    hidden.reduce((next, discordId) => withoutMention(next, { discordId, name }), text),
  );
}
