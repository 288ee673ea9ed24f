import { tablesByRound } from '../../src/brackets/round-tables.ts';
import { endingOf, isDecided } from '../../src/brackets/ending.ts';
import { stageOf } from '../../src/brackets/tournament-stage.ts';
import { TURN_LIMITS } from '../../src/jobs/plan/turn-limits.ts';
import type { Act } from '../../src/jobs/plan/acts.ts';
import { newFeed, withBaseline, withIdentities, withOrder } from '../../src/jobs/plan/baseline.ts';
import { withWaits } from '../../src/jobs/plan/elapsed.ts';
import type { FeedRecord } from '../../src/jobs/plan/feed-record.ts';
import { championShows, withChampion } from '../../src/jobs/plan/milestones.ts';
import {
  editMatches,
  noteDirect,
  noteMilestones,
  noteOverdue,
  noteResults,
  noteSent,
  noteShown,
  noteTable,
  noteThread,
  noteUnreminded,
  withCallShown,
} from '../../src/jobs/plan/notices.ts';
import { plan } from '../../src/jobs/plan/plan.ts';
import { tableIn, tableShows } from '../../src/jobs/plan/round-tables.ts';
import { withSchedule } from '../../src/jobs/plan/schedule.ts';
import { readingFor, type PlanInput } from '../../src/jobs/plan/plan-input.ts';
import type { Reading } from '../../src/jobs/plan/reading.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { cup, T0 } from './night-records.ts';

/** A reading of a running cup's bracket. */
export function reading(bracket: Bracket | undefined, more: Partial<Reading> = {}): Reading {
  const tournament = more.tournament ?? cup();
  const stage = more.stage ?? stageOf(tournament, bracket);
  return {
    tournament,
    stage,
    hasNoBracket: false,
    isDecided: isDecided(tournament, bracket),
    isCurrent: bracket !== undefined,
    lacksBracket: false,
    ...present({ bracket, ending: endingOf(tournament, bracket, stage) }),
    shows: JSON.stringify([tournament, bracket]),
    readAt: T0,
    bracketAt: T0,
    ...more,
  };
}

const nameOf = ({ sides }: Match): string =>
  sides.map(({ player }) => player?.id ?? player?.name?.toLowerCase() ?? '?').join('-');

/** Without `awaitsBracket`, which a test sets itself. */
function firstFeed(one: Reading): FeedRecord {
  const { awaitsBracket: _unset, ...feed } = { ...newFeed(one), epoch: 1 };
  return feed;
}

