import type { Accounts } from '../accounts/accounts.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Clock } from '../async/clock.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Naming } from '../members/naming.ts';
import type { Channels } from '../message/channels.ts';
import type { StoreLog, Stores } from '../store/store.ts';
import type { ConcernsDeps } from './concerns.ts';
import type { MootDeps } from './moot.ts';
import type { NoticesDeps } from './notices.ts';
import type { ReadMatch, ResultEvent } from './ports.ts';

/** What results need from other rooms. */
export interface ResultsDeps {
  stores: Pick<Stores, 'namespace'>;
  guilds: Pick<
    Guilds,
    | 'resultPosts'
    | 'follows'
    | 'settings'
    | 'translator'
    | 'note'
    | 'callOrganizers'
    | 'claimMention'
    | 'wakes'
  >;
  isAnnounced: ConcernsDeps['isAnnounced'];
  accounts: Pick<Accounts, 'find' | 'memberOf'>;
  vault: Pick<Vault, 'seal' | 'open' | 'fingerprint'>;
  naming: Pick<Naming, 'standings' | 'serversOf'>;
  readMatch: ReadMatch;
  readTournament: MootDeps['readTournament'];
  channels: Pick<Channels, 'post' | 'edit' | 'remove' | 'reopenThread' | 'since' | 'openDirect'>;
  alerts: NoticesDeps['alerts'];
  words: NoticesDeps['words'];
  onResult: (event: ResultEvent, ms?: number) => void;
  /** The clickable mention of a command. */
  mention: (command: string) => string;
  log: StoreLog;
  now: () => number;
  sleep: Clock['sleep'];
}
