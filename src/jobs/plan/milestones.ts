import { podiumOf } from '../../brackets/night.ts';
import { registrationOf } from '../../brackets/registration.ts';
import { scoresOf } from '../../brackets/results.ts';
import { sha256 } from '../../sha256.ts';
import type { Act } from './acts.ts';
import type { Milestone } from './feed-record.ts';
import type { PlanInput } from './plan-input.ts';
import type { Reading } from './reading.ts';

/** What is so already by a first reading: it is never told. */
export function milestonesBefore({ stage, tournament, readAt, winner }: Reading): Milestone[] {
  if (stage === 'registration') return registrationOf(tournament, readAt) === 'open' ? ['open'] : [];
  return winner !== undefined || stage === 'over' ? ['open', 'start', 'champion'] : ['open', 'start'];
}

/** What the champion's post shows by now, as a hash; `none` while nobody has won. */
export function championShows({ bracket, tournament }: Pick<Reading, 'bracket' | 'tournament'>): string {
  const podium = bracket && podiumOf(tournament, bracket);
  if (podium === undefined) return 'none';
  const { final, winner, runnerUp, third } = podium;
  return sha256(JSON.stringify([winner, runnerUp, third, scoresOf(final), tournament.name]), 16);
}

/** The posts of their own that are due, each once; and the champion's, where it is no longer so. Pure. */
export function milestoneActs({
  feed,
  followed,
  now,
  reading,
}: Pick<PlanInput, 'feed' | 'followed' | 'now' | 'reading'>): Act[] {
  const { isCurrent, lacksBracket, stage, tournament, winner } = reading;
  const past = new Set(feed.milestones);
  const acts: Act[] = [];
  const passed: Milestone[] = [];
  const isOpen = stage === 'registration' && registrationOf(tournament, now) === 'open';
  // The live post says it; a message of its own is for the role alone.
  if (isOpen && !past.has('open')) {
    if (followed.leads.ping) acts.push({ kind: 'milestone', milestone: 'open' });
    else passed.push('open');
  }
  if (stage === 'running' && !past.has('start') && (isCurrent || lacksBracket))
    acts.push({ kind: 'milestone', milestone: 'start' });
  if (stage === 'over' && !past.has('start')) passed.push('start');
  if (stage === 'over' && isCurrent && winner !== undefined && !past.has('champion'))
    acts.push({ kind: 'milestone', milestone: 'champion' });
  const shows = championShows(reading);
  // One reading alone takes no champion back.
  const isSure = shows !== 'none' || feed.champion?.undone === true;
  if (isCurrent && isSure && feed.champion !== undefined && feed.champion.shows !== shows)
    acts.push({ kind: 'champion', shows });
  return passed.length > 0 ? [{ kind: 'pass', milestones: passed }, ...acts] : acts;
}
