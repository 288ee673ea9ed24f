import { createLinks } from '../../src/accounts/links.ts';
import { compose } from '../../src/app/compose.ts';
import type { Tell } from '../../src/app/facts.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { linkOf } from './filled-store.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPlatform } from './product/memory-platform.ts';
import { memoryPorts, SETTINGS } from './product/memory-ports.ts';
import { recordingLog } from './recording-log.ts';

/** What one bot knows of people, over a store. Discord confirms no member. */
export function peopleWorld(stores: OpenedStores, { now = Date.now }: { now?: () => number } = {}) {
  const log = recordingLog();
  const links = createLinks({ stores, now, log });
  const clock = { now, monotonic: now, sleep: () => Promise.resolve() };
  const platform = memoryPlatform();
  let tell: Pick<Tell, 'playerNamed'> | undefined;
  const { services, chores, jobs } = compose(
    memoryPorts({
      stores,
      clock,
      log,
      discord: memoryDiscord(now),
      platform: (told) => platform.open(clock)((tell = told)),
    }),
    // Then what they show of a member goes in one call of the store.
    { ...SETTINGS, isLinkedRolesOn: false },
    [],
  );
  return {
    ...services,
    links,
    log,
    /** An answer of the platform shows a name. */
    learnName: (playerId: string, name: string): void => void tell?.playerNamed(playerId, name),
    /** What the owner of the background work does now. */
    async work(): Promise<void> {
      await jobs.renew();
      await jobs.step();
      await jobs.idle();
    },
    sweep: async (): Promise<void> =>
      void (await chores.find(({ name }) => name === 'people')?.run(new AbortController().signal)),
    /** Links a user to the player `p<number>`. */
    async link(discordId: string, player: number, guildId?: string): Promise<void> {
      await links.store(discordId, linkOf(player));
      await services.naming.recordInteraction(guildId, discordId);
    },
  };
}
