import { matchRounds } from '../../brackets/match-rounds.ts';
import { isOpen } from '../../brackets/playable.ts';
import { isBetweenTwo } from '../../brackets/players.ts';
import { progressOf } from '../../brackets/results.ts';
import { questionOf } from '../../brackets/question.ts';
import { isSuspended } from '../../brackets/registration.ts';
import { SECOND_MS } from '../../durations.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import { organizersChannelsOf } from '../../guilds/settings.ts';
import { own } from '../../json.ts';
import { channelUrl } from '../../message/channel-url.ts';
import { present } from '../../present.ts';
import type { ShownReport } from '../../replies/report-view.ts';
import { deskPost, type DeskView } from '../../replies/desk.ts';
import { tournamentTitle } from '../../replies/format.ts';
import type { Translate } from '../../words/words.ts';
import { inTurn } from '../owner/in-turn.ts';
import type { Owned } from '../owner/owned.ts';
import type { Owner } from '../part.ts';
import type { FeedRecord } from '../plan/feed-record.ts';
import { readingFor, type FeedReading } from '../plan/plan-input.ts';
import type { Followed, Reading } from '../plan/reading.ts';
import { closeHelp } from './close-help.ts';
import type { DeskDeps } from './desk-ports.ts';
import { lacksItems, nextItems, openItems, struckItem, type DeskInput, type DeskItem } from './desk-items.ts';
import { hashOf, openDeskPosts } from './desk-posts.ts';
import { newDesk, type Desk, type StoredDesks } from './desk-record.ts';
import { findHelp } from './find-help.ts';
import { createHandlers } from './handlers.ts';
import { createRests } from './rests.ts';
import { helpIn, leftHelp, settledHelp } from './settled-help.ts';

/** The least time between two edits of one desk, and between two looks at one whose tournament does not run. */
const EDIT_MS = 30 * SECOND_MS;

/** A desk before its update. */
interface NextDesk {
  input: DeskInput;
  open: ReadonlyMap<string, DeskItem>;
  items: Pick<Desk, 'open' | 'struck'>;
}

/** Whether a desk is in a channel that the server has since replaced. */
const isElsewhere = (
  { forChannelId, message }: Desk,
  organizers: readonly string[],
  { channelId }: Pick<DeskInput, 'channelId'>,
): boolean =>
  message !== undefined &&
  (forChannelId === undefined
    ? organizers.length > 0 && !organizers.includes(message.channelId)
    : forChannelId !== (organizers[0] ?? channelId));

