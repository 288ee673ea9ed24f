import { z } from 'zod';
import { AlertRecord } from '../members/alerts.ts';
import { CodeRecord } from '../linking/codes.ts';
import { TriesRecord } from '../linking/code-tries.ts';
import { DeviceRecord } from '../linking/ticketless.ts';
import { FlowRecord } from '../linking/flows.ts';
import { LinkRecord, PlayerHolder } from '../accounts/links.ts';
import { AbsentRecord, LookUpRecord } from '../members/look-ups.ts';
import { MemberRecord } from '../members/members.ts';
import { DeparturesRecord } from '../members/departure-record.ts';
import { SightsRecord } from '../members/rank-ups.ts';
import { RegistrationRecord } from '../members/registrations.ts';
import { RemindersRecord, remindersKeyOf } from '../members/reminders.ts';
import { RosterRecord, rosterKeyOf } from '../members/rosters.ts';
import { ServerRanksRecord } from '../members/server-ranking.ts';
import { CupsRecord } from '../roles/cups.ts';
import { DebtsRecord } from '../roles/debts.ts';
import { GivenRecord } from '../roles/entries.ts';
import { Disconnects } from '../roles/linked/disconnects.ts';
import { ConnectionRecord, ConnectionsDue } from '../roles/linked/connection-store.ts';
import { WinsRecord } from '../roles/linked/wins.ts';
import { LinesRecord } from '../roles/lines.ts';
import { MarksRecord } from '../roles/marks.ts';
import { RankRecord } from '../roles/ranks.ts';
import { ServerRoles } from '../roles/rules.ts';
import { StoredTicket } from '../linking/tickets.ts';
import { ResultPostRecord } from '../guilds/result-posts.ts';
import { KeptBoards } from '../guilds/boards.ts';
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
import { BoardPostState } from '../jobs/week/boards.ts';
import { ListedTournament, ListRecord } from '../jobs/week/listing.ts';
import { AnnouncementsRecord } from '../jobs/week/announcement-record.ts';
import { RankUpState } from '../jobs/week/rank-ups.ts';
import { SeasonPosts } from '../jobs/week/season-posts.ts';
import { DirectMark } from '../jobs/deliver/outbox.ts';
import { Report } from '../results/report.ts';
import { DueRecord } from '../results/reports.ts';
import type { OpenedStores } from '../store/records.ts';
import { RowList } from '../store/row-index.ts';
import { all, byId, IN_USE, indexed, nobody, people, type Namespace } from './namespace.ts';
import { Session } from './transport.ts';

/**
 * Every namespace of the store (store/README.md has their keys and lifetimes), and what it stores about people: where a Discord id
 * can be, for how long, which section of the privacy page names it, and which step of a departure removes it. Opening a namespace
 * that is missing here stops the start.
 */
