import { addedIn, type AddedField } from '../../reading/added-names.ts';
import type { AnswerKind } from '../../reading/expected-fields.ts';
import type { FieldTable } from '../../reading/fields.ts';
import { foldKey } from '../../reading/keys.ts';
import type { Match } from '../../reading/records.ts';
import type { Finding, Findings } from './finding.ts';
import type { OperationResult } from './operation.ts';
import { fullName } from './reading.ts';

/** The answers that may show each record. The rest, as a token, is in no answer that the doctor gets. */
const SHOWN_IN: Readonly<Record<string, readonly AnswerKind[]>> = {
  player: ['player', 'match', 'bracket', 'ranking'],
  me: ['me'],
  playerRank: ['playerRank'],
  tournament: ['tournament'],
  rankingEntry: ['ranking'],
  match: ['match', 'bracket'],
  side: ['match', 'bracket'],
  pair: ['match', 'bracket'],
  round: ['bracket'],
  envelope: ['me', 'player', 'playerRank', 'tournament', 'match', 'bracket', 'ranking'],
};

/** What the answers show of the names that PLATFORM_FIELDS adds. `history`: matches from lists; `match`: one of them, read alone. */
export function checkNames(
  say: Findings,
  table: FieldTable,
  outcomes: readonly OperationResult<unknown>[],
  {
    history,
    match,
    askedId,
  }: { history: readonly Match[]; match: OperationResult<Match> | undefined; askedId: string },
): Finding[] {
  const added = addedIn(table);
  const findings: Finding[] = [];
  const unmatched = added.flatMap((one) =>
    unmatchedOf(one, outcomes).map((name) => ({ field: `${one.record}.${one.field}`, name })),
  );
  const unfit = new Set(
    outcomes.flatMap(({ finding: { reading } }) => reading?.unfit.map(({ name }) => name) ?? []),
  );
  const list = (isUnfit: boolean): string =>
    unmatched
      .filter(({ name }) => unfit.has(name) === isUnfit)
      .map(({ field, name }) => `${field} "${name}"`)
      .join(', ');
  if (list(false) !== '') findings.push(say.fault('namesUnmatched', { names: list(false) }));
  if (list(true) !== '') findings.push(say.fault('namesUnfit', { names: list(true) }));
  const teaches = (record: string, field?: string) =>
    added.some((one) => one.record === record && (field === undefined || one.field === field));
  if (
    teaches('match', 'id') &&
    match &&
    (match.isUnknownId === true || (match.value && match.value.id !== askedId))
  )
    findings.push(say.fault('matchIdWrong'));
  if (teaches('pair') && sidesAreTurned(history, match?.value)) findings.push(say.fault('pairWrong'));
  return findings;
}

/** Names that matched nothing. Those after the last name that matched are for other records. */
function unmatchedOf(
  { record, field, names }: AddedField,
  outcomes: readonly OperationResult<unknown>[],
): readonly string[] {
  const shown = outcomes.filter(
    ({ finding, kind }) => finding.reading && SHOWN_IN[record]?.includes(kind) === true,
  );
  if (shown.length === 0) return [];
  const found = shown.flatMap(({ finding: { reading }, keys }) => {
    if (record === 'envelope') return [...keys];
    return (reading?.found ?? []).flatMap((one) =>
      reading && fullName(reading.record, one.field) === `${record}.${field}` ? one.names.map(foldKey) : [],
    );
  });
  const isFound = (name: string): boolean => {
    const folded = foldKey(name);
    // A pair's names are found as they begin or end a key: `heim_score`.
    return found.some((one) =>
      record === 'pair' ? one.startsWith(folded) || one.endsWith(folded) : one === folded,
    );
  };
  const tried = names.slice(0, names.findLastIndex(isFound) + 1);
  return (tried.length === 0 ? names : tried).filter((name) => !isFound(name));
}

/** Whether the same match has its sides the other way round elsewhere, or most winners have the lower score. */
function sidesAreTurned(history: readonly Match[], match: Match | undefined): boolean {
  const ids = ({ sides }: Match) => sides.map(({ player }) => player?.id);
  const isTurned = history.some((one) => {
    if (match === undefined || one.id !== match.id) return false;
    const [[a, b], [c, d]] = [ids(one), ids(match)];
    return a !== undefined && b !== undefined && a === d && b === c && a !== b;
  });
  const decided = history.flatMap(({ winner, sides: [{ score: a }, { score: b }] }) =>
    winner === undefined || a === undefined || b === undefined || a === b ? [] : [winner === (a > b ? 1 : 2)],
  );
  return isTurned || decided.filter((isRight) => !isRight).length * 2 > decided.length;
}
