import { tablesByRound, type RoundTable } from '../../brackets/round-tables.ts';
import { placesIn } from '../../brackets/standings.ts';
import { hasEnded } from '../../brackets/tournament-stage.ts';
import type { Bracket } from '../../reading/records.ts';
import { sha256 } from '../../sha256.ts';
import type { Act } from './acts.ts';
import { doubtful } from './doubt.ts';
import type { FeedRecord } from './feed-record.ts';
import { pendingOf, sameText } from './pending.ts';
import type { PlanInput } from './plan-input.ts';
import { resultOf } from './result-codes.ts';

/** Rows posted between rounds. */
const FIRST_ROWS = 5;

/** A message with more results has no room for a table below them. */
const RESULTS_BESIDE = 10;

/** Hash of what a table's post shows. */
export const tableShows = ({ standings }: RoundTable): string =>
  sha256(JSON.stringify([standings.rows.slice(0, FIRST_ROWS), placesIn(standings)]), 16);

/** The rounds that are over in the first reading: their tables are never posted. */
export const tablesBefore = (bracket: Bracket | undefined): NonNullable<FeedRecord['tables']> =>
  Object.fromEntries(
    [...tablesByRound(bracket)].flatMap(([round, { isOver }]) => (isOver ? [[round, { shows: '' }]] : [])),
  );

/** The matches whose results are shown, now or after these acts. */
function shownKeys({ matches }: FeedRecord, acts: readonly Act[]): ReadonlySet<string> {
  const shown = [...matches].flatMap(([key, { result }]) => (result === undefined ? [] : [key]));
  const next = acts.flatMap((act) => {
    if (act.kind === 'close') return act.result === undefined ? [] : [act.key];
    return act.kind === 'results' || act.kind === 'correct' || act.kind === 'note'
      ? act.results.map(({ key }) => key)
      : [];
  });
  return new Set([...shown, ...next]);
}

/** The act that also shows a round's table: its newest message with results, or a separate message. */
function withTable(acts: readonly Act[], round: string, { feed, resultsChannelId }: PlanInput): Act[] {
  const pending = pendingOf(feed, 'results');
  const at = acts.findLastIndex((act) => act.kind === 'results' && act.round === round);
  const added = acts[at];
  if (added?.kind === 'results') {
    // A pending message is sent again unchanged.
    if (pending.some((notice) => sameText(notice, added))) return [...acts];
    if (added.results.length <= RESULTS_BESIDE) return acts.with(at, { ...added, table: round });
  } else {
    const [postId, post] =
      Object.entries(feed.posts).findLast(
        ([, one]) => one.round === round && one.channelId === resultsChannelId,
      ) ?? [];
    if (postId !== undefined && post !== undefined) {
      const edit = acts.findIndex((act) => act.kind === 'correct' && act.postId === postId);
      const correction = acts[edit];
      const more = correction?.kind === 'correct' ? correction.results.length : 0;
      if (post.keys.length + more <= RESULTS_BESIDE)
        return correction?.kind === 'correct'
          ? acts.with(edit, { ...correction, table: round })
          : [...acts, { kind: 'correct', postId, results: [], table: round }];
    }
  }
  return [...acts, { kind: 'table', round }];
}

/** The round whose table a message with results shows. */
export const tableIn = ({ tables = {} }: FeedRecord, postId: string): string | undefined =>
  Object.keys(tables).find((round) => tables[round]?.messageId === postId);

/** The edit of the message with a round's table, if the table has changed. */
function tableEdit(acts: readonly Act[], round: string, shows: string, { feed }: PlanInput): Act[] {
  const { messageId, shows: before } = feed.tables?.[round] ?? {};
  if (messageId === undefined || before === shows) return [];
  if (!(messageId in feed.posts)) return [{ kind: 'edit-table', round, shows }];
  const isEdited = acts.some((act) => act.kind === 'correct' && act.postId === messageId);
  return isEdited ? [] : [{ kind: 'correct', postId: messageId, results: [] }];
}

/**
 * The acts about results, with the tables of finished rounds: each once, below its round's results or in a separate message, and
 * updated from then on. Of several rounds at once, only the last gets a table; the post of the end has its own. Pure.
 */
export function withTables(acts: readonly Act[], input: PlanInput): Act[] {
  const { feed, followed, reading, sharesResults } = input;
  // A part of a bracket would be told as a table that nobody has: a message with a table waits for the next reading.
  if (doubtful(feed, reading).size > 0)
    return acts.filter((act) => act.kind !== 'correct' || tableIn(feed, act.postId) === undefined);
  if (!reading.isCurrent || reading.isPartial === true) return [...acts];
  const { follow, leads } = followed;
  const isSilent = !follow.topics.results || (sharesResults && !leads.results);
  const keys = new Map(reading.matches.map(({ key, match }) => [match, key]));
  const shown = shownKeys(feed, acts);
  const passed: string[] = [];
  let all = [...acts];
  for (const [round, table] of tablesByRound(reading.bracket)) {
    if (feed.tables?.[round] !== undefined) {
      all.push(...tableEdit(all, round, tableShows(table), input));
      continue;
    }
    if (!table.isOver) continue;
    if (isSilent || table.isPast || hasEnded(reading.stage)) passed.push(round);
    else if (
      table.matches.every((match) => resultOf(match) === undefined || shown.has(keys.get(match) ?? ''))
    )
      all = withTable(all, round, input);
  }
  return passed.length > 0 ? [...all, { kind: 'pass-tables', rounds: passed }] : all;
}
