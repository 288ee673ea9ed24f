import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../accounts/alerts.ts';
import type { Naming } from '../accounts/naming.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Platform } from '../platform/platform.ts';
import type { Store, StoreLog, Stores } from '../store/store.ts';
import type { Translate } from '../words/words.ts';
import type { Reading } from './changes.ts';
import type { Feeds } from './feeds.ts';
import type { Followed } from './followed.ts';
import type { Lease } from './lease.ts';
import type { Channels, DrawBracket, JobsEvents } from './ports.ts';

export interface JobsDeps {
  stores: Pick<Stores, 'namespace'>;
  /** Of this process, unlike any other's. */
  id: string;
  pollsPerMinute: number;
  platform: Pick<Platform, 'tournament' | 'bracket'>;
  guilds: Pick<Guilds, 'settings' | 'note' | 'follows' | 'announced'>;
  channels: Channels;
  drawBracket: DrawBracket;
  accounts: Pick<Accounts, 'ownerOf'>;
  naming: Pick<Naming, 'nameable'>;
  alerts: Pick<Alerts, 'read' | 'noteClosed'>;
  /** A command as people click it. */
  mention: (command: string) => string;
  t: Translate;
  events: JobsEvents;
  log: StoreLog;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

/** What every step of the background work may use. */
export interface Work extends JobsDeps {
  feeds: Feeds;
  lease: Pick<Lease, 'isOwner'>;
  /** Under a hash: direct messages that were sent. */
  directs: Store<true>;
}

/** One channel's turn with a new reading. */
export interface Turn extends Followed {
  reading: Reading;
  /** Of the lease under which it was queued. */
  epoch: number;
}
