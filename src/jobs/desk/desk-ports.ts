import type { Guilds } from '../../guilds/guilds.ts';
import type { JobsDeps } from '../work.ts';

export interface DeskDeps extends Pick<
  JobsDeps,
  'events' | 'limits' | 'log' | 'monotonic' | 'now' | 'stores'
> {
  guilds: Pick<Guilds, 'editOrganizerCall' | 'follows' | 'helpRequests' | 'settings' | 'translator'>;
}