/** The server's desks, one pass after the other. */
export function createDeskTurns(deps: DeskDeps, owner: Owner) {
  const { guilds, monotonic, now } = deps;
  const handlers = createHandlers();
  /** By server and tournament. Cached, since hashing keys costs time. */
  const seen = new Map<string, { feed: FeedRecord; reading: Reading; keyed: FeedReading }>();

  /** By server and tournament. */
  const rested = createRests({ monotonic, forMs: EDIT_MS });

  /** By server and tournament: the first reading that lacked a match of the desk, by the time of its bracket. */
  const lackingSince = new Map<string, number>();

  /** Whether there is anything to say of what does not run. */
  function rests(key: string, tournamentId: string, stored: Desk | undefined): boolean {
    const reading = owner.followed.reading(tournamentId);
    if (reading === undefined || reading.stage === 'running') return false;
    return stored === undefined || rested.isSame(key, reading.shows);
  }

  function keyedReading(key: string, feed: FeedRecord, reading: Reading): FeedReading {
    const before = seen.get(key);
    if (before?.feed === feed && before.reading === reading) return before.keyed;
    const keyed = readingFor(feed, reading);
    seen.set(key, { feed, reading, keyed });
    return keyed;
  }

  /** A partial bracket may lack matches: only the next reading confirms that they are gone. */
  function isDoubtful(key: string, input: DeskInput, desk: Desk): boolean {
    const { bracketAt } = input.reading;
    if (!lacksItems(input, desk)) {
      lackingSince.delete(key);
      return false;
    }
    const since = lackingSince.get(key) ?? bracketAt;
    lackingSince.set(key, since);
    return since === bracketAt;
  }

  async function inputOf(
    guildId: string,
    tournamentId: string,
    owned: Owned,
  ): Promise<DeskInput | undefined> {
    const followers = owner.followed.in(guildId).filter(({ follow }) => follow.tournamentId === tournamentId);
    const lead: Followed | undefined = followers.find(({ leads }) => leads.calls) ?? followers[0];
    const reading = owner.followed.reading(tournamentId);
    const feed = lead && owner.followed.feed(lead);
    if (lead === undefined || reading === undefined || feed === undefined) return undefined;
    const keyed = keyedReading(`${guildId}:${tournamentId}`, feed, reading);
    const reports = new Map<string, ShownReport>();
    for (const { key, match } of keyed.matches) {
      const canBeReported = match.id !== '' && isBetweenTwo(match);
      const report = canBeReported ? await owner.followed.report(match, guildId) : undefined;
      if (report !== undefined) reports.set(key, report);
    }
    const help = helpIn(await findHelp(guildId, deps, owned), tournamentId);
    return { feed, reading: keyed, reports, help, channelId: lead.follow.channelId };
  }

  function nextDesk(desk: Desk | undefined, input: DeskInput): NextDesk {
    const before = desk ?? newDesk('');
    const open = openItems(input, before);
    return { input, open, items: nextItems(before, open, now()) };
  }

  async function viewOf(
    { input, items, open }: NextDesk,
    { guildId, channelId }: { guildId: string; channelId: string },
    owned: Owned,
    t: Translate,
  ): Promise<DeskView> {
    const { reading, reports } = input;
    const { isCurrent, stage, tournament } = reading;
    const rounds = matchRounds(reading.bracket, t);
    const waiting = await Promise.all(
      [...open.values()].map(async ({ kind, match, message, help }) =>
        present({
          kind,
          match,
          round: rounds.get(match),
          url: message && channelUrl(guildId, message.channelId, message.messageId),
          handler: help && (await handlers.of(help, owned)),
        }),
      ),
    );
    const reported = new Set(
      reading.matches.flatMap(({ key, match }) =>
        ['open', 'disputed'].includes(reports.get(key)?.report.state ?? '') ? [match] : [],
      ),
    );
    const struck = Object.keys(items.struck).flatMap((id) => {
      const { kind, match } = struckItem(id, input);
      if (match === undefined) return [];
      const isReported = kind === 'late' && reported.has(match);
      return [{ kind, match, struck: isReported ? ('reported' as const) : ('settled' as const) }];
    });
    const matches = reading.matches.map(({ match }) => match);
    return {
      tournament,
      stage,
      isPostponed: isSuspended(tournament),
      rounds: [...new Set(matches.filter(isOpen).flatMap((match) => rounds.get(match) ?? []))],
      progress: progressOf((reading.bracket?.rounds ?? []).flatMap((round) => round.matches)),
      items: [...waiting, ...struck],
      missing: matches.filter(isOpen),
      isComplete: isCurrent && matches.length > 0 && matches.every((match) => questionOf(match) !== 'open'),
      isHidden: await hidesResults(guilds, { guildId, channelId, tournamentId: tournament.id }),
    };
  }

  /** Compares one desk with the current state, and updates it. */
  async function takeOne(
    guildId: string,
    tournamentId: string,
    owned: Owned,
    desks: StoredDesks,
  ): Promise<void> {
    const key = `${guildId}:${tournamentId}`;
    const stored = own(desks.read(), tournamentId);
    const isFollowed = owner.followed.in(guildId).some(({ follow }) => follow.tournamentId === tournamentId);
    if (isFollowed && rests(key, tournamentId, stored)) return;
    const t = await guilds.translator(guildId);
    const posts = openDeskPosts(deps, owned, { guildId, tournamentId, t, desks });
    if (!isFollowed) return stored && closeLeft({ guildId, tournamentId, t }, owned, posts, stored);
    const input = await inputOf(guildId, tournamentId, owned);
    if (input === undefined) return;
    if (stored !== undefined && isDoubtful(key, input, stored)) return;
    await closeHelp(guildId, settledHelp(input), deps, owned, t);
    const { reading } = input;
    const organizers = organizersChannelsOf(await guilds.settings.recent(guildId));
    const isMoved =
      reading.stage === 'running' && stored !== undefined && isElsewhere(stored, organizers, input);
    const desk = isMoved ? await posts.leave(stored) : stored;
    const next = nextDesk(desk, input);
    // In a public channel, it begins with its first item.
    const begins =
      reading.stage === 'running' && reading.isCurrent && (organizers.length > 0 || next.open.size > 0);
    if (desk?.message === undefined && desk?.pending === undefined && !begins) return;
    const channelId = desk?.message?.channelId ?? organizers[0] ?? input.channelId;
    const name = tournamentTitle(reading.tournament, t);
    const shown = { ...(desk ?? newDesk(name)), name };
    const mayEdit = shown.shows === '' || Math.abs(now() - shown.editedAt) >= EDIT_MS;
    if (mayEdit && !rested.isUnchanged(key, input.reading)) {
      const post = deskPost(await viewOf(next, { guildId, channelId }, owned, t), t);
      if (hashOf(post) !== shown.shows) await posts.show({ ...shown, ...next.items }, post, input);
      else rested.note(key, reading);
    }
    await posts.callRounds(next.open, input);
  }

  /** Closes the desk of an unfollowed tournament, using the stored desk, which may be newer. */
  async function closeLeft(
    { guildId, tournamentId, t }: { guildId: string; tournamentId: string; t: Translate },
    owned: Owned,
    posts: ReturnType<typeof openDeskPosts>,
    desk: Desk,
  ): Promise<void> {
    const follows = Object.values(await guilds.follows.read(guildId));
    const all = follows.filter((follow) => follow.tournamentId === tournamentId);
    if (all.some(({ stopped }) => stopped === undefined)) return;
    const isOver = all.some(({ stopped }) => stopped?.reason === 'over');
    const left = leftHelp(await findHelp(guildId, deps, owned), tournamentId, isOver);
    if (!(await closeHelp(guildId, left, deps, owned, t))) return;
    // A desk that shows how it ended stays as it is.
    await posts.close(desk, { isOver });
  }

  return {
    async take(guildId: string, owned: Owned, desks: StoredDesks): Promise<void> {
      const followed = owner.followed.in(guildId).map(({ follow }) => follow.tournamentId);
      await inTurn(new Set([...Object.keys(desks.read()), ...followed]), (tournamentId) =>
        takeOne(guildId, tournamentId, owned, desks),
      );
    },
    clear(): void {
      seen.clear();
      rested.clear();
      lackingSince.clear();
      handlers.clear();
    },
  };
}
