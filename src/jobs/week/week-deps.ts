import type { Accounts } from '../../accounts/accounts.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { Registrations } from '../../members/registrations.ts';
import type { Reminders } from '../../members/reminders.ts';
import type { Naming } from '../../members/naming.ts';
import type { RankUps } from '../../members/rank-ups.ts';
import type { Platform } from '../../platform/platform.ts';
import type { JobsDeps } from '../work.ts';
import type { Listing } from './listing.ts';

type Shared = Pick<
  JobsDeps,
  'events' | 'limits' | 'log' | 'monotonic' | 'now' | 'pollsPerMinute' | 'stores' | 'words'
>;

export interface WeekDeps extends Shared {
  listing: Listing;
  platform: Pick<Platform, 'tournament' | 'tournaments' | 'rankings' | 'userRank'>;
  guilds: Pick<
    Guilds,
    | 'settings'
    | 'translator'
    | 'translatorIn'
    | 'note'
    | 'announcing'
    | 'boards'
    | 'follows'
    | 'season'
    | 'rankUps'
  >;
  rankUps: RankUps;
  accounts: Pick<Accounts, 'memberOf' | 'find'>;
  reminders: Pick<Reminders, 'all' | 'noteClosed' | 'set'>;
  registrations: Pick<Registrations, 'read'>;
  naming: Pick<Naming, 'nameable' | 'playersOf'>;
}