export const NAMESPACES: Readonly<Record<string, Namespace>> = {
  absent: people(AbsentRecord, {
    ...IN_USE,
    people: ['key-end'],
    lives: 'minutes',
    // Also of servers where they were never seen.
    keysOf: ({ discordId, guildIds, indexed }) => [
      ...guildIds.map((guildId) => `${guildId}:${discordId}`),
      ...(indexed.get('absent') ?? []),
    ],
  }),
  alerts: people(AlertRecord, { people: ['key'], keysOf: byId, goes: 'rows', lives: 'link', told: 'kept' }),
  announced: nobody(z.union([ResultPostRecord, CLAIM])),
  announcing: nobody(ServerIndex),
  boardindex: nobody(ServerIndex),
  boards: people(ServerRanksRecord, {
    people: [],
    holds: 'player',
    goes: 'boards',
    lives: '7 days',
    told: 'results',
  }),
  calls: nobody(CallClaim),
  cards: nobody(ListedTournament),
  codes: people(CodeRecord, { people: [], holds: 'player', lives: 'minutes', told: 'howLong' }),
  connections: people(ConnectionRecord, {
    people: ['key'],
    keysOf: byId,
    goes: 'connections',
    lives: 'link',
    told: 'linkedRoles',
  }),
  connectionsdue: people(ConnectionsDue, {
    people: ['entries'],
    keysOf: all,
    goes: 'rows',
    lives: 'link',
    told: 'linkedRoles',
  }),
  departures: people(DeparturesRecord, {
    people: [],
    holds: 'sealed',
    lives: 'until done',
    told: 'departures',
  }),
  deskindex: nobody(ServerIndex),
  desks: nobody(DesksRecord),
  devices: nobody(DeviceRecord),
  directs: people(DirectMark, { people: [], holds: 'hash', lives: '30 days', told: 'messages' }),
  disconnects: people(Disconnects, { people: [], holds: 'sealed', lives: 'a day', told: 'linkedRoles' }),
  doctor: nobody(z.string()),
  due: nobody(DueRecord),
  exports: people(z.number(), { ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }),
  feeds: people(StoredFeed, { people: [], holds: 'player', lives: '60 days', told: 'messages' }),
  flows: people(FlowRecord, { ...IN_USE, people: ['discordId'], keysOf: indexed('flows'), lives: 'minutes' }),
  followed: nobody(ServerIndex),
  follows: nobody(FollowRecord),
  given: people(GivenRecord, { people: ['entries'], goes: 'roles', lives: 'link', told: 'roles' }),
  guilds: nobody(GuildSettings),
  helps: nobody(HelpRecord),
  identifies: nobody(CLAIM),
  jobs: nobody(LeaseOwner),
  keptboards: nobody(KeptBoards),
  leases: people(z.string(), { ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }),
  links: people(LinkRecord, { people: ['key'], keysOf: byId, goes: 'link', lives: 'link', told: 'kept' }),
  listing: nobody(ListRecord),
  lookups: nobody(LookUpRecord),
  members: people(MemberRecord, {
    people: ['key'],
    keysOf: byId,
    goes: 'sightings',
    lives: '30 days',
    told: 'kept',
  }),
  news: nobody(AnnouncementsRecord),
  outages: nobody(z.number()),
  owners: people(PlayerHolder, {
    people: ['discordId'],
    keysOf: ({ playerIds }) => playerIds,
    goes: 'link',
    lives: 'link',
    told: 'kept',
  }),
  pressers: people(RowList, { ...IN_USE, people: ['key'], keysOf: byId, lives: '30 days' }),
  presses: people(undefined, { ...IN_USE, people: ['arguments'], lives: 'a day' }),
  probe: nobody(z.number()),
  purges: nobody(CLAIM),
  rankupindex: nobody(ServerIndex),
  rankupposts: people(RankUpState, { people: [], holds: 'hash', lives: 'minutes', told: 'roles' }),
  rankups: people(SightsRecord, { people: ['entries'], goes: 'boards', lives: 'link', told: 'roles' }),
  ranks: people(RankRecord, { people: [], holds: 'player', goes: 'ranks', lives: '60 days', told: 'roles' }),
  registrations: people(RegistrationRecord, {
    people: ['key'],
    keysOf: byId,
    goes: 'rows',
    lives: '90 days',
    told: 'kept',
  }),
  reminded: nobody(z.number()),
  reminders: people(RemindersRecord, {
    people: ['entries'],
    keysOf: ({ discordId }) => [remindersKeyOf(discordId)],
    goes: 'rows',
    lives: 'link',
    told: 'kept',
  }),
  reports: people(Report, {
    people: ['parts'],
    keysOf: indexed('reports'),
    goes: 'results',
    lives: '30 days',
    told: 'results',
  }),
  restarts: nobody(z.string()),
  rolecups: people(CupsRecord, { people: [], holds: 'player', lives: 'until done', told: 'roles' }),
  roledebts: people(DebtsRecord, { people: [], holds: 'sealed', lives: 'until done', told: 'roles' }),
  rolelines: people(LinesRecord, { people: ['parts'], goes: 'roles', lives: 'until done', told: 'roles' }),
  rolemarks: people(MarksRecord, {
    people: ['entries'],
    keysOf: all,
    goes: 'rows',
    isForAll: true,
    lives: 'until done',
    told: 'roles',
  }),
  roles: nobody(ServerRoles),
  rolesindex: nobody(ServerIndex),
  rosters: people(RosterRecord, {
    people: ['entries'],
    keysOf: ({ discordId, guildIds }) => guildIds.map((guildId) => rosterKeyOf(guildId, discordId)),
    goes: 'rows',
    lives: '30 days',
    told: 'kept',
  }),
  shownboards: people(BoardPostState, {
    people: [],
    holds: 'player',
    goes: 'boards',
    lives: '60 days',
    told: 'results',
  }),
  seasonposts: nobody(SeasonPosts),
  seasons: people(SeasonRecord, { people: [], holds: 'player', lives: 'a year', told: 'results' }),
  servers: nobody(ServerListRecord),
  sessions: nobody(Session),
  tickets: people(StoredTicket, {
    ...IN_USE,
    people: ['discordId', 'resume'],
    keysOf: indexed('tickets'),
    lives: 'minutes',
  }),
  tries: people(TriesRecord, { ...IN_USE, people: ['key'], keysOf: byId, lives: 'minutes' }),
  wakes: nobody(WakeRecord),
  watches: nobody(StoredWatch),
  wins: people(WinsRecord, { people: [], holds: 'player', lives: 'for good', told: 'linkedRoles' }),
  wishes: nobody(z.number()),
  writes: nobody(CLAIM),
};

/** The stores with only these namespaces: opening another one throws. */
export const withListed = (stores: OpenedStores): OpenedStores => ({
  ...stores,
  namespace(name, ...how) {
    if (!Object.hasOwn(NAMESPACES, name)) throw new Error(`src/app/namespaces.ts has no namespace ${name}`);
    return stores.namespace(name, ...how);
  },
});
