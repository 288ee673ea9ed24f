import { isQuestioned, type ShownReport } from '../../replies/report-view.ts';
import { sha256 } from '../../sha256.ts';
import type { FeedRecord } from './feed-record.ts';
import { KNOWN } from './match-record.ts';
import { editMatches } from './notices.ts';
import type { PlanInput } from './plan-input.ts';

/** Hash of who disputed or ruled on a result, as its message shows that; `undefined` for neither. */
export function codeOf(shown: ShownReport | undefined): string | undefined {
  if (shown === undefined || !isQuestioned(shown.report)) return undefined;
  const { report, mentions } = shown;
  return sha256(
    JSON.stringify([report.state, report.counter, report.ruling, report.seen, mentions.ruler]),
    10,
  );
}

/** Matches whose posts don't show the latest dispute or ruling yet. A member's result post updates itself. Pure. */
export function questionedAnew({
  feed,
  reading,
  reports,
}: Pick<PlanInput, 'feed' | 'reading' | 'reports'>): string[] {
  return reading.matches.flatMap(({ key }) => {
    const { questioned, result } = feed.matches.get(key) ?? KNOWN;
    if ((result?.code ?? '') === '' || reports.get(key)?.isMembers === true) return [];
    return codeOf(reports.get(key)) === questioned ? [] : [key];
  });
}

/** The feed after the posts of these matches show it. */
export const noteQuestioned = (
  feed: FeedRecord,
  keys: readonly string[],
  reports: ReadonlyMap<string, ShownReport>,
): FeedRecord => {
  const codes = new Map(keys.map((key) => [key, codeOf(reports.get(key))]));
  const changed = keys.filter((key) => codes.get(key) !== (feed.matches.get(key) ?? KNOWN).questioned);
  return changed.reduce((next, key) => {
    const code = codes.get(key);
    return editMatches(next, [key], ({ questioned: _before, ...record }) =>
      code === undefined ? record : { ...record, questioned: code },
    );
  }, feed);
};
