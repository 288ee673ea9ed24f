import { isOpen } from '../../brackets/playable.ts';
import { isSuspended } from '../../brackets/registration.ts';
import type { HelpRecord, HelpRequest } from '../../guilds/help-requests.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { Match } from '../../reading/records.ts';
import type { ShownReport } from '../../replies/report-view.ts';
import { sureStates } from '../plan/baseline.ts';
import { OPEN } from '../plan/closing.ts';
import type { FeedRecord } from '../plan/feed-record.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import type { FeedReading } from '../plan/plan-input.ts';
import { roundHashes } from '../plan/result-posts.ts';
import type { Desk, MessagePlace } from './desk-record.ts';

/** Long enough for an organizer to see how an item was settled. */
const STRUCK_MS = 2 * MINUTE_MS;

/** An item that waits for an organizer. */
export interface DeskItem {
  kind: 'late' | 'dispute' | 'help';
  match: Match;
  /** The call of a late match, or the message to the organizers. */
  message?: MessagePlace | undefined;
  help?: HelpRequest;
  /** Hash of the round. */
  round: string;
}

export interface DeskInput {
  feed: FeedRecord;
  reading: FeedReading;
  /** By the match's key. */
  reports: ReadonlyMap<string, ShownReport>;
  /** Of this tournament, or of an unknown one. */
  help: HelpRecord;
  /** Where the matches are called. */
  channelId: string;
}

/** A report waits for someone else's answer. */
const isReported = (report: ShownReport | undefined): boolean =>
  report !== undefined && report.report.state !== 'ruled';

const hasScore = ({ sides }: Match): boolean => sides.some(({ score = 0 }) => score > 0);

/** The open items by id. `before`: what the desk shows; a match that needs one more reading to be sure stays as it is. Pure. */
export function openItems(
  { channelId, feed, help, reading, reports }: DeskInput,
  before: Pick<Desk, 'open'>,
): ReadonlyMap<string, DeskItem> {
  const items = new Map<string, DeskItem>();
  if (reading.stage === 'cancelled') return items;
  const rounds = roundHashes(reading);
  const stateOf = sureStates(feed, reading);
  const itemOf = (
    kind: DeskItem['kind'],
    { key, match }: KeyedMatch,
    message: MessagePlace | undefined,
  ): DeskItem => ({
    kind,
    match,
    message,
    round: rounds.get(key) ?? '',
  });
  for (const one of reading.matches) {
    const { key, match } = one;
    if (reports.get(key)?.report.state === 'disputed')
      items.set(`dispute:${key}`, itemOf('dispute', one, reports.get(key)?.report.organizersPost));
    const call = feed.matches.get(key)?.call;
    const id = `late:${key}`;
    const state = stateOf(key) ?? (before.open.includes(id) ? OPEN : undefined);
    const isLate = call?.reminded === 'organizers' && state === OPEN && !hasScore(match);
    if (!isLate || isReported(reports.get(key)) || isSuspended(reading.tournament)) continue;
    const { messageId } = call;
    items.set(id, itemOf('late', one, messageId === undefined ? undefined : { channelId, messageId }));
  }
  for (const [helpId, request] of Object.entries(help)) {
    const one = reading.matches.find(({ match }) => match.id === request.matchId);
    const isAsked = one !== undefined && request.state !== 'resolved' && isOpen(one.match);
    if (!isAsked || reading.stage === 'over') continue;
    items.set(`help:${helpId}`, { ...itemOf('help', one, request.message), help: request });
  }
  return items;
}

/** Whether a reading lacks a match that the desk shows. Pure. */
export const lacksItems = (
  { feed, reading }: Pick<DeskInput, 'feed' | 'reading'>,
  { open }: Pick<Desk, 'open'>,
): boolean =>
  reading.stage === 'running' &&
  open.some((id) => {
    const key = id.slice(id.indexOf(':') + 1);
    return feed.matches.has(key) && !reading.byKey.has(key);
  });

/** The desk's items after a reading: a settled item is struck, and later removed. Pure. */
export function nextItems(
  before: Pick<Desk, 'open' | 'struck'>,
  open: ReadonlyMap<string, DeskItem>,
  now: number,
): Pick<Desk, 'open' | 'struck'> {
  const struck = new Map(
    Object.entries(before.struck).filter(([id, at]) => !open.has(id) && Math.abs(now - at) < STRUCK_MS),
  );
  for (const id of before.open) if (!open.has(id)) struck.set(id, now);
  return { open: [...open.keys()], struck: Object.fromEntries(struck) };
}

/** A struck item, by its id; without a match if the bracket has lost it. */
export function struckItem(
  id: string,
  { help, reading }: Pick<DeskInput, 'help' | 'reading'>,
): { kind: DeskItem['kind']; match: Match | undefined } {
  const key = id.slice(id.indexOf(':') + 1);
  if (id.startsWith('help:')) {
    const asked = help[key]?.matchId;
    return { kind: 'help', match: reading.matches.find(({ match }) => match.id === asked)?.match };
  }
  return { kind: id.startsWith('late:') ? 'late' : 'dispute', match: reading.byKey.get(key)?.match };
}
