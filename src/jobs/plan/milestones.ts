import { firstThree, isWinnerUnsaid } from '../../brackets/ending.ts';
import { DAY_MS } from '../../durations.ts';
import { registrationOf } from '../../brackets/registration.ts';
import { scoresOf } from '../../brackets/results.ts';
import { sha256 } from '../../sha256.ts';
import { present } from '../../present.ts';
import type { Act } from './acts.ts';
import type { FeedRecord, Milestone } from './feed-record.ts';
import { namedPlayers, playerHash } from './match-keys.ts';
import { MAX_CHANGES } from './match-record.ts';
import type { PlanInput } from './plan-input.ts';
import type { Bracket, PlayerName, Tournament } from '../../reading/records.ts';
import { isSurelyOn, type Reading } from './reading.ts';

/** Whether registration is open by all that the record says but the start, which may move. */
const takesPlayers = ({ startsAt: _moves, ...record }: Tournament, now: number): boolean =>
  registrationOf(record, now) === 'open';

/** The milestones past in the first reading: they never get a post. */
export function milestonesBefore({ isDecided, stage, tournament, readAt }: Reading): Milestone[] {
  if (stage === 'registration') return takesPlayers(tournament, readAt) ? ['open'] : [];
  return isDecided || stage === 'over' ? ['open', 'start', 'champion'] : ['open', 'start'];
}

/** In place of a hash: it has not ended. */
const NO_END = 'none';

/** Hash of what the post of the end should show now. */
export function championShows({ ending, tournament }: Pick<Reading, 'ending' | 'tournament'>): string {
  if (ending === undefined) return NO_END;
  if (ending.kind === 'table')
    return sha256(JSON.stringify([ending.places, ending.standings, tournament.name]), 16);
  const { final, winner, runnerUp, third } = ending;
  return sha256(JSON.stringify([winner, runnerUp, third, final && scoresOf(final), tournament.name]), 16);
}

/** The hash of the same player in this bracket: the platform may have added an id since. */
function hashNow(hash: string, bracket: Bracket | undefined): string {
  const player = namedPlayers(bracket).get(hash);
  return player === undefined ? hash : playerHash(player);
}

type ChampionPost = NonNullable<FeedRecord['champion']>;

/** The post of the end once it shows a reading: the current first, and the one before a change. */
export function withChampion(post: ChampionPost, { bracket, ending }: Reading): ChampionPost {
  const [first] = ending === undefined ? [] : firstThree(ending);
  if (first === undefined) return post;
  const winner = playerHash(first);
  const { winner: shown, before: earlier, ...rest } = post;
  const isWinner = (hash: string): boolean => hashNow(hash, bracket) === winner;
  const before = shown === undefined || isWinner(shown) ? earlier : shown;
  return { ...rest, winner, ...present({ before: before && !isWinner(before) ? before : undefined }) };
}

/** The only first, if there is exactly one. */
function winnerOf(ending: Reading['ending']): PlayerName | undefined {
  if (ending === undefined) return undefined;
  if (ending.kind === 'final') return ending.winner;
  const [first, second] = ending.places;
  return first?.place === 1 && second?.place !== 1 ? first.row.player : undefined;
}

/** Records the posted winner before the post of the end shows another one. */
export const withToldWinner = (feed: FeedRecord, reading: Reading): FeedRecord => {
  const winner = winnerOf(reading.ending);
  const told = feed.winner?.told ?? feed.champion?.winner ?? (winner && playerHash(winner));
  return told === undefined || feed.winner !== undefined ? feed : { ...feed, winner: { told, changes: 0 } };
};

/** A post that the winner has changed, with the same ping as the first one; and strikes the post that named someone else. */
function winnerActs({ champion, winner: known }: FeedRecord, { bracket, ending, stage }: Reading): Act[] {
  const { changes = 0, post, told = champion?.winner } = known ?? {};
  const first = stage === 'over' ? winnerOf(ending) : undefined;
  const winner = first && playerHash(first);
  const strikes: Act[] =
    post !== undefined && hashNow(post.winner, bracket) !== winner
      ? [{ kind: 'strike-winner', messageId: post.messageId }]
      : [];
  if (winner === undefined || told === undefined || changes >= MAX_CHANGES) return strikes;
  return hashNow(told, bracket) === winner
    ? strikes
    : [...strikes, { kind: 'new-winner', winner, before: told }];
}

/** An end that could not be posted for this long is no longer news. */
const END_MS = DAY_MS;

/** The milestone posts that are due, each once; and the champion's post if it no longer holds. Pure. */
export function milestoneActs({
  feed,
  followed,
  now,
  reading,
}: Pick<PlanInput, 'feed' | 'followed' | 'now' | 'reading'>): Act[] {
  const { isCurrent, lacksBracket, stage, tournament } = reading;
  // A tournament that never showed a bracket ends without one.
  const isSeen = isCurrent || stage === 'cancelled' || reading.hasNoBracket;
  const past = new Set(feed.milestones);
  const acts: Act[] = [];
  const passed: Milestone[] = [];
  const isOpen = stage === 'registration' && takesPlayers(tournament, now);
  // The live post says it already; a separate message is only for the role mention.
  if (isOpen && !past.has('open')) {
    if (followed.leads.ping) acts.push({ kind: 'milestone', milestone: 'open' });
    else passed.push('open');
  }
  if (!isOpen && feed.open !== undefined) acts.push({ kind: 'strike-open' });
  if (isSurelyOn(reading) && !past.has('start') && (isCurrent || lacksBracket))
    acts.push({ kind: 'milestone', milestone: 'start' });
  if (stage === 'over' && !past.has('start')) passed.push('start');
  const shows = championShows(reading);
  const isNews = Math.abs(now - (feed.overAt ?? now)) < END_MS;
  if (stage === 'over' && isSeen && isNews && !past.has('champion'))
    acts.push({ kind: 'milestone', milestone: 'champion' });
  const isSaid = isSeen && (feed.champion?.shows === NO_END || !isWinnerUnsaid(reading));
  if (isSaid && feed.champion !== undefined && feed.champion.shows !== shows)
    acts.push({ kind: 'champion', shows });
  if (isSaid) acts.push(...winnerActs(feed, reading));
  return passed.length > 0 ? [{ kind: 'pass', milestones: passed }, ...acts] : acts;
}