/** A channel that does all that is planned, and says it in short: "call a-b", "results a-b:1:3-1". */
export function toldChannel(options: Partial<PlanInput> = {}) {
  let feed: FeedRecord | undefined;
  let messages = 0;
  const names = new Map<string, string>();

  /** Each is a separate reading, even if a test gives no time. */
  const asNew = (one: Reading): Reading =>
    one.bracketAt === feed?.bracketAt ? { ...one, bracketAt: one.bracketAt + 1 } : one;

  /** What the acts of a reading are, in order, before any was done. */
  function acts(one: Reading, more: Partial<PlanInput> = {}): Act[] {
    const now = more.now ?? one.readAt;
    feed = withBaseline(feed ?? firstFeed(one), one);
    feed = withOrder(feed, readingFor(feed, one));
    const seen = readingFor(feed, one);
    for (const { key, match } of seen.matches) if (!names.has(key)) names.set(key, nameOf(match));
    return plan({
      feed,
      reading: seen,
      elapsed: since(one),
      followed: {
        follow: {
          tournamentId: 't1',
          channelId: '10',
          topics: { calls: true, results: true, event: false },
          since: 0,
        },
        leads: { calls: true, results: true, event: true, ping: false, end: true },
      },
      sharesResults: false,
      limits: TURN_LIMITS,
      resultsChannelId: '10',
      memberResults: new Map(),
      reports: new Map(),
      reach: new Map(seen.matches.map(({ key }) => [key, [{ how: 'name' }, { how: 'name' }]])),
      event: undefined,
      ...options,
      ...more,
      now,
    });
  }

  const since = ({ bracketAt }: Reading) => ({
    ms: bracketAt - (feed?.bracketAt ?? bracketAt),
    isExact: true,
  });
  const nameOfKey = (key: string): string => names.get(key) ?? key;
  const lineOf = (act: Act): string => {
    switch (act.kind) {
      case 'live':
      case 'edit-live':
        return 'live';
      case 'results':
      case 'correct':
      case 'note': {
        const all = act.results.map(({ key, result }) => `${nameOfKey(key)}:${result}`).toSorted();
        const marks = [...('gap' in act && act.gap ? ['(gap)'] : []), ...('table' in act ? ['(table)'] : [])];
        return [act.kind, ...all, ...marks].join(' ');
      }
      case 'close':
        return `close ${nameOfKey(act.key)}:${act.shows}${act.result === undefined ? ' (told elsewhere)' : ''}`;
      case 'milestone':
        return act.milestone;
      case 'schedule':
        return act.schedule.state;
      case 'pass':
        return `pass ${act.milestones.join(' ')}`;
      case 'champion':
        return 'champion edit';
      case 'start':
        return 'start edit';
      case 'direct':
        return `direct ${act.discordId}`;
      case 'edit-direct':
        return `edit-direct ${nameOfKey(act.key)}:${act.shows}`;
      case 'edit-thread':
        return `edit-thread ${nameOfKey(act.key)}:${act.shows}`;
      case 'link-call':
      case 'strike-open':
      case 'strike-plan':
      case 'strike-winner':
      case 'new-winner':
        return act.kind;
      case 'late':
        return `late${act.asks === 'one' ? ' (to one)' : ''} ${nameOf(act.call.match)}`;
      case 'unremind':
        return `unremind ${nameOfKey(act.key)}`;
      case 'call':
        return `call ${nameOf(act.call.match)}`;
      case 'thread':
        return `thread ${nameOf(act.call.match)}`;
      case 'close-thread':
        return `close-thread ${nameOfKey(act.key)}`;
      case 'overdue':
      case 'often':
        return [act.kind, ...act.keys.map(nameOfKey)].join(' ');
      case 'table':
      case 'edit-table':
      case 'pass-tables':
        return act.kind;
      case 'event':
        return `event ${act.step.kind}`;
    }
  };

  function done(act: Act, one: Reading, at: number): void {
    if (feed === undefined) return;
    const sent = { messageId: String((messages += 1)), channelId: '10', at };
    switch (act.kind) {
      case 'live':
        feed = { ...feed, live: { messageId: '1', shows: one.shows, editedAt: at } };
        return;
      case 'edit-live':
        feed = { ...feed, live: { messageId: feed.live?.messageId ?? '1', shows: one.shows, editedAt: at } };
        return;
      case 'milestone':
        feed = noteSent(feed, act, sent);
        if (feed.champion)
          feed = { ...feed, champion: { ...withChampion(feed.champion, one), shows: championShows(one) } };
        return;
      case 'champion':
        feed = { ...feed, champion: { messageId: feed.champion?.messageId ?? '', shows: act.shows } };
        return;
      case 'start':
        feed = { ...feed, ...present({ start: feed.start && { ...feed.start, shows: act.shows } }) };
        return;
      case 'pass':
        feed = noteMilestones(feed, act.milestones);
        return;
      case 'strike-winner':
        return;
      case 'strike-open': {
        const { open: _closed, ...rest } = feed;
        feed = rest;
        return;
      }
      case 'strike-plan':
        feed = { ...feed, plans: feed.plans?.slice(-1) ?? [] };
        return;
      case 'schedule':
      case 'new-winner':
      case 'results':
      case 'table':
      case 'often':
      case 'link-call':
        feed = noteSent(feed, act, sent);
        return;
      case 'edit-table':
        feed = noteTable(feed, act.round, { ...feed.tables?.[act.round], shows: act.shows });
        return;
      case 'pass-tables':
        feed = act.rounds.reduce((next, round) => noteTable(next, round, { shows: '' }), feed);
        return;
      case 'overdue':
        feed = noteOverdue(feed, act.keys);
        return;
      case 'unremind':
        feed = noteUnreminded(feed, act.key);
        return;
      case 'late': {
        const asks = act.asks === 'one' ? { asks: act.asks } : {};
        feed = noteSent(feed, { kind: 'late', keys: [act.call.key], ...asks }, sent);
        return;
      }
      case 'call':
      case 'thread':
        feed = noteSent(feed, { kind: act.kind, keys: [act.call.key] }, sent);
        return;
      case 'correct': {
        const { postId, results } = act;
        feed = noteResults(feed, results, { postId, channelId: '10' });
        const round = act.table ?? tableIn(feed, postId);
        const table = round === undefined ? undefined : tablesByRound(one.bracket).get(round);
        if (round !== undefined && table !== undefined)
          feed = noteTable(feed, round, { messageId: postId, channelId: '10', shows: tableShows(table) });
        return;
      }
      case 'close': {
        const { key, result, shows } = act;
        feed = editMatches(
          noteResults(feed, result === undefined ? [] : [{ key, result }]),
          [key],
          (record) => withCallShown(record, shows),
        );
        return;
      }
      case 'note':
        feed = act.results.reduce(noteShown, feed);
        return;
      case 'close-thread':
        feed = noteThread(feed, act.key, { state: 'done' });
        return;
      case 'direct':
        feed = noteDirect(feed, act.call.key, {});
        return;
      case 'edit-direct':
        feed = noteDirect(feed, act.key, { shows: act.shows });
        return;
      case 'edit-thread':
        feed = noteThread(feed, act.key, {
          state: 'open',
          ...feed.matches.get(act.key)?.thread,
          shows: act.shows,
        });
        return;
      case 'event':
    }
  }

  return {
    feed: () => feed,
    change: (edit: (feed: FeedRecord) => FeedRecord) => void (feed = feed && edit(feed)),
    acts: (one: Reading, more: Partial<PlanInput> = {}): string[] => acts(asNew(one), more).map(lineOf),
    /** Another turn by the same bracket. */
    seeAgain: (read: Reading): string[] => see({ ...read, bracketAt: feed?.bracketAt ?? read.bracketAt }),
    /** Shows a reading, and does all that it asks for. */
    see: (read: Reading, more: Partial<PlanInput> = {}): string[] => see(asNew(read), more),
  };

  function see(one: Reading, more: Partial<PlanInput> = {}): string[] {
    const planned = acts(one, more);
    for (const act of planned) done(act, one, more.now ?? one.readAt);
    if (feed) {
      const seen = readingFor(feed, one);
      const noted = withSchedule(withWaits(feed, seen, more.elapsed ?? since(one)), seen);
      feed = { ...withIdentities(noted, seen), bracketAt: one.bracketAt };
    }
    return planned.map(lineOf);
  }
}
