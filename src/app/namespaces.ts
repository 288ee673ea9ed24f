import { z } from 'zod';
import { AlertRecord } from '../members/alerts.ts';
import { CodeRecord } from '../linking/codes.ts';
import { TriesRecord } from '../linking/code-tries.ts';
import { DeviceRecord } from '../linking/ticketless.ts';
import { FlowRecord } from '../linking/flows.ts';
import { LinkRecord, PlayerOwner } from '../accounts/links.ts';
import { AbsentRecord, LookUpRecord } from '../members/look-ups.ts';
import { MemberRecord } from '../members/members.ts';
import type { IdPlace } from '../members/people-places.ts';
import { RegistrationRecord } from '../members/registrations.ts';
import { RemindersRecord } from '../members/reminders.ts';
import { RosterRecord } from '../members/rosters.ts';
import { BoardRecord } from '../members/server-ranking.ts';
import { CupsRecord } from '../roles/cups.ts';
import { DebtsRecord } from '../roles/debts.ts';
import { GivenRecord } from '../roles/entries.ts';
import { Disconnects } from '../roles/linked/disconnects.ts';
import { ConnectionRecord, ConnectionsDue } from '../roles/linked/linked-roles.ts';
import { WinsRecord } from '../roles/linked/wins.ts';
import { LinesRecord } from '../roles/lines.ts';
import { MarksRecord } from '../roles/marks.ts';
import { RankRecord } from '../roles/ranks.ts';
import { ServerRoles } from '../roles/rules.ts';
import { StoredTicket } from '../linking/tickets.ts';
import { Announcement } from '../guilds/announced.ts';
import { BoardsRecord } from '../guilds/boards.ts';
import { FollowRecord } from '../guilds/follows.ts';
import { ServerIndex } from '../guilds/server-index.ts';
import { SeasonRecord } from '../guilds/season.ts';
import { ServerListRecord } from '../guilds/server-list.ts';
import { CLAIM } from '../guilds/guilds.ts';
import { Claim } from '../guilds/organizer-calls.ts';
import { GuildSettings } from '../guilds/settings.ts';
import { WakeRecord } from '../guilds/wakes.ts';
import { StoredFeed } from '../jobs/plan/feed-record.ts';
import { LeaseOwner } from '../jobs/owner/lease.ts';
import { StoredWatch } from '../jobs/watch/watch.ts';
import { BoardState } from '../jobs/week/boards.ts';
import { ListedTournament, ListRecord } from '../jobs/week/listing.ts';
import { NewsRecord } from '../jobs/week/news-record.ts';
import { DirectMark } from '../jobs/deliver/outbox.ts';
import { Report } from '../results/report.ts';
import { DueRecord } from '../results/reports.ts';
import type { Schema } from '../store/schema.ts';
import { TicketList } from '../store/press-tickets.ts';
import { Session } from './transport.ts';

interface Namespace {
  /** What its records are; any JSON where it is left out. */
  schema?: Schema<unknown>;
  /** Where the id of a Discord user may stand. */
  people: readonly IdPlace[];
}

const NOBODY: readonly IdPlace[] = [];

/** Every namespace of the store (store/README.md has their keys and lifetimes). A test holds that none is missing. */
export const NAMESPACES: Readonly<Record<string, Namespace>> = {
  absent: { schema: AbsentRecord, people: ['key-end'] },
  alerts: { schema: AlertRecord, people: ['key'] },
  announced: { schema: z.union([Announcement, CLAIM]), people: NOBODY },
  announcing: { schema: ServerIndex, people: NOBODY },
  boardindex: { schema: ServerIndex, people: NOBODY },
  boards: { schema: BoardRecord, people: NOBODY },
  calls: { schema: Claim, people: NOBODY },
  cards: { schema: ListedTournament, people: NOBODY },
  codes: { schema: CodeRecord, people: NOBODY },
  connections: { schema: ConnectionRecord, people: ['key'] },
  connectionsdue: { schema: ConnectionsDue, people: ['entries'] },
  devices: { schema: DeviceRecord, people: NOBODY },
  directs: { schema: DirectMark, people: NOBODY },
  disconnects: { schema: Disconnects, people: NOBODY },
  doctor: { schema: z.string(), people: NOBODY },
  due: { schema: DueRecord, people: NOBODY },
  exports: { schema: z.number(), people: ['key'] },
  feeds: { schema: StoredFeed, people: NOBODY },
  flows: { schema: FlowRecord, people: ['discordId'] },
  followed: { schema: ServerIndex, people: NOBODY },
  follows: { schema: FollowRecord, people: NOBODY },
  given: { schema: GivenRecord, people: ['entries'] },
  guilds: { schema: GuildSettings, people: NOBODY },
  identifies: { schema: CLAIM, people: NOBODY },
  jobs: { schema: LeaseOwner, people: NOBODY },
  keptboards: { schema: BoardsRecord, people: NOBODY },
  leases: { schema: z.string(), people: ['key'] },
  links: { schema: LinkRecord, people: ['key'] },
  listing: { schema: ListRecord, people: NOBODY },
  lookups: { schema: LookUpRecord, people: NOBODY },
  members: { schema: MemberRecord, people: ['key'] },
  news: { schema: NewsRecord, people: NOBODY },
  outages: { schema: z.number(), people: NOBODY },
  owners: { schema: PlayerOwner, people: ['discordId'] },
  pressers: { schema: TicketList, people: ['key'] },
  presses: { people: ['arguments'] },
  probe: { schema: z.number(), people: NOBODY },
  purges: { schema: CLAIM, people: NOBODY },
  ranks: { schema: RankRecord, people: NOBODY },
  registrations: { schema: RegistrationRecord, people: ['key'] },
  reminders: { schema: RemindersRecord, people: ['entries'] },
  reports: { schema: Report, people: ['parts'] },
  restarts: { schema: z.string(), people: NOBODY },
  rolecups: { schema: CupsRecord, people: NOBODY },
  roledebts: { schema: DebtsRecord, people: NOBODY },
  rolelines: { schema: LinesRecord, people: ['parts'] },
  rolemarks: { schema: MarksRecord, people: ['entries'] },
  roles: { schema: ServerRoles, people: NOBODY },
  rolesindex: { schema: ServerIndex, people: NOBODY },
  rosters: { schema: RosterRecord, people: ['entries'] },
  shownboards: { schema: BoardState, people: NOBODY },
  seasons: { schema: SeasonRecord, people: NOBODY },
  servers: { schema: ServerListRecord, people: NOBODY },
  sessions: { schema: Session, people: NOBODY },
  tickets: { schema: StoredTicket, people: ['discordId', 'resume'] },
  tries: { schema: TriesRecord, people: ['key'] },
  wakes: { schema: WakeRecord, people: NOBODY },
  watches: { schema: StoredWatch, people: NOBODY },
  wins: { schema: WinsRecord, people: NOBODY },
  wishes: { schema: z.number(), people: NOBODY },
  writes: { schema: CLAIM, people: NOBODY },
};
