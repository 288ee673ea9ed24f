import { z } from 'zod';
import { AlertRecord } from '../members/alerts.ts';
import { CodeRecord } from '../linking/codes.ts';
import { TriesRecord } from '../linking/code-tries.ts';
import { DeviceRecord } from '../linking/ticketless.ts';
import { FlowRecord } from '../linking/flows.ts';
import { LinkRecord, PlayerOwner } from '../accounts/links.ts';
import { AbsentRecord, LookUpRecord } from '../members/look-ups.ts';
import { MemberRecord } from '../members/members.ts';
import { DeparturesRecord } from '../members/departure-record.ts';
import { SightsRecord } from '../members/rank-ups.ts';
import { RegistrationRecord } from '../members/registrations.ts';
import { RemindersRecord, remindersKeyOf } from '../members/reminders.ts';
import { RosterRecord, rosterKeyOf } from '../members/rosters.ts';
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
import { ResultPostRecord } from '../guilds/result-posts.ts';
import { BoardsRecord } from '../guilds/boards.ts';
import { FollowRecord } from '../guilds/follows.ts';
import { HelpRecord } from '../guilds/help-requests.ts';
import { ServerIndex } from '../guilds/server-index.ts';
import { SeasonRecord } from '../guilds/season.ts';
import { ServerListRecord } from '../guilds/server-list.ts';
import { CLAIM } from '../guilds/guilds.ts';
import { CallClaim } from '../guilds/organizer-calls.ts';
import { GuildSettings } from '../guilds/settings.ts';
import { WakeRecord } from '../guilds/wakes.ts';
import { DesksRecord } from '../jobs/desk/desk-record.ts';
import { StoredFeed } from '../jobs/plan/feed-record.ts';
import { LeaseOwner } from '../jobs/owner/lease.ts';
import { StoredWatch } from '../jobs/watch/stored-watch.ts';
import { BoardState } from '../jobs/week/boards.ts';
import { ListedTournament, ListRecord } from '../jobs/week/listing.ts';
import { NewsRecord } from '../jobs/week/news-record.ts';
import { RankUpState } from '../jobs/week/rank-ups.ts';
import { SeasonPosts } from '../jobs/week/season-posts.ts';
import { DirectMark } from '../jobs/deliver/outbox.ts';
import { Report } from '../results/report.ts';
import { DueRecord } from '../results/reports.ts';
import type { OpenedStores } from '../store/records.ts';
import { RowList } from '../store/row-index.ts';
import { all, byId, IN_USE, indexed, NOBODY, people, type Namespace } from './namespace.ts';
import { Session } from './transport.ts';

/**
 * Every namespace of the store (store/README.md has their keys and lifetimes), and what it stores about people: where a Discord id
 * can be, for how long, which section of the privacy page names it, and which step of a departure removes it. Opening a namespace
 * that is missing here stops the start.
 */
