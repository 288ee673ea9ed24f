import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '../../durations.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { Naming } from '../../members/naming.ts';
import type { RankUps, Rise } from '../../members/rank-ups.ts';
import { rankUpPost } from '../../replies/rank-ups.ts';
import { sha256 } from '../../sha256.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store, StoreLog } from '../../store/store.ts';
import type { Owned } from '../owner/owned.ts';
import { openRecord } from '../owner/owned-record.ts';
import { PendingMessage } from '../plan/feed-record.ts';

/** A server's posted rank-ups. */
export const RankUpState = storedObject({
  /** When a message was last about to be sent, epoch milliseconds. */
  postedAt: z.number().exactOptional(),
  pending: PendingMessage.exactOptional(),
  /** Hashes of the rises in the pending message. */
  rises: z.array(z.string()).exactOptional(),
});
export type RankUpState = z.infer<typeof RankUpState>;

const EVERY_MS = HOUR_MS;
/** How long a rise waits for others after a quiet hour: one answer may show many. */
const GATHER_MS = 20 * SECOND_MS;

interface RankUpPostsDeps {
  store: Store<RankUpState>;
  rankUps: Pick<RankUps, 'rises' | 'settle'>;
  guilds: Pick<Guilds, 'translator'>;
  naming: Pick<Naming, 'nameable'>;
  log: StoreLog;
  now: () => number;
}

/** `mayAct`: a condition that it checks before each call to Discord; it throws if that does not hold. */
type RunRankUps = (work: (owned: Owned) => Promise<number>, mayAct: () => Promise<void>) => Promise<number>;

const idOf = ({ discordId, at }: Rise): string => sha256(`${discordId}:${at}`, 12);

/** Posts a server's rank-ups, at most one message an hour. A message is stored with its rank-ups before it is sent. */
export function createRankUpPosts({ store, rankUps, guilds, naming, log, now }: RankUpPostsDeps) {
  /** The rank-ups of its last message are posted. Returns when to check again. */
  async function settle(
    guildId: string,
    all: readonly Rise[],
    { postedAt = now(), rises = [] }: RankUpState,
  ): Promise<number> {
    for (const rise of all.filter((one) => rises.includes(idOf(one)))) await rankUps.settle(guildId, rise);
    return postedAt + EVERY_MS;
  }

  async function tell(
    guildId: string,
    channelId: string,
    { outbox }: Owned,
    name: (rises: readonly Rise[]) => void,
  ): Promise<number> {
    const { read, save } = await openRecord(store, { key: guildId, lost: 'another process tells of rises' });
    const before = read() ?? {};
    const { pending, postedAt = -Infinity, rises = [] } = before;
    const found = pending && (await outbox.lookFor(pending, () => false));
    const all = await rankUps.rises(guildId);
    const end = async (state: RankUpState): Promise<number> => {
      const nextAt = await settle(guildId, all, state);
      await save({ postedAt: state.postedAt ?? now() });
      return nextAt;
    };
    // If the message can't be found, nothing is posted twice.
    if (found === 'unsure' || typeof found === 'object') return end(before);
    // If the clock was set back, wait at most an hour.
    const waitMs = postedAt + EVERY_MS - now();
    if (found === undefined && waitMs > 0 && waitMs <= EVERY_MS) return postedAt + EVERY_MS;
    const isFresh = found === 'fresh';
    const due = isFresh ? all.filter((rise) => rises.includes(idOf(rise))) : all;
    const ids = due.map(({ discordId }) => discordId);
    const nameable = await naming.nameable(guildId, ids);
    const known = due.filter(({ discordId }) => nameable.has(discordId));
    const risenMs = now() - (known[0]?.at ?? 0);
    if (!isFresh && risenMs >= 0 && risenMs < GATHER_MS) return now() + GATHER_MS - risenMs;
    const { post, count } = rankUpPost(known, await guilds.translator(guildId));
    if (count === 0) return pending === undefined ? now() + EVERY_MS : end(isFresh ? before : {});
    const named = known.slice(0, count);
    const next = { postedAt: now(), rises: isFresh ? rises : named.map(idOf) };
    name(named);
    // A message that Discord may already have shows the same rank-ups.
    const sent = await outbox.send({ channelId, post, before: isFresh ? pending : undefined }, (one) =>
      save({ ...next, pending: one }),
    );
    if (!('refused' in sent)) return end(next);
    log.warn({ guildId, channelId, ...sent }, 'rank-ups could not be posted');
    return end({ postedAt: next.postedAt });
  }

  return {
    /** Posts the waiting rank-ups. Returns when to check again. Throws what Discord's port throws, and `StoreError`. */
    tell(guildId: string, channelId: string, run: RunRankUps): Promise<number> {
      let named: readonly Rise[] = [];
      return run(
        (owned) => tell(guildId, channelId, owned, (rises) => (named = rises)),
        async () => {
          if (named.length === 0) return;
          const rises = new Set((await rankUps.rises(guildId)).map(idOf));
          if (!named.every((one) => rises.has(idOf(one))))
            throw new Error('somebody who rose has left meanwhile');
        },
      );
    },
    forgetServer: (guildId: string): Promise<void> => store.delete(guildId),
  };
}
