import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { createGuilds } from '../guilds/guilds.ts';
import type { createDropMentions } from '../jobs/deliver/drop-mentions.ts';
import type { createJobs } from '../jobs/create-jobs.ts';
import { createDesks } from '../jobs/desk/create-desk.ts';
import type { DeskDeps } from '../jobs/desk/desk-ports.ts';
import { every } from '../jobs/every.ts';
import type { JobPart, Owner } from '../jobs/part.ts';
import type { createCards } from '../jobs/week/cards.ts';
import { createWeek } from '../jobs/week/create-week.ts';
import type { WeekDeps } from '../jobs/week/week-deps.ts';
import type { JobsDeps } from '../jobs/work.ts';
import type { NewLink } from '../linking/link-flow.ts';
import type { createResults } from '../results/create-results.ts';
import { createRoleWork } from '../roles/create-role-work.ts';
import { createLinkedWork } from '../roles/linked/create-linked-work.ts';
import type { createPeople } from './create-people.ts';
import type { createRoleParts } from './create-role-parts.ts';
import type { Reactions } from './facts.ts';

/** How often the daily purges check whether they are due; a check is one step of the store. */
const PURGE_MS = MINUTE_MS;
/** Within a minute, the owner finishes presses whose process died. */
const RESULTS_MS = 15 * SECOND_MS;
/** How soon a failed step of a Hide, an unlink or a deletion is retried. */
const LEAVING_MS = 5 * SECOND_MS;
/** How often a failed step of the start is retried. */
const START_AGAIN_MS = 10 * MINUTE_MS;

/** The parts that react to facts or work in the background. */
export interface BackgroundParts extends Pick<
  ReturnType<typeof createPeople>,
  'departures' | 'learnName' | 'links' | 'rankUps' | 'sweep' | 'tryKeys'
> {
  /** What background work is built on. */
  background: DeskDeps & JobsDeps & WeekDeps;
  cards: ReturnType<typeof createCards>;
  dropMentions: ReturnType<typeof createDropMentions>;
  guilds: ReturnType<typeof createGuilds>;
  jobs: ReturnType<typeof createJobs>;
  results: ReturnType<typeof createResults>;
  roles: ReturnType<typeof createRoleParts>;
  welcome: (link: NewLink) => Promise<void>;
}

/** Who reacts to what, in order. */
export const REACTIONS: Reactions<BackgroundParts> = {
  tournamentGone: [({ cards }, tournamentId) => cards.forget(tournamentId)],
  ranksSeen: [
    ({ roles }, ranks) => roles.rules.noteRanks(ranks),
    ({ rankUps }, ranks) => rankUps.note(ranks),
  ],
  rankChanged: [({ roles }, discordId) => roles.noteLinked(discordId)],
  playerNamed: [({ learnName }, playerId, name) => learnName(playerId, name)],
  memberLinked: [({ welcome }, link) => welcome(link)],
  memberChanged: [
    ({ roles }, discordId) => roles.rules.mark(discordId),
    ({ roles }, discordId) => roles.noteLinked(discordId),
  ],
  linkedRolesLeft: [({ roles }, discordId) => roles.forgetConnection(discordId)],
  rolesLeft: [({ roles }, discordId, how) => roles.rules.leave(discordId, how)],
  reportsLeft: [({ results }, discordId, how) => results.forgetMember(discordId, how)],
  mentionsLeft: [({ dropMentions }, who) => dropMentions(who)],
  playerLeft: [({ roles }, playerId) => roles.rules.forgetPlayer(playerId)],
  serverLeft: [({ roles }, guildId) => roles.rules.forgetServer(guildId)],
  followForgotten: [({ jobs }, follow) => jobs.forget(follow)],
};

type OwnerWork = (parts: Omit<BackgroundParts, 'jobs'>, owner: Owner) => JobPart | undefined;

/** The owner's work beside the followed tournaments, in order. */
export const OWNER_WORK: Readonly<Record<string, OwnerWork>> = {
  week: ({ background }, owner) => createWeek(background, owner),
  desks: ({ background }, owner) => createDesks(background, owner),
  roles: ({ roles }, owner) => createRoleWork(roles.work, owner),
  linkedRoles: ({ background, links, roles: { connections, linked } }, owner) =>
    linked && createLinkedWork({ ...background, discord: connections, linkedRoles: linked, links }, owner),
  departures: ({ background, departures }, { lease }) =>
    every({
      ...background,
      everyMs: LEAVING_MS,
      work: (epoch) => departures.run(() => lease.check(epoch)),
      failure: 'steps of a Hide, an unlink or a deletion failed; they are tried again',
    }),
  deadlines: ({ background, results }, { run }) =>
    every({
      ...background,
      everyMs: RESULTS_MS,
      work: (epoch) => run(epoch, ({ channels }) => results.deadlines(channels)),
      failure: 'the deadlines of reports could not be checked; they are tried again',
    }),
};

/** Work of every process: first after `firstAfterMs`, then repeatedly until it says that it is done. Never rejects. */
interface Chore {
  everyMs: number;
  firstAfterMs: number;
  run: (parts: BackgroundParts, signal: AbortSignal) => Promise<void | 'done'>;
}
export const CHORES: Readonly<Record<string, Chore>> = {
  keys: { everyMs: MINUTE_MS, firstAfterMs: 0, run: ({ tryKeys }, signal) => tryKeys(signal) },
  leftServers: { everyMs: PURGE_MS, firstAfterMs: PURGE_MS, run: ({ guilds }) => guilds.purge() },
  people: { everyMs: PURGE_MS, firstAfterMs: PURGE_MS, run: ({ sweep }) => sweep() },
  metadata: { everyMs: START_AGAIN_MS, firstAfterMs: 0, run: ({ roles }) => roles.publishMetadata() },
};
