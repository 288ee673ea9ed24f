import type { Post } from '../../message/reply.ts';
import type { Reach } from '../plan/acts.ts';
import { RefusedError, type Delivery } from './delivery.ts';
import type { Telling } from '../plan/feed-record.ts';
import type { Refused } from '../../message/channels.ts';
import type { Turn, Work } from '../work.ts';

/** What an act is done with. */
export interface Delivering {
  turn: Turn;
  delivery: Delivery;
  work: Work;
  /** `key:discordId` of those whom no direct message reached. */
  unreached: Set<string>;
  /** The keys of matches whose calls wait for a direct message. */
  delayed: Set<string>;
}

/** Whether scores and winners are covered. */
export const isHidden = ({ follow }: Pick<Turn, 'follow'>): boolean => follow.topics.spoilers === true;

/** The players to mention: those who chose so, and those whom no direct message reached, where they may be named. */
export function membersOf(
  sides: readonly [Reach, Reach],
  key: string,
  { unreached }: Pick<Delivering, 'unreached'>,
): [string | undefined, string | undefined] {
  const member = (side: Reach): string | undefined =>
    side.how === 'mention' ||
    (side.how === 'direct' && side.isNameable && unreached.has(`${key}:${side.discordId}`))
      ? side.discordId
      : undefined;
  return [member(sides[0]), member(sides[1])];
}

/** Refused by the channel that follows, it ends the turn. */
export function throwRefused(refused: Refused | undefined): void {
  if (refused !== undefined) throw new RefusedError(refused === 'closed' ? 'refused' : refused);
}

/** Where a server's other channel refuses, the channel that follows gets it. What that refuses is not tried again. */
export async function sendElsewhere(
  telling: Telling,
  channelId: string,
  { delivery, turn, work }: Delivering,
  post: Post,
): Promise<void> {
  const own = turn.follow.channelId;
  const refused = await delivery.send(telling, channelId, post);
  if (refused === undefined) return;
  if (channelId === own) return throwRefused(refused);
  const { guilds, t } = work;
  if (telling.kind === 'results')
    await guilds.note(turn.guildId, t('feed.audit.resultsElsewhere', { channel: `<#${channelId}>` }));
  throwRefused(await delivery.send(telling, own, post));
}
