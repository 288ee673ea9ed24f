import { randomBytes } from 'node:crypto';
import { createLinks } from '../../src/accounts/links.ts';
import { createPeople } from '../../src/app/create-people.ts';
import { NAMESPACES } from '../../src/app/namespaces.ts';
import { createBoards } from '../../src/guilds/boards.ts';
import { createBoardRows } from '../../src/jobs/week/board-rows.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { fakePlatform } from './fakes.ts';
import { linkOf, OLD } from './filled-store.ts';
import { recordingLog } from './recording-log.ts';

/** What people take back of the leaderboards of their servers, over a store. */
export function boardRowsOver(stores: OpenedStores, now: () => number) {
  const boards = createBoards({
    records: stores.namespace('keptboards'),
    index: stores.namespace('boardindex'),
    trackServer: () => Promise.resolve(),
    now,
  });
  return createBoardRows({ stores, boards });
}

const ignore = () => Promise.resolve();

/** Other rooms hold nothing of members who leave. */
export const NOTHING_LEFT = {
  connections: ignore,
  posts: ignore,
  ranks: ignore,
  results: ignore,
  roles: ignore,
};

/** What one bot knows of people, over a store. Discord confirms no member. */
export function peopleWorld(
  stores: OpenedStores,
  {
    now = Date.now,
    leaving = {},
  }: { now?: () => number; leaving?: Partial<Parameters<typeof createPeople>[0]['leaving']> } = {},
) {
  const log = recordingLog();
  const links = createLinks({ stores, now, log });
  const platform = fakePlatform();
  const people = createPeople({
    stores,
    keys: [OLD],
    keysSetting: 'KEYS',
    namespaces: NAMESPACES,
    platform: Object.assign(platform, {
      refresh: () => Promise.reject(new Error('no refresh')),
      exchangeCode: () => Promise.reject(new Error('no exchange')),
    }),
    lookUp: () => Promise.resolve(false),
    boardRows: boardRowsOver(stores, now),
    now,
    sleep: () => Promise.resolve(),
    random: randomBytes,
    onChange: () => Promise.resolve(),
    leaving: { ...NOTHING_LEFT, ...leaving },
    log,
  });
  return {
    ...people,
    links,
    log,
    /** Links a user to the player `p<number>`. */
    async link(discordId: string, player: number, guildId?: string): Promise<void> {
      await links.store(discordId, linkOf(player));
      await people.naming.recordLink(discordId, guildId);
    },
  };
}
