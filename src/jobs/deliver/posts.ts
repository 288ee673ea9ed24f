import { matchRounds } from '../../brackets/match-rounds.ts';
import { podiumOf, shownBracket, type MatchResult } from '../../brackets/night.ts';
import type { Match, PlayerName } from '../../reading/records.ts';
import { closedCallPost } from '../../replies/feed-calls.ts';
import { livePost } from '../../replies/feed.ts';
import { resultLine, resultsPost, type ResultLine } from '../../replies/feed-results.ts';
import { championPost, noChampionPost, openPost, startPost } from '../../replies/feed-milestones.ts';
import { tournamentTitle } from '../../replies/format.ts';
import type { Post } from '../../message/reply.ts';
import type { Translate } from '../../words/words.ts';
import { present } from '../../present.ts';
import { CANCELED, GONE, OPEN } from '../plan/closing.ts';
import type { FeedReading } from '../plan/plan-input.ts';
import type { FeedRecord, MatchRecord, Milestone, ResultsPost } from '../plan/feed-record.ts';
import { inKeyOrder, playerHashes } from '../plan/match-keys.ts';
import { decodeResult } from '../plan/result-codes.ts';
import type { Work } from '../work.ts';

/** The live post as a reading shows it. */
export async function liveView(
  reading: FeedReading,
  isHidden: boolean,
  { drawBracket, now, t }: Pick<Work, 'drawBracket' | 'now' | 't'>,
): Promise<Post> {
  const { bracket, stage, tournament } = reading;
  const visible = reading.lacksBracket ? undefined : shownBracket(stage, bracket);
  const picture =
    visible && !isHidden
      ? await drawBracket({ bracket: visible, name: tournamentTitle(tournament, t), t })
      : undefined;
  return livePost({ ...reading, bracket: visible, picture, isHidden, now: now() }, t);
}

/** Where a live post is. */
interface LivePlace {
  guildId: string;
  channelId: string;
  messageId: string;
}

/** A post of its own. `first`: the match that is called first. */
export async function milestoneView(
  view: {
    milestone: Milestone;
    reading: FeedReading;
    roleId: string | undefined;
    first: Match | undefined;
    live: LivePlace | undefined;
    isHidden: boolean;
  },
  work: Pick<Work, 'drawBracket' | 'now' | 't'>,
): Promise<Post> {
  const { first, isHidden, live, milestone, reading, roleId } = view;
  const { tournament } = reading;
  if (milestone === 'champion') return championView({ reading, roleId, isHidden }, work);
  if (milestone === 'open') return openPost({ tournament, roleId, now: work.now() }, work.t);
  const round = first && matchRounds(reading.bracket, work.t).get(first);
  const liveUrl = live && `https://discord.com/channels/${live.guildId}/${live.channelId}/${live.messageId}`;
  return startPost({ tournament, roleId, ...present({ round, liveUrl }) }, work.t);
}

/** Who has won, with the last bracket; or that nobody has, after all. */
export async function championView(
  { reading, roleId, isHidden }: { reading: FeedReading; roleId: string | undefined; isHidden: boolean },
  { drawBracket, t }: Pick<Work, 'drawBracket' | 't'>,
): Promise<Post> {
  const { bracket, tournament } = reading;
  const podium = bracket && podiumOf(tournament, bracket);
  if (bracket === undefined || podium === undefined) return noChampionPost(tournament, t);
  const picture = await drawBracket({ bracket, name: tournamentTitle(tournament, t), t });
  return championPost({ tournament, podium, bracket, picture, roleId, isHidden }, t);
}

/** A result with its sides as the match has them. */
function turned(outcome: MatchResult, match: Match): MatchResult {
  const [first] = inKeyOrder(match, [1, 2] as const);
  if (first === 1) return outcome;
  const { winner, scores } = outcome;
  return {
    ...(winner !== undefined && { winner: winner === 1 ? 2 : 1 }),
    ...(scores && { scores: { player1: scores.player2, player2: scores.player1 } }),
  };
}

/** A message with results, as the feed has them: those that changed with what they replace. */
export function resultsView(
  view: {
    feed: Pick<FeedRecord, 'matches'>;
    reading: FeedReading;
    keys: readonly string[];
    gap: ResultsPost['gap'];
    moved?: ResultsPost['moved'];
    isOpenToDispute: boolean;
    isHidden: boolean;
  },
  { t }: Pick<Work, 't'>,
): Post {
  const { feed, reading, keys, gap, moved = {}, isOpenToDispute, isHidden } = view;
  const matches = new Map(reading.matches.map(({ key, match }) => [key, match]));
  const players = playerHashes(reading.bracket);
  const rounds = matchRounds(reading.bracket, t);
  const lines = keys.flatMap((key): ResultLine[] => {
    const current = feed.matches[key];
    const old = moved[key];
    const record = old === undefined ? current : { ...current, result: '', before: old, changes: 1 };
    if (record?.result === undefined) return [];
    const match = matches.get(key) ?? vanished(record, players);
    return [{ ...lineOf(record, match), ...present({ round: rounds.get(match) }) }];
  });
  return resultsPost({ tournament: reading.tournament, lines, gap, isOpenToDispute, isHidden }, t);
}

/** The results of these matches that replace others, one line each. */
export function correctionLines(
  {
    feed,
    keys,
    reading,
  }: { feed: Pick<FeedRecord, 'matches'>; keys: readonly string[]; reading: FeedReading },
  t: Translate,
): string[] {
  const players = playerHashes(reading.bracket);
  return keys.flatMap((key) => {
    const record = feed.matches[key];
    if (record === undefined) return [];
    const match = reading.matches.find((one) => one.key === key)?.match ?? vanished(record, players);
    const line = lineOf(record, match);
    return line.before === undefined ? [] : [resultLine(line, t)];
  });
}

function lineOf(record: MatchRecord, match: Match): ResultLine {
  const outcomeOf = (result: string | undefined) =>
    result === undefined || result === '' ? undefined : turned(decodeResult(result), match);
  const [result, before] = [outcomeOf(record.result), outcomeOf(record.before)];
  const isChanged = (record.changes ?? 0) > 0 && record.before !== record.result;
  return { match, ...(result && { result }), ...(isChanged && before && { before }) };
}

/** The call of a match as it stands by now: `shows` is a state of `closing.ts`. `record`: with the result that it is to show. */
export function closedView(
  view: { record: MatchRecord; shows: string; key: string; reading: FeedReading; isHidden: boolean },
  { t }: Pick<Work, 't'>,
): Post {
  const { isHidden, key, reading, record, shows } = view;
  const { bracket, tournament } = reading;
  const match =
    reading.matches.find((one) => one.key === key)?.match ?? vanished(record, playerHashes(bracket));
  const isState = shows === OPEN || shows === CANCELED || shows === GONE;
  // Withdrawn, or of before: what was shown last.
  const shown = isState || record.result === shows ? record : { ...record, result: shows };
  return closedCallPost(
    {
      line: lineOf(shown, match),
      state: isState ? shows : 'decided',
      tournament,
      isHidden,
      ...present({ round: matchRounds(bracket, t).get(match) }),
    },
    t,
  );
}

/** A match that is no longer in the bracket, with those of its players who are. */
const vanished = ({ players = ['', ''] }: MatchRecord, byHash: ReadonlyMap<string, PlayerName>): Match => {
  const [first, second] = players.map((hash) => byHash.get(hash));
  return { id: '', sides: [first ? { player: first } : {}, second ? { player: second } : {}] };
};