export const NAMESPACES: Readonly<Record<string, Namespace>> = {
  absent: {
    schema: AbsentRecord,
    ...people({
      ...IN_USE,
      people: ['key-end'],
      lives: 'minutes',
      // Also of servers where they were never seen.
      keysOf: ({ discordId, guildIds, indexed }) => [
        ...guildIds.map((guildId) => `${guildId}:${discordId}`),
        ...(indexed.get('absent') ?? []),
      ],
    }),
  },
  alerts: {
    schema: AlertRecord,
    ...people({ people: ['key'], keysOf: byId, goes: 'rows', lives: 'link', told: 'kept' }),
  },
  announced: { schema: z.union([ResultPostRecord, CLAIM]), ...NOBODY },
  announcing: { schema: ServerIndex, ...NOBODY },
  boardindex: { schema: ServerIndex, ...NOBODY },
  boards: {
    schema: BoardRecord,
    ...people({ people: [], holds: 'player', goes: 'boards', lives: '7 days', told: 'results' }),
  },
  calls: { schema: CallClaim, ...NOBODY },
  cards: { schema: ListedTournament, ...NOBODY },
  codes: {
    schema: CodeRecord,
    ...people({ people: [], holds: 'player', lives: 'minutes', told: 'howLong' }),
  },
  connections: {
    schema: ConnectionRecord,
    ...people({ people: ['key'], keysOf: byId, goes: 'connections', lives: 'link', told: 'linkedRoles' }),
  },
  connectionsdue: {
    schema: ConnectionsDue,
    ...people({ people: ['entries'], keysOf: all, goes: 'rows', lives: 'link', told: 'linkedRoles' }),
  },
  departures: {
    schema: DeparturesRecord,
    ...people({ people: [], holds: 'sealed', lives: 'until done', told: 'departures' }),
  },
  deskindex: { schema: ServerIndex, ...NOBODY },
  desks: { schema: DesksRecord, ...NOBODY },
  devices: { schema: DeviceRecord, ...NOBODY },
  directs: {
    schema: DirectMark,
    ...people({ people: [], holds: 'hash', lives: '30 days', told: 'messages' }),
  },
  disconnects: {
    schema: Disconnects,
    ...people({ people: [], holds: 'sealed', lives: 'a day', told: 'linkedRoles' }),
  },
  doctor: { schema: z.string(), ...NOBODY },
  due: { schema: DueRecord, ...NOBODY },
  exports: { schema: z.number(), ...people({ ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }) },
  feeds: { schema: StoredFeed, ...NOBODY },
  flows: {
    schema: FlowRecord,
    ...people({ ...IN_USE, people: ['discordId'], keysOf: indexed('flows'), lives: 'minutes' }),
  },
  followed: { schema: ServerIndex, ...NOBODY },
  follows: { schema: FollowRecord, ...NOBODY },
  given: {
    schema: GivenRecord,
    ...people({ people: ['entries'], goes: 'roles', lives: 'link', told: 'roles' }),
  },
  guilds: { schema: GuildSettings, ...NOBODY },
  helps: { schema: HelpRecord, ...NOBODY },
  identifies: { schema: CLAIM, ...NOBODY },
  jobs: { schema: LeaseOwner, ...NOBODY },
  keptboards: { schema: BoardsRecord, ...NOBODY },
  leases: { schema: z.string(), ...people({ ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }) },
  links: {
    schema: LinkRecord,
    ...people({ people: ['key'], keysOf: byId, goes: 'link', lives: 'link', told: 'kept' }),
  },
  listing: { schema: ListRecord, ...NOBODY },
  lookups: { schema: LookUpRecord, ...NOBODY },
  members: {
    schema: MemberRecord,
    ...people({ people: ['key'], keysOf: byId, goes: 'sightings', lives: '30 days', told: 'kept' }),
  },
  news: { schema: NewsRecord, ...NOBODY },
  outages: { schema: z.number(), ...NOBODY },
  owners: {
    schema: PlayerOwner,
    ...people({
      people: ['discordId'],
      keysOf: ({ playerIds }) => playerIds,
      goes: 'link',
      lives: 'link',
      told: 'kept',
    }),
  },
  pressers: { schema: RowList, ...people({ ...IN_USE, people: ['key'], keysOf: byId, lives: '30 days' }) },
  presses: { ...people({ ...IN_USE, people: ['arguments'], lives: 'a day' }) },
  probe: { schema: z.number(), ...NOBODY },
  purges: { schema: CLAIM, ...NOBODY },
  rankupindex: { schema: ServerIndex, ...NOBODY },
  rankupposts: {
    schema: RankUpState,
    ...people({ people: [], holds: 'hash', lives: 'minutes', told: 'roles' }),
  },
  rankups: {
    schema: SightsRecord,
    ...people({ people: ['entries'], goes: 'boards', lives: 'link', told: 'roles' }),
  },
  ranks: {
    schema: RankRecord,
    ...people({ people: [], holds: 'player', goes: 'ranks', lives: '60 days', told: 'roles' }),
  },
  registrations: {
    schema: RegistrationRecord,
    ...people({ people: ['key'], keysOf: byId, goes: 'rows', lives: '90 days', told: 'kept' }),
  },
  reminders: {
    schema: RemindersRecord,
    ...people({
      people: ['entries'],
      keysOf: ({ discordId }) => [remindersKeyOf(discordId)],
      goes: 'rows',
      lives: 'link',
      told: 'kept',
    }),
  },
  reports: {
    schema: Report,
    ...people({
      people: ['parts'],
      keysOf: indexed('reports'),
      goes: 'results',
      lives: '30 days',
      told: 'results',
    }),
  },
  restarts: { schema: z.string(), ...NOBODY },
  rolecups: {
    schema: CupsRecord,
    ...people({ people: [], holds: 'player', lives: 'until done', told: 'roles' }),
  },
  roledebts: {
    schema: DebtsRecord,
    ...people({ people: [], holds: 'sealed', lives: 'until done', told: 'roles' }),
  },
  rolelines: {
    schema: LinesRecord,
    ...people({ people: ['parts'], goes: 'roles', lives: 'until done', told: 'roles' }),
  },
  rolemarks: {
    schema: MarksRecord,
    ...people({
      people: ['entries'],
      keysOf: all,
      goes: 'rows',
      isForAll: true,
      lives: 'until done',
      told: 'roles',
    }),
  },
  roles: { schema: ServerRoles, ...NOBODY },
  rolesindex: { schema: ServerIndex, ...NOBODY },
  rosters: {
    schema: RosterRecord,
    ...people({
      people: ['entries'],
      keysOf: ({ discordId, guildIds }) => guildIds.map((guildId) => rosterKeyOf(guildId, discordId)),
      goes: 'rows',
      lives: '30 days',
      told: 'kept',
    }),
  },
  shownboards: {
    schema: BoardState,
    ...people({ people: [], holds: 'player', goes: 'boards', lives: '60 days', told: 'results' }),
  },
  seasonposts: { schema: SeasonPosts, ...NOBODY },
  seasons: {
    schema: SeasonRecord,
    ...people({ people: [], holds: 'player', lives: 'a year', told: 'results' }),
  },
  servers: { schema: ServerListRecord, ...NOBODY },
  sessions: { schema: Session, ...NOBODY },
  tickets: {
    schema: StoredTicket,
    ...people({ ...IN_USE, people: ['discordId', 'resume'], keysOf: indexed('tickets'), lives: 'minutes' }),
  },
  tries: { schema: TriesRecord, ...people({ ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }) },
  wakes: { schema: WakeRecord, ...NOBODY },
  watches: { schema: StoredWatch, ...NOBODY },
  wins: {
    schema: WinsRecord,
    ...people({ people: [], holds: 'player', lives: 'for good', told: 'linkedRoles' }),
  },
  wishes: { schema: z.number(), ...NOBODY },
  writes: { schema: CLAIM, ...NOBODY },
};

/** The stores with only these namespaces: opening another one throws. */
export const withListed = (stores: OpenedStores): OpenedStores => ({
  ...stores,
  namespace(name, ...how) {
    if (!Object.hasOwn(NAMESPACES, name)) throw new Error(`src/app/namespaces.ts has no namespace ${name}`);
    return stores.namespace(name, ...how);
  },
});
