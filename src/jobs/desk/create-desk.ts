import { createKeyedQueue } from '../../async/keyed-queue.ts';
import { SECOND_MS } from '../../durations.ts';
import { createServerIndex, ServerIndex } from '../../guilds/server-index.ts';
import { every } from '../every.ts';
import { NotOwnerError } from '../owner/lease.ts';
import { openRecord } from '../owner/owned-record.ts';
import type { JobPart, Owner } from '../part.ts';
import type { DeskDeps } from './desk-ports.ts';
import { DesksRecord } from './desk-record.ts';
import { createDeskTurns } from './desk-turn.ts';

/** How often a server's desks are updated. */
const LOOK_MS = 2 * SECOND_MS;
/** How long a server is skipped after its desks failed. */
const RETRY_MS = 15 * SECOND_MS;

/** Keeps one message to the organizers per server and running tournament. */
export function createDesks(deps: DeskDeps, owner: Owner): JobPart {
  const { limits, log, monotonic, now, stores } = deps;
  const store = stores.namespace('desks', DesksRecord);
  const index = createServerIndex(stores.namespace('deskindex', ServerIndex), now);
  const turns = createDeskTurns(deps, owner);
  const failedAt = new Map<string, number>();
  const queue = createKeyedQueue<{ guildId: string; epoch: number }>({
    atOnce: limits.queue,
    keyOf: ({ guildId }) => guildId,
    take,
    monotonic,
  });

  /** The servers with a running followed tournament. */
  const running = (): string[] =>
    [...owner.followed.tournamentIds()].flatMap((tournamentId) =>
      owner.followed.reading(tournamentId)?.stage === 'running'
        ? owner.followed.of(tournamentId).map(({ guildId }) => guildId)
        : [],
    );

  async function takeServer(guildId: string, epoch: number): Promise<void> {
    const { read, save } = await openRecord(store, {
      key: guildId,
      lost: 'another process keeps these desks',
    });
    await owner.run(epoch, (owned) =>
      turns.take(guildId, owned, {
        read: () => read() ?? {},
        async save(next) {
          if (read() === undefined) await index.mark(guildId);
          await save(next);
        },
      }),
    );
    const left = read();
    if (left === undefined || Object.keys(left).length > 0) return;
    await store.delete(guildId);
    await index.leave(guildId);
  }

  async function take({ guildId, epoch }: { guildId: string; epoch: number }): Promise<'done'> {
    try {
      await takeServer(guildId, epoch);
    } catch (error) {
      failedAt.set(guildId, monotonic());
      if (!(error instanceof NotOwnerError))
        log.warn({ guildId, err: error }, "an organizers' desk could not be updated; it is tried again");
    }
    return 'done';
  }

  const looks = every({
    everyMs: LOOK_MS,
    async work(epoch) {
      for (const guildId of new Set([...Object.keys(await index.read()), ...running()])) {
        const failed = failedAt.get(guildId);
        if (failed !== undefined && monotonic() - failed < RETRY_MS) continue;
        failedAt.delete(guildId);
        queue.queue({ guildId, epoch });
      }
    },
    failure: "the organizers' desks could not be updated; they are tried again",
    log,
    monotonic,
  });

  return {
    ...looks,
    async idle() {
      await looks.idle();
      await queue.idle();
    },
    clear() {
      looks.clear();
      queue.clear();
      failedAt.clear();
      turns.clear();
    },
  };
}
