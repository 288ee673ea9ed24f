import { z } from 'zod';
import { AlertRecord } from './accounts/alerts.ts';
import { CodeRecord } from './accounts/codes.ts';
import { TriesRecord } from './accounts/code-tries.ts';
import { DeviceRecord } from './accounts/device-step.ts';
import { FlowRecord } from './accounts/flows.ts';
import { LinkRecord, OwnerRecord } from './accounts/links.ts';
import { AbsentRecord, LookUpRecord } from './accounts/look-ups.ts';
import { MemberRecord } from './accounts/members.ts';
import { RegistrationRecord } from './accounts/registrations.ts';
import { RosterRecord } from './accounts/rosters.ts';
import { BoardRecord } from './accounts/server-ranking.ts';
import { StoredTicket } from './accounts/tickets.ts';
import { FollowIndex, FollowRecord } from './guilds/follows.ts';
import { RollRecord } from './guilds/roll.ts';
import { GuildSettings } from './guilds/settings.ts';
import { OwnerRecord as JobsOwnerRecord } from './jobs/lease.ts';
import type { Schema } from './store/schema.ts';
import { TicketList } from './store/tickets.ts';
import { Session } from './transport.ts';

interface Namespace {
  /** What its records are; any JSON where it is left out. */
  schema?: Schema<unknown>;
}

const CLAIM = z.literal(true);

/** Every namespace of the store (store/README.md has their keys and lifetimes). A test holds that none is missing. */
export const NAMESPACES: Readonly<Record<string, Namespace>> = {
  absent: { schema: AbsentRecord },
  alerts: { schema: AlertRecord },
  announced: { schema: CLAIM },
  boards: { schema: BoardRecord },
  calls: { schema: CLAIM },
  codes: { schema: CodeRecord },
  devices: { schema: DeviceRecord },
  directs: { schema: CLAIM },
  doctor: { schema: z.string() },
  feeds: {},
  flows: { schema: FlowRecord },
  followed: { schema: FollowIndex },
  follows: { schema: FollowRecord },
  guilds: { schema: GuildSettings },
  identifies: { schema: CLAIM },
  jobs: { schema: JobsOwnerRecord },
  leases: { schema: z.string() },
  links: { schema: LinkRecord },
  lookups: { schema: LookUpRecord },
  members: { schema: MemberRecord },
  outages: { schema: z.number() },
  owners: { schema: OwnerRecord },
  pressers: { schema: TicketList },
  presses: {},
  probe: { schema: z.number() },
  purges: { schema: CLAIM },
  registrations: { schema: RegistrationRecord },
  restarts: { schema: z.string() },
  rosters: { schema: RosterRecord },
  servers: { schema: RollRecord },
  sessions: { schema: Session },
  tickets: { schema: StoredTicket },
  tries: { schema: TriesRecord },
  writes: { schema: CLAIM },
};
